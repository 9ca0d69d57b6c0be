package io.github.ratelimit.plan;

import org.jspecify.annotations.Nullable;

/**
 * Knows which client is on which plan. A bean of this type is named in a policy: {@code plan: bean:partnerPlans}.
 *
 * <p>Its answers are kept: while a value is in use, it is asked again every {@code ratelimit.plan-refresh}, in the
 * background. So a client who changes plans is limited by the new one after that time, and what it has used stays used.
 * There is one look-up of a value at a time. While the resolver fails, the last answer for a value holds.
 *
 * <p>It is called on threads of the limiter's own, several at a time, with no request, transaction or security context: it
 * must be safe for all threads, and know nothing but the value. A request that needs an answer waits for at most
 * {@code ratelimit.plan-timeout}; the look-up goes on after that, and later requests use its answer. One that never
 * returns keeps its thread: give whatever it asks a timeout.
 *
 * <pre>{@code
 * @Bean
 * RateLimitPlanResolver partnerPlans(Partners partners) {
 *     return key -> partners.findByKey(key).map(Partner::plan).orElse(null);
 * }
 * }</pre>
 */
@FunctionalInterface
public interface RateLimitPlanResolver {

    /**
     * The plan of a client.
     *
     * <p>Whatever it throws is a failure, not an answer; so is a plan that the policy does not have. A client that nobody
     * has been able to ask about is on the {@code default-plan}, else has the policy's own limit.
     *
     * @param value of the policy's key, normalized and not hashed; the first part of a composite key. It may come from the
     *     caller: treat it as such, also when it is logged
     * @return name of one of the policy's plans; null or blank if there is no such client
     */
    @Nullable
    String resolve(String value);
}
