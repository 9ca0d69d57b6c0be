package io.github.ratelimit.benchmarks;

import io.lettuce.core.RedisClient;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** What was measured with what. */
final class Versions {

    private Versions() {}

    static String text(int redisPort) {
        return "Java %s; Redis %s on the same machine; Spring Boot %s, Lettuce %s, Bucket4j %s; %s"
                .formatted(
                        System.getProperty("java.version"),
                        RedisOfTheRun.info(redisPort, "server").get("redis_version"),
                        System.getProperty("benchmarks.spring-boot"),
                        RedisClient.class.getPackage().getImplementationVersion(),
                        System.getProperty("benchmarks.bucket4j"),
                        LocalDate.now(ZoneOffset.UTC));
    }
}
