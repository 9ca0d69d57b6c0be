package io.github.ratelimit.testing;

import java.time.Duration;
import java.util.Locale;

/**
 * What can happen to a Redis or on the way to it, done for real. Those that happen {@linkplain #isOnTheWay() on the way}
 * reach only clients that connect through the proxy.
 */
public enum Fault {
    /** The process is killed; at the end it starts again, empty. */
    KILLED((server, way) -> {
        server.kill();
        return server::restart;
    }),
    /** The process stands still with its sockets open (SIGSTOP); at the end it goes on (SIGCONT). */
    FROZEN((server, way) -> {
        server.pause();
        return server::resume;
    }),
    /** Each answer takes 20 ms longer. */
    LATENCY_20_MS(latency(20)),
    /** Each answer takes 80 ms longer. */
    LATENCY_80_MS(latency(80)),
    /** Each answer takes half a second longer. */
    LATENCY_500_MS(latency(500)),
    /** No byte arrives and no connection is closed; at the end only new connections work. */
    SILENCE((server, way) -> {
        way.fallSilent();
        return way::speakAgain;
    }),
    /** The scripts are forgotten every 20 ms. */
    SCRIPT_FLUSH((server, way) -> Repeated.command(server, "SCRIPT FLUSH")),
    /** No memory is left, and nothing is evicted: each write fails. */
    OUT_OF_MEMORY((server, way) -> {
        server.command("CONFIG SET maxmemory-policy noeviction");
        server.command("CONFIG SET maxmemory 1");
        return () -> server.command("CONFIG SET maxmemory 0");
    }),
    /** The server is a replica of nothing, and may not be written. */
    READ_ONLY_REPLICA((server, way) -> {
        server.command("REPLICAOF 127.0.0.1 1");
        return () -> server.command("REPLICAOF NO ONE");
    }),
    /** All connections are closed by the server every 20 ms. */
    CLIENT_KILL((server, way) -> Repeated.command(server, "CLIENT KILL TYPE normal"));

    private final Way way;

    Fault(Way way) {
        this.way = way;
    }

    /** Whether it happens between client and server: on connections through the proxy only. */
    public boolean isOnTheWay() {
        return switch (this) {
            case LATENCY_20_MS, LATENCY_80_MS, LATENCY_500_MS, SILENCE -> true;
            default -> false;
        };
    }

    /** Lets it happen until what is returned is closed. */
    public Ongoing begin(RedisServer server, DelayingProxy proxy) {
        Runnable end = way.begin(server, proxy);
        return end::run;
    }

    /** Does something while it happens, and ends it whatever comes of that. */
    public void during(RedisServer server, DelayingProxy proxy, Body body) throws Exception {
        Ongoing fault = begin(server, proxy);
        try {
            body.run();
        } finally {
            fault.close();
        }
    }

    /** Its name for people. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static Way latency(long millis) {
        return (server, way) -> {
            way.delayAnswers(millis);
            return () -> way.delayAnswers(0);
        };
    }

    /** A fault that lasts. Closed once. */
    @FunctionalInterface
    public interface Ongoing extends AutoCloseable {

        /** Ends it; returns when Redis can be reached and answers as it should. */
        @Override
        void close();
    }

    /** What is done during a fault. */
    @FunctionalInterface
    public interface Body {

        void run() throws Exception;
    }

    @FunctionalInterface
    private interface Way {

        Runnable begin(RedisServer server, DelayingProxy proxy);
    }

    /** A command sent again and again, each time on a connection of its own. */
    private static final class Repeated {

        private static final Duration PAUSE = Duration.ofMillis(20);

        static Runnable command(RedisServer server, String command) {
            Load load = Load.start(1, PAUSE, () -> {
                server.command(command);
                return "done";
            });
            return load::close;
        }
    }
}
