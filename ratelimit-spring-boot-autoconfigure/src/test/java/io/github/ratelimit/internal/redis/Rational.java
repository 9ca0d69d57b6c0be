package io.github.ratelimit.internal.redis;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/** A fraction, never rounded; the denominator is positive. */
record Rational(BigInteger numerator, BigInteger denominator) implements Comparable<Rational> {

    static final Rational ZERO = of(0);

    static Rational of(long whole) {
        return of(whole, 1);
    }

    static Rational of(long numerator, long denominator) {
        return new Rational(BigInteger.valueOf(numerator), BigInteger.valueOf(denominator));
    }

    Rational plus(Rational other) {
        return denominator.equals(other.denominator)
                ? new Rational(numerator.add(other.numerator), denominator)
                : new Rational(
                        numerator.multiply(other.denominator).add(other.numerator.multiply(denominator)),
                        denominator.multiply(other.denominator));
    }

    Rational minus(Rational other) {
        return plus(other.times(-1));
    }

    Rational times(long factor) {
        return new Rational(numerator.multiply(BigInteger.valueOf(factor)), denominator);
    }

    Rational over(long divisor) {
        return new Rational(numerator, denominator.multiply(BigInteger.valueOf(divisor)));
    }

    Rational max(Rational other) {
        return compareTo(other) >= 0 ? this : other;
    }

    Rational abs() {
        return new Rational(numerator.abs(), denominator);
    }

    long floor() {
        BigInteger[] parts = numerator.divideAndRemainder(denominator);
        return parts[0].longValueExact() - (parts[1].signum() < 0 ? 1 : 0);
    }

    long ceil() {
        return -times(-1).floor();
    }

    @Override
    public int compareTo(Rational other) {
        return numerator.multiply(other.denominator).compareTo(other.numerator.multiply(denominator));
    }

    @Override
    public String toString() {
        return new BigDecimal(numerator).divide(new BigDecimal(denominator), MathContext.DECIMAL64)
                + (denominator.equals(BigInteger.ONE) ? "" : " (" + numerator + "/" + denominator + ")");
    }
}
