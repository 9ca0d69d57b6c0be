package io.github.ratelimit.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A port nobody listens on. Below the ephemeral ports: a client that reconnects to a killed server there can be given the
 * very port it calls as its own, and then talks to itself.
 */
public final class FreePort {

    private static final int FIRST = 20_000;
    private static final int LAST = 29_999;
    private static final int BUS = 10_000;
    private static final int FIRST_EPHEMERAL = 32_768;

    private FreePort() {}

    /** A free port of this machine. */
    public static int find() {
        return ThreadLocalRandom.current()
                .ints(FIRST, LAST + 1)
                .filter(FreePort::isFree)
                .findFirst()
                .orElseThrow();
    }

    /**
     * A free port of this machine for a node of a Cluster, whose bus listens at the port 10,000 above: that one is free too,
     * and below the ephemeral ports, or a client could be given it meanwhile.
     */
    public static int findWithBus() {
        return ThreadLocalRandom.current()
                .ints(FIRST, FIRST_EPHEMERAL - BUS)
                .filter(port -> isFree(port) && isFree(port + BUS))
                .findFirst()
                .orElseThrow();
    }

    private static boolean isFree(int port) {
        try {
            new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
            return true;
        } catch (IOException taken) {
            return false;
        }
    }
}
