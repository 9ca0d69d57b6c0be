package io.github.ratelimit.internal.key;

/** Brings the spellings of one value into one form, so that no spelling has a quota of its own. */
@FunctionalInterface
public interface Normalizer {

    /**
     * The one form of a value. Pure: the same value gives the same form.
     *
     * @throws UnreadableValueException if the value is not of the kind that this reads
     */
    String normalize(String value);
}
