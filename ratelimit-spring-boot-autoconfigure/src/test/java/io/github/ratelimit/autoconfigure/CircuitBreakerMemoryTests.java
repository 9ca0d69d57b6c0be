package io.github.ratelimit.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.GarbageCollectorMXBean;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Counting calls must leave nothing behind that young collections do not clear away. */
class CircuitBreakerMemoryTests {

    /** Each would leave some hundred bytes. */
    private static final int CALLS = 500_000;

    private static final long A_LITTLE = 8 << 20;

    private static volatile Object garbage = new byte[0];

    @Test
    void whatWasCountedIsForgottenByYoungCollections() {
        CircuitBreaker breaker = CircuitBreaker.of(
                "store",
                CircuitBreakerMapper.map(new RateLimitProperties.CircuitBreaker(null, null, null, null, null)));
        succeed(breaker, 100);
        System.gc(); // what the breaker holds now is old
        long before = usedAfterYoungCollection();
        succeed(breaker, CALLS);
        assertThat(usedAfterYoungCollection() - before).isLessThan(A_LITTLE);
    }

    private static void succeed(CircuitBreaker breaker, int calls) {
        for (int i = 0; i < calls; i++) {
            breaker.onSuccess(1, TimeUnit.MILLISECONDS);
        }
    }

    /** Of the heap, after the next one. */
    private static long usedAfterYoungCollection() {
        GarbageCollectorMXBean young = youngCollector();
        long before = young.getCollectionCount();
        while (young.getCollectionCount() == before) {
            garbage = new byte[100_000];
        }
        return young.getLastGcInfo().getMemoryUsageAfterGc().entrySet().stream()
                .filter(pool -> isHeap(pool.getKey()))
                .mapToLong(pool -> pool.getValue().getUsed())
                .sum();
    }

    /** Not the one that collects everything. */
    private static GarbageCollectorMXBean youngCollector() {
        return ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class).stream()
                .filter(collector -> !isOfOld(collector))
                .findFirst()
                .orElseThrow();
    }

    private static boolean isOfOld(GarbageCollectorMXBean collector) {
        return collector.getName().contains("Old") || collector.getName().contains("MarkSweep");
    }

    private static boolean isHeap(String pool) {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .anyMatch(each -> each.getName().equals(pool) && each.getType() == MemoryType.HEAP);
    }
}
