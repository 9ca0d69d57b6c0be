package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.testing.RunningApplication;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.protocol.ProtocolVersion;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.LettuceClientConfigurationBuilderCustomizer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** An application that chooses its protocol as Spring Boot has it. */
class ApplicationProtocolTests {

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {

        @Bean
        LettuceClientConfigurationBuilderCustomizer resp2() {
            return client -> client.clientOptions(ClientOptions.builder()
                    .protocolVersion(ProtocolVersion.RESP2)
                    .build());
        }
    }

    @Test
    void isTheLimitersToo() {
        try (ConfigurableApplicationContext application = RunningApplication.run(
                Application.class, "spring.main.web-application-type=none", "ratelimit.policies.api.limit=5/1h")) {
            RedisLink link = application.getBean(RedisLink.class);
            Awaitility.await().atMost(TestRedis.GENEROUS).until(link::isConnected);

            assertThat(TestRedis.protocolOf(link.session())).isEqualTo(ProtocolVersion.RESP2);
        }
    }
}
