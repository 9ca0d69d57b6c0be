package com.example.marketplace;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.marketplace.infrastructure.OwnRedis;
import com.example.marketplace.testing.Visitor;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

class TwoInstancesTests {

    @Test
    void instancesOnOneRedisShareTheLimits() {
        try (OwnRedis redis = OwnRedis.start();
                ConfigurableApplicationContext one = run(redis);
                ConfigurableApplicationContext other = run(redis)) {
            assertThat(one.containsBean("ownRedis")).isFalse();
            Visitor here = visitorOf(one);
            Visitor there = visitorOf(other);
            for (int i = 0; i < 2; i++) {
                here.post("/otp", "phone", "9841234567").hasStatus(202);
            }
            there.post("/otp", "phone", "9841234567").hasStatus(202);
            there.post("/otp", "phone", "9841234567").isRefusedBy("otp-phone");
            here.post("/otp", "phone", "9841234567").isRefusedBy("otp-phone");
        }
    }

    private static ConfigurableApplicationContext run(OwnRedis redis) {
        return new SpringApplicationBuilder(MarketplaceApplication.class)
                .run("--server.port=0", "--spring.data.redis.port=" + redis.port(), "--ratelimit.redis.deadline=2s");
    }

    private static Visitor visitorOf(ConfigurableApplicationContext instance) {
        return Visitor.of(instance.getEnvironment().getRequiredProperty("local.server.port", Integer.class));
    }
}
