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

    private FreePort() {}

    /** A free port of this machine. */
    public static int find() {
        return ThreadLocalRandom.current()
                .ints(FIRST, LAST + 1)
                .filter(FreePort::isFree)
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
