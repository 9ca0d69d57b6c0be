package io.github.ratelimit.internal.plan;

import io.github.ratelimit.plan.RateLimitPlanResolver;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** A resolver that knows some clients, notes what it is asked, and fails or hangs when told to. */
final class TestResolver implements RateLimitPlanResolver {

    final Map<String, String> plans = new ConcurrentHashMap<>();
    final List<String> asked = new CopyOnWriteArrayList<>();
    volatile Throwable failure;
    volatile Runnable onAsked = () -> {};
    private volatile CountDownLatch gate = new CountDownLatch(0);

    /** Nothing is answered from now on. */
    void hang() {
        gate = new CountDownLatch(1);
    }

    /** What hangs is answered. */
    void goOn() {
        gate.countDown();
    }

    @Override
    public String resolve(String value) {
        asked.add(value);
        onAsked.run();
        Throwable now = failure;
        if (now != null) {
            TestResolver.<RuntimeException>sneakyThrow(now);
        }
        try {
            gate.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
        return plans.get(value);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <E extends Throwable> void sneakyThrow(Throwable failure) throws E {
        throw (E) failure;
    }
}
