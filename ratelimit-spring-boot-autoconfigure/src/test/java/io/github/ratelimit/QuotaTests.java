package io.github.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuotaTests {

    @Test
    void putsTheLongestDurationFirst() {
        assertThat(Quota.of("10/1s", "1000/1h", "100/1m")).hasToString("1000/1h, 100/1m, 10/1s");
    }

    @Test
    void writesBurstAndUnlimited() {
        assertThat(Quota.of("10/1s").withBurst(20L)).hasToString("10/1s burst 20");
        assertThat(Quota.UNLIMITED).hasToString("unlimited");
        assertThat(Quota.UNLIMITED.isUnlimited()).isTrue();
        assertThat(Quota.of("10/1s").isUnlimited()).isFalse();
    }

    @Test
    void rejectsTwoLimitsOfOneDuration() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Quota.of("10/60s", "20/1m"))
                .withMessage("two limits have the same duration 1m; keep the lower one");
    }

    @Test
    void rejectsABurstOfSeveralLimits() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Quota.of("10/1s", "20/1m").withBurst(5L))
                .withMessage("a burst goes with exactly one limit");
        assertThatIllegalArgumentException().isThrownBy(() -> new Quota(List.of(), 5L));
    }

    @ParameterizedTest
    @CsvSource({"0", "-1", "1000000001"})
    void rejectsABurstOutOfBounds(long burst) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Quota.of("10/1ms").withBurst(burst))
                .withMessage("the burst must be a whole number from 1 to 1,000,000,000");
    }

    @ParameterizedTest
    @CsvSource({"1/1d, 3650", "1/365d, 10", "1/366d, 9", "1000/1h, 87600000"})
    void acceptsWhatFillsWithinTenYears(Limit limit, long burst) {
        assertThat(Quota.of(limit).withBurst(burst).burst()).isEqualTo(burst);
    }

    @ParameterizedTest
    @CsvSource({"1/1d, 3651", "1/366d, 10", "1000/1h, 87600001", "1/1d, 1000000000"})
    void rejectsWhatWouldTakeLonger(Limit limit, long burst) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Quota.of(limit).withBurst(burst))
                .withMessage("a bucket of " + burst + " would take more than 10 years to fill at " + limit);
    }
}
