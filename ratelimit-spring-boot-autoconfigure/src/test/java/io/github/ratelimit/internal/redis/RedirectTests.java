package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.lettuce.core.RedisCommandExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedirectTests {

    private static Redirect in(String text) {
        return Redirect.in(new StoreFailureException("failed", new RedisCommandExecutionException(text)));
    }

    @Test
    void leadsToWhereTheSlotIs() {
        assertThat(in("MOVED 3999 127.0.0.1:6381"))
                .isEqualTo(new Redirect(false, 3_999, new NodeAddress("127.0.0.1", 6_381)));
        assertThat(in("ASK 0 redis-1.example:7000"))
                .isEqualTo(new Redirect(true, 0, new NodeAddress("redis-1.example", 7_000)));
        assertThat(in("MOVED 16383 2001:db8::7:6381"))
                .isEqualTo(new Redirect(false, 16_383, new NodeAddress("2001:db8::7", 6_381)));
    }

    /** As a node answers that does not know the other's host: the caller goes the way of its policy, and fails no other way. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "MOVED 3999 :6381",
                "ASK 3999 ?:6381",
                "MOVED 3999 redis",
                "MOVED 3999 redis:",
                "MOVED 3999",
                "MOVED "
            })
    void leadsNowhereWithoutAnAddress(String text) {
        assertThat(in(text)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "TRYAGAIN Multiple keys request during rehashing of slot",
                "ASKED",
                "ERR MOVED 3999 127.0.0.1:6381"
            })
    void isNoOtherError(String text) {
        assertThat(in(text)).isNull();
        assertThat(Redirect.in(new StoreFailureException("MOVED 3999 127.0.0.1:6381")))
                .isNull();
    }
}
