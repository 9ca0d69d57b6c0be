package io.github.ratelimit;

/**
 * A check that cannot be decided because of what the caller sent: a cost out of bounds, a value that cannot be read, or
 * a missing key. Nothing was charged. Over HTTP it is a 400. The message names the policy, never the value.
 */
public class InvalidRateLimitCheckException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String policy;

    /** A check of this policy cannot be decided, for the reason in the message. */
    public InvalidRateLimitCheckException(String policy, String message) {
        super(message);
        this.policy = policy;
    }

    /** The name of the policy whose check it was. */
    public String policy() {
        return policy;
    }
}
