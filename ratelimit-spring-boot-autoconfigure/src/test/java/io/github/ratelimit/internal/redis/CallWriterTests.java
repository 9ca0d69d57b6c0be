package io.github.ratelimit.internal.redis;

import static org.awaitility.Awaitility.await;

import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.PlanNumbers;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallWriterTests {

    private final CallWriter writer = new CallWriter("test");

    private WeakReference<PlanNumbers> write(ResolvedCheck check) {
        writer.decide(List.of(check), true, 0);
        return new WeakReference<>(check.numbers());
    }

    /** Each change at run time makes new ones. */
    @Test
    void keepsNoNumbersThatAreNotInUseAnyMore() {
        WeakReference<PlanNumbers> numbers =
                write(ResolvedChecks.of(RateLimitPolicy.of("api", Quota.of("1/1h")), "ana", 1));

        await().atMost(Duration.ofSeconds(30)).until(() -> {
            System.gc();
            return numbers.get() == null;
        });
    }
}
