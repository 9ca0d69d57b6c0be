package io.github.ratelimit.benchmarks;

import java.util.List;

/** How an application over HTTP is limited, and how it is asked. */
enum HttpWay {
    BARE("no limit at all", LimiterFilter.None.class, Keys.COUNT, List.of()),
    HAND_WRITTEN(
            "hash token bucket in Lua through StringRedisTemplate",
            LimiterFilter.HandWritten.class,
            Keys.COUNT,
            List.of()),
    BUCKET4J("Bucket4j on Lettuce, compare and swap", LimiterFilter.Bucket4j.class, Keys.COUNT, List.of()),
    OURS("ratelimit-spring-boot", CountedAside.class, Keys.COUNT, policy(Way.LIMIT + "/1h")),
    FLOOD_OF_ONE("ratelimit-spring-boot, one key, refused", CountedAside.class, 1, policy("1/1d")),
    FLOOD("ratelimit-spring-boot, all keys refused", CountedAside.class, Keys.COUNT, policy("1/1d")),
    /** Not compared: how long an application takes to start that connects to Redis and runs a script. */
    ASKED_AT_START("asked at start", LimiterFilter.AskedAtStart.class, 0, List.of()),
    /** Not compared: what the soak asks for. */
    SOAK("soak", CountedAside.class, 0, SoakPolicies.properties());

    private final String title;
    private final Class<?> configuration;
    private final int keys;
    private final List<String> properties;

    HttpWay(String title, Class<?> configuration, int keys, List<String> properties) {
        this.title = title;
        this.configuration = configuration;
        this.keys = keys;
        this.properties = properties;
    }

    /** Those of the table. */
    static List<HttpWay> compared() {
        return List.of(BARE, HAND_WRITTEN, BUCKET4J, OURS, FLOOD_OF_ONE, FLOOD);
    }

    private static List<String> policy(String limit) {
        return List.of(
                "--ratelimit.policies.api.limit=" + limit,
                "--ratelimit.policies.api.key=header:" + HttpApplication.API_KEY,
                "--ratelimit.policies.api.paths=/items/**",
                // Floods have a budget of their own beside the allowed requests.
                "--ratelimit.key-prefix=rl:" + limit.replace('/', '-'));
    }

    String title() {
        return title;
    }

    /** What the application has beside {@link HttpApplication}. */
    Class<?> configuration() {
        return configuration;
    }

    /** By how many API keys it is asked. */
    int keys() {
        return keys;
    }

    /** Settings of the application. */
    List<String> properties() {
        return properties;
    }

    /** Whether its application depends on this project. */
    boolean isOurs() {
        return !properties.isEmpty();
    }

    boolean isRefused() {
        return this == FLOOD || this == FLOOD_OF_ONE;
    }
}
