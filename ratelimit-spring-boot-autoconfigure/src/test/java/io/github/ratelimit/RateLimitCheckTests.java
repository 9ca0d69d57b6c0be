package io.github.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateLimitCheckTests {

    @Test
    void costsOneUnlessSaid() {
        assertThat(RateLimitCheck.of("login-pair", "203.0.113.9", "ana"))
                .isEqualTo(new RateLimitCheck("login-pair", List.of("203.0.113.9", "ana"), null, 1));
        assertThat(RateLimitCheck.of("login").kind("ip").cost(3))
                .isEqualTo(new RateLimitCheck("login", List.of(), "ip", 3));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, Limit.MAX_COUNT})
    void acceptsCostsWithinBounds(long cost) {
        assertThat(RateLimitCheck.of("api").cost(cost).cost()).isEqualTo(cost);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Limit.MAX_COUNT + 1, Long.MIN_VALUE, Long.MAX_VALUE})
    void rejectsCostsOutOfBoundsAndNamesThePolicy(long cost) {
        assertThatExceptionOfType(InvalidRateLimitCheckException.class)
                .isThrownBy(() -> RateLimitCheck.of("api", "secret").cost(cost))
                .withMessage("policy 'api': the cost must be a whole number from 0 to 1,000,000,000")
                .satisfies(invalid -> assertThat(invalid.policy()).isEqualTo("api"));
    }
}
