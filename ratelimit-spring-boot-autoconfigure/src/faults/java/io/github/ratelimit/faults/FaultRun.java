package io.github.ratelimit.faults;

import io.github.ratelimit.testing.Calls;
import io.github.ratelimit.testing.DelayingProxy;
import io.github.ratelimit.testing.Fault;
import io.github.ratelimit.testing.Load;
import io.github.ratelimit.testing.RedisServer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** One fault on one application under load: a second before it, the fault, the return, a second after it. */
final class FaultRun {

    static final int CALLERS = 32;
    static final Duration PAUSE = Duration.ofMillis(10);
    static final Duration FAULT = Duration.ofSeconds(6);

    /** Longer than the 60 s that Lettuce waits for an answer by default. */
    static final Duration FREEZE = Duration.ofSeconds(65);

    /** How long the return is waited for. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Duration A_SECOND = Duration.ofSeconds(1);

    private final ContenderProcess application;
    private final RedisServer server;
    private final DelayingProxy proxy;

    FaultRun(ContenderProcess application, RedisServer server, DelayingProxy proxy) {
        this.application = application;
        this.server = server;
        this.proxy = proxy;
    }

    /** Load without a fault. */
    Calls undisturbed(Duration time) throws InterruptedException {
        try (Load load = Load.start(CALLERS, PAUSE, application::caller)) {
            sleep(time);
            return load.stop();
        }
    }

    Outcome of(Fault fault) throws InterruptedException {
        long chargedBefore = Charged.in(server);
        try (Load load = Load.start(CALLERS, PAUSE, application::caller)) {
            sleep(A_SECOND);
            long begin = System.nanoTime();
            Fault.Ongoing ongoing = fault.begin(server, proxy);
            sleep(fault == Fault.FROZEN ? FREEZE : FAULT);
            long healing = System.nanoTime();
            ongoing.close();
            long end = System.nanoTime();
            awaitReturn(load, end);
            sleep(A_SECOND);
            Calls calls = load.stop();
            sleep(A_SECOND); // for permits that are on their way back
            // A killed Redis has forgotten what was charged until then.
            long chargedOutside = fault == Fault.KILLED
                    ? allowed(calls.answeredIn(healing, System.nanoTime()))
                    : allowed(calls) + chargedBefore;
            return new Outcome(fault, calls, begin, end, Charged.in(server) - chargedOutside);
        }
    }

    private static void awaitReturn(Load load, long end) throws InterruptedException {
        while (System.nanoTime() - end < PATIENCE.toNanos()
                && Outcome.firstOfTheReturn(load.answeredSince(end)) == null) {
            TimeUnit.MILLISECONDS.sleep(250);
        }
    }

    private static long allowed(Calls calls) {
        return calls.which(call -> Label.isByTheStore(call.label())).all().size();
    }

    private static void sleep(Duration time) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
    }
}
