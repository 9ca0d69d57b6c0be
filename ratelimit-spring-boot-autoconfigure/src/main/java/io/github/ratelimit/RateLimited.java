package io.github.ratelimit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Limits calls of a method of a Spring bean. All annotations of a method are one decision: all or nothing, one round
 * trip. A refused call throws {@link RateLimitExceededException} and does not run, nor does one whose key or cost cannot
 * be read ({@link InvalidRateLimitCheckException}). What the filter charged the current request for the same policy and
 * key counts for the first call. At a leaky bucket the call waits for its turn.
 *
 * <pre>{@code
 * @RateLimited(policy = "otp-phone", key = "#request.phone()")
 * @RateLimited(policy = "otp-budget")
 * OtpTicket send(OtpRequest request)
 *
 * @RateLimited(limit = "10/1s", burst = 10, key = "#userId")
 * Report create(String userId)
 * }</pre>
 *
 * On a type it holds for each of its methods that has none of its own; with {@code limit} all of them share one budget.
 * Calls within the same bean do not pass the proxy and are not limited. Text attributes resolve <code>${…}</code>.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@Repeatable(RateLimited.List.class)
public @interface RateLimited {

    /** The policy's name. Empty, with {@code limit}: a policy of its own, named {@code simple-class-name.method}. */
    String policy() default "";

    /**
     * Whose budget: a SpEL expression over the parameters by name, {@code #ip} (the client's address, or null) and
     * {@code #principal} (the user, or null). A list is a composite key; a null part makes the key missing. Empty: the
     * policy's own key.
     */
    String key() default "";

    /** How many permits one call takes, a SpEL expression like {@code key}. Empty: 1. */
    String cost() default "";

    /** Defines the policy: {@code 10/1s}. A policy of that name in the configuration wins, in all of its parts. */
    String limit() default "";

    /** Capacity of the token bucket that {@code limit} defines; 0: the limit's count. */
    long burst() default 0;

    /** How the policy that {@code limit} defines counts. */
    Algorithm algorithm() default Algorithm.TOKEN_BUCKET;

    /** What the policy that {@code limit} defines does while the store fails. */
    OnStoreFailure onStoreFailure() default OnStoreFailure.LOCAL;

    /**
     * Exceptions of the method, subclasses included, that give back what this annotation charged, and what the filter had
     * paid for the call under the same policy and key. So do those that a {@code CompletionStage} ends with which it returns.
     */
    Class<? extends Throwable>[] refundFor() default {};

    /**
     * A method of the same class with the same parameters that is called instead when the limits refuse. Not for
     * exceptions of the method itself.
     */
    String fallbackMethod() default "";

    /** The annotations of one method. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.METHOD, ElementType.TYPE})
    @interface List {

        /** In the order they are written. */
        RateLimited[] value();
    }
}
