package com.example.compatibility;

import java.util.stream.Stream;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The shop on a free port. */
final class RunningShop extends Site {

    private RunningShop(ConfigurableApplicationContext context) {
        super(context);
    }

    static RunningShop start(Redis redis, String... properties) {
        return new RunningShop(new SpringApplicationBuilder(Shop.class)
                .run(Stream.concat(
                                Stream.of(
                                        "server.port=0",
                                        "spring.main.banner-mode=off",
                                        "spring.data.redis.port=" + redis.port(),
                                        "ratelimit.redis.deadline=2s",
                                        "ratelimit.policies.api.limit=3/1h",
                                        "ratelimit.policies.api.paths=/api/**",
                                        "ratelimit.policies.api.key=header:X-Key",
                                        "ratelimit.policies.api.on-store-failure=closed",
                                        "ratelimit.policies.open.limit=3/1h",
                                        "ratelimit.policies.open.paths=/open/**",
                                        "ratelimit.policies.open.key=header:X-Key",
                                        "ratelimit.policies.open.on-store-failure=open",
                                        "ratelimit.policies.orders.limit=2/1h",
                                        "management.endpoints.web.exposure.include=health,metrics,ratelimits",
                                        "management.endpoint.ratelimits.access=unrestricted",
                                        "management.endpoint.health.show-details=always"),
                                Stream.of(properties))
                        .map("--"::concat)
                        .toArray(String[]::new)));
    }
}
