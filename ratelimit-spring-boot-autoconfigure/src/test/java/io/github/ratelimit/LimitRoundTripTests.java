package io.github.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class LimitRoundTripTests {

    @Property
    void readsWhatItWrote(
            @ForAll @LongRange(min = 1, max = Limit.MAX_COUNT) long count,
            @ForAll @LongRange(min = 1, max = 366L * 86_400_000) long millis) {
        Limit limit = new Limit(count, Duration.ofMillis(millis));

        assertThat(Limit.valueOf(limit.toString())).isEqualTo(limit);
    }
}
