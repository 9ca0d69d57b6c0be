package io.github.ratelimit.scale;

import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What accounts in one state take.
 *
 * @param state what is kept of each
 * @param keys keys by account
 * @param named bytes by account that MEMORY USAGE tells of its keys
 * @param all bytes by account that Redis has asked for
 */
record Memory(State state, double keys, double named, double all) {

    private static final int THREADS = 64;

    /** Brings this many accounts into a state, and measures. */
    static Memory of(State state, int accounts, Shop shop, Server server)
            throws InterruptedException, ExecutionException {
        server.empty();
        fill(state, accounts, THREADS, shop); // others, and script and buffers are there
        server.empty();
        long before = server.bytes();
        fill(state, 0, accounts, shop);
        double all = server.bytes() - before;
        long keys = server.keys();
        if (keys % accounts != 0) {
            throw new IllegalStateException("keys have expired before they were measured: " + keys + " of " + accounts);
        }
        return new Memory(state, (double) keys / accounts, (double) server.bytesOfKeys() / accounts, all / accounts);
    }

    /** From many threads, whose checks are gathered: else it takes long. */
    private static void fill(State state, int first, int accounts, Shop shop)
            throws InterruptedException, ExecutionException {
        AtomicInteger next = new AtomicInteger();
        Callable<Void> caller = () -> {
            for (int number = next.getAndIncrement(); number < accounts; number = next.getAndIncrement()) {
                for (int call = 0; call < state.calls(); call++) {
                    shop.take(state.policy(), Shop.account(first + number), state.cost());
                }
            }
            return null;
        };
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            for (Future<Void> end : threads.invokeAll(Collections.nCopies(THREADS, caller))) {
                end.get();
            }
        } finally {
            threads.shutdown();
        }
    }

    /** Accounts that fit into a gigabyte. */
    double perGigabyte() {
        return 1e9 / all;
    }
}
