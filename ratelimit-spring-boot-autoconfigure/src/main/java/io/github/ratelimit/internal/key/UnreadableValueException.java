package io.github.ratelimit.internal.key;

/** A value is not of the kind that its policy's {@code normalize} reads. The message never holds the value. */
public class UnreadableValueException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The value is not what the message names, for example "a phone number". */
    public UnreadableValueException(String expected) {
        super("is not " + expected);
    }
}
