package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecentCountsTests {

    private final RecentCounts counts = new RecentCounts(3);

    @Test
    void hasNoneAtFirst() {
        assertThat(counts.highest()).isZero();
    }

    @Test
    void tellsTheHighestOfTheLastFew() {
        counts.add(2);
        counts.add(5);
        counts.add(3);
        assertThat(counts.highest()).isEqualTo(5);

        counts.add(1);
        assertThat(counts.highest()).isEqualTo(5);
        counts.add(1);
        assertThat(counts.highest()).isEqualTo(3);
        counts.add(1);
        assertThat(counts.highest()).isEqualTo(1);
    }
}
