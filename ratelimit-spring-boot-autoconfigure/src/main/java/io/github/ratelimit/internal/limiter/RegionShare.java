package io.github.ratelimit.internal.limiter;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * The part of every limit that the instances of this region let pass among them. Parts of all regions that add up to 1 let
 * pass no more than the limit together: rounding is always down, and at least one permit stays.
 *
 * @param part from 0.01 to 1
 */
public record RegionShare(BigDecimal part) {

    /** Less of the slowest limit, one permit in 366 days, would take over 100 years. */
    private static final BigDecimal SMALLEST = new BigDecimal("0.01");

    /** More digits say nothing. */
    private static final int LONGEST = 12;

    private static final String BOUNDS = "must be a number from 0.01 to 1, such as 0.5";

    /** The only region there is. */
    public static final RegionShare WHOLE = new RegionShare(BigDecimal.ONE);

    /** Checks the bounds. */
    public RegionShare {
        if (part.compareTo(SMALLEST) < 0 || part.compareTo(BigDecimal.ONE) > 0) {
            throw new IllegalArgumentException(BOUNDS);
        }
    }

    /**
     * Reads a decimal number.
     *
     * @throws IllegalArgumentException if it is none, or out of bounds
     */
    public static RegionShare valueOf(String text) {
        if (text.length() > LONGEST) {
            throw new IllegalArgumentException(BOUNDS);
        }
        try {
            return new RegionShare(new BigDecimal(text));
        } catch (NumberFormatException none) {
            throw new IllegalArgumentException(BOUNDS, none);
        }
    }

    /** Whether limits hold as they are written. */
    public boolean isWhole() {
        return part.compareTo(BigDecimal.ONE) == 0;
    }

    /** This region's part of so many permits. */
    long ofPermits(long permits) {
        return Math.max(1, part.multiply(BigDecimal.valueOf(permits)).longValue());
    }

    /** How long this region waits for what the whole limit gives in this time: a rate is slowed down, never rounded up. */
    long stretched(long micros) {
        return BigDecimal.valueOf(micros).divide(part, 0, RoundingMode.CEILING).longValue();
    }

    /** As written in YAML. */
    @Override
    public String toString() {
        return part.toPlainString();
    }
}
