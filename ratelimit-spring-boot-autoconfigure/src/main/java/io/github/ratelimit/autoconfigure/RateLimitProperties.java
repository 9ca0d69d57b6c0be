package io.github.ratelimit.autoconfigure;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What {@code ratelimit.*} says, as text. Blank is absent. It ends at {@link SettingsMapper}, which checks and parses it.
 *
 * @param enabled Whether limits hold; false: no filter, no aspect, no connection. Default true.
 * @param store Where counts live: redis (shared by all instances) or local (this process). Default redis.
 * @param keyPrefix What all keys in Redis begin with, of letters, digits and ._:-; applications with equal prefixes share
 *     their limits. Default rl:, then the application's name.
 * @param hashKeys Which values Redis sees as hashes only: auto (headers, cookies, parameters, and all over 64 bytes), always
 *     or never. Default auto.
 * @param keySecret Secret for HMAC-SHA-256 of hashed values. Default none, plain SHA-256.
 * @param instances Among how many instances a limit is shared out while Redis fails: a number, or auto (counted by
 *     heartbeats in Redis). Default auto.
 * @param regionShare This region's part of every limit, 0.01 to 1, where each region has a Redis of its own. Default 1.
 * @param headers Headers that tell what is left: x-ratelimit, ietf-11, or none. Default the first two.
 * @param phoneRegion Region of phone numbers written without country code, such as NP.
 * @param planRefresh After how long a client's plan is asked for again (plan: bean:NAME). Default 1m.
 * @param planTimeout Longest that a request waits for a client's plan. Default 200ms.
 * @param localMaxKeys How many keys are counted in this process before new ones of a policy share one. Default 100000.
 * @param leakyMaxWaiting How many callers of this instance may wait for their turn at a leaky bucket. Default 50.
 * @param healthDownOnStoreFailure Whether the health of this instance is DOWN while Redis fails; false: it is told in the
 *     details only. Default false.
 * @param clientIp How the client's address is found.
 * @param redis How Redis is asked.
 * @param circuitBreaker When Redis is asked no more for a while.
 * @param policies Policies by name, of lower-case letters, digits and dashes.
 */
@ConfigurationProperties("ratelimit")
record RateLimitProperties(
        @Nullable String enabled,
        @Nullable String store,
        @Nullable String keyPrefix,
        @Nullable String hashKeys,
        @Nullable String keySecret,
        @Nullable String instances,
        @Nullable String regionShare,
        @DefaultValue List<String> headers,
        @Nullable String phoneRegion,
        @Nullable String planRefresh,
        @Nullable String planTimeout,
        @Nullable String localMaxKeys,
        @Nullable String leakyMaxWaiting,
        @Nullable String healthDownOnStoreFailure,
        @DefaultValue ClientIp clientIp,
        @DefaultValue Redis redis,
        @DefaultValue CircuitBreaker circuitBreaker,
        @DefaultValue Map<String, Policy> policies) {

    /**
     * How the client's address is found.
     *
     * @param trustedProxies Addresses and CIDR ranges of proxies that are believed whom they forward for. Default none:
     *     the client is whoever opened the connection.
     * @param header Header that these proxies write, and the only one that is read: x-forwarded-for or forwarded. Default
     *     x-forwarded-for.
     * @param ipv6Prefix Leading bits of an IPv6 address that make one client, 48 to 128. Default 64.
     */
    record ClientIp(
            @DefaultValue List<String> trustedProxies,
            @Nullable String header,
            @Nullable String ipv6Prefix) {}

    /**
     * How Redis is asked.
     *
     * @param deadline Longest that a request ever waits for Redis. Default 50ms.
     * @param connectionFactory Name of the RedisConnectionFactory bean whose settings are used. Default the primary one.
     */
    record Redis(@Nullable String deadline, @Nullable String connectionFactory) {}

    /**
     * When Redis is asked no more for a while. Names and meanings are resilience4j's; a call is one of the script.
     *
     * @param failureRateThreshold Percentage of failed calls at which the breaker opens, 1 to 100. Default 50.
     * @param slidingWindowSize How many of the last calls count. Default 20.
     * @param minimumNumberOfCalls How many calls there must be before the breaker opens, at most the window's size.
     *     Default 10, or the window's size if that is smaller.
     * @param waitDurationInOpenState How long Redis is not asked. Default 2s.
     * @param permittedNumberOfCallsInHalfOpenState How many calls then try whether it answers again. Default 3.
     */
    record CircuitBreaker(
            @Nullable String failureRateThreshold,
            @Nullable String slidingWindowSize,
            @Nullable String minimumNumberOfCalls,
            @Nullable String waitDurationInOpenState,
            @Nullable String permittedNumberOfCallsInHalfOpenState) {}

    /**
     * A named rule.
     *
     * @param limit Count per duration, such as 100/1m; several must all hold; or unlimited.
     * @param burst Capacity of a token bucket with one limit. Default the limit's count.
     * @param algorithm How permits are counted: token-bucket, fixed-window, sliding-window, sliding-log or
     *     leaky-bucket. Default token-bucket.
     * @param zone Time zone at whose midnight a fixed window of 1d begins. Default at a key's first request.
     * @param maxDelay Longest that a request waits for its turn at a leaky bucket. Default 0.
     * @param key Whose requests share the budget: principal, ip, global, header:NAME, cookie:NAME, param:NAME,
     *     path:VARIABLE, bean:NAME or spel:EXPRESSION, joined by +, alternatives separated by a vertical bar. Default
     *     principal.
     * @param onMissingKey What happens to a request without the key's value: ip (limited by address), skip or reject (400).
     *     Default ip.
     * @param normalize How spellings of a value are brought into one form, in order: trim, lowercase, email,
     *     email-without-tag, email-without-dots, phone, or names of UnaryOperator beans.
     * @param phase When a request is decided: auto, before-security or after-security. Default auto: before if keyed by ip
     *     alone, else after.
     * @param paths Path patterns as in Spring MVC. Without any the policy serves annotations and code only.
     * @param excludePaths Path patterns that are not limited.
     * @param methods HTTP methods that are limited. Default all; HEAD counts as GET, CORS preflight is never limited.
     * @param skip Requests that are not charged: CIDRs of the client's address, spel:EXPRESSION, or bean:NAME of a
     *     Predicate of the request.
     * @param cost Permits that one request takes: 0 to 1000000000, or spel:EXPRESSION. Default 1.
     * @param onStoreFailure What happens while Redis fails: open (passes), closed (503) or local (this instance's share).
     *     Default local.
     * @param alertAt Percentages of a fixed window's count that are logged and published as an event, once a window, such as 80%.
     * @param refundOn Final statuses that give the permits of a request back, such as 5xx or 404.
     * @param resetOn Final statuses that clear the state of the keys a request was charged to, such as 2xx.
     * @param block How long a refused key stays out, longer each time, such as 1m, 5m, 1h.
     * @param lease Permits of a key that an instance may take at once and spend within 100 ms without asking again. Default
     *     0: none.
     * @param enforce Whether a refusal refuses; false: decided, counted and logged only. Default true.
     * @param expose Whether headers and answers may name the policy. Default true.
     * @param plan Who says which plan a client is on that no plan lists: bean:NAME of a RateLimitPlanResolver, or
     *     spel:EXPRESSION over the request.
     * @param defaultPlan Plan of known clients that are on none.
     * @param plans Plans by name: numbers that replace the policy's own for their members.
     */
    record Policy(
            @DefaultValue List<String> limit,
            @Nullable String burst,
            @Nullable String algorithm,
            @Nullable String zone,
            @Nullable String maxDelay,
            @Nullable String key,
            @Nullable String onMissingKey,
            @DefaultValue List<String> normalize,
            @Nullable String phase,
            @DefaultValue List<String> paths,
            @DefaultValue List<String> excludePaths,
            @DefaultValue List<String> methods,
            @DefaultValue List<String> skip,
            @Nullable String cost,
            @Nullable String onStoreFailure,
            @DefaultValue List<String> alertAt,
            @DefaultValue List<String> refundOn,
            @DefaultValue List<String> resetOn,
            @DefaultValue List<String> block,
            @Nullable String lease,
            @Nullable String enforce,
            @Nullable String expose,
            @Nullable String plan,
            @Nullable String defaultPlan,
            @DefaultValue Map<String, Plan> plans) {}

    /**
     * Numbers that replace a policy's own.
     *
     * @param limit Count per duration, such as 1000/1m; several must all hold; or unlimited.
     * @param burst Capacity of a token bucket with one limit. Default the limit's count.
     * @param members Values of the policy's key whose plan this is.
     */
    record Plan(
            @DefaultValue List<String> limit,
            @Nullable String burst,
            @DefaultValue List<String> members) {}
}
