package io.github.ratelimit.autoconfigure;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** A misspelt key stops the start, wherever it can be seen. */
class UnknownPropertiesTests {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            ratelimit.polices.api.limit         | ratelimit.polices | ratelimit has circuit-breaker, client-ip, enabled, hash-keys
            ratelimit.redis.deadlne             | ratelimit.redis.deadlne | ratelimit.redis has connection-factory, deadline
            ratelimit.policies.api.limt         | ratelimit.policies.api.limt | ratelimit.policies.api has alert-at, algorithm, block, burst
            ratelimit.policies.api.plans.p.brst | ratelimit.policies.api.plans.p.brst | ratelimit.policies.api.plans.p has burst, limit, members
            ratelimit.policies.api.key.name     | ratelimit.policies.api.key.name | 'ratelimit.policies.api.key' has a value, and nothing below it
            ratelimit.policies.api.warm-up      | ratelimit.policies.api.warm-up | ratelimit.policies.api has alert-at
            """)
    void isNamedWithItsNeighbours(String key, String subject, String reason) {
        assertThatThrownBy(() -> UnknownProperties.refuse(environment(key)))
                .hasMessageStartingWith(subject)
                .hasMessageContaining("there is no such property; " + reason);
    }

    @Test
    void isSeenAmongSystemProperties() {
        System.setProperty("ratelimit.keyprefix2", "x");
        try {
            assertThatThrownBy(() -> UnknownProperties.refuse(new StandardEnvironment()))
                    .hasMessageStartingWith("ratelimit.keyprefix2 = 'x'");
        } finally {
            System.clearProperty("ratelimit.keyprefix2");
        }
    }

    @Test
    void isNotLookedForAmongEnvironmentVariables() {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(new SystemEnvironmentPropertySource("systemEnvironment", Map.of("RATELIMIT_FOO", "1")));
        assertThatCode(() -> UnknownProperties.refuse(environment)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ratelimit.policies.api.limit",
                "ratelimit.policies.api.limit[0]",
                "ratelimit.policies.api.excludePaths[1]",
                "ratelimit.policies.api.on-store-failure",
                "ratelimit.policies.otp-phone.plans.pro.members[12]",
                "ratelimit.client-ip.ipv6-prefix",
                "ratelimit.key-prefix",
                "ratelimits.other"
            })
    void isNone(String key) {
        assertThatCode(() -> UnknownProperties.refuse(environment(key))).doesNotThrowAnyException();
    }

    private static StandardEnvironment environment(String key) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("file", Map.of(key, "1")));
        return environment;
    }
}
