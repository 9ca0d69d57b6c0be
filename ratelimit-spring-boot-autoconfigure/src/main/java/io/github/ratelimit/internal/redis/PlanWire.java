package io.github.ratelimit.internal.redis;

import static io.github.ratelimit.internal.redis.DecisionScript.ascii;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.LimitNumbers;
import io.github.ratelimit.internal.limiter.PlanNumbers;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedCheck.TakeUpTo;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** What is the same in every call for one plan of a policy, as bytes: made once. */
final class PlanWire {

    private static final int ADVISORY = 1;
    private static final int TAKE_UP_TO = 2;
    private static final int CALENDAR = 4;
    private static final int BLOCK = 8;
    private static final int ALERTS = 16;
    private static final int CHARGED_UNTIL = 32;

    private final byte[] algorithm;
    private final byte[] options;
    private final byte[] optionsOfMore;
    private final byte[] refundOptions;
    private final List<byte[]> limits = new ArrayList<>();
    private final List<byte[]> keySuffixes = new ArrayList<>();
    private final List<byte[]> block = new ArrayList<>();
    private final byte[] blockSuffix;
    private final List<byte[]> alerts = new ArrayList<>();
    private final byte[] calendarLimit;
    private final boolean calendar;
    private final boolean bucketOnly;
    private final LimitNumbers first;
    private final byte[] bucketOfOne;

    PlanWire(PlanNumbers numbers) {
        RateLimitPolicy policy = numbers.policy();
        this.algorithm = ascii(
                switch (numbers.algorithm()) {
                    case TOKEN_BUCKET -> "t";
                    case FIXED_WINDOW -> "f";
                    case SLIDING_WINDOW -> "w";
                    case SLIDING_LOG -> "l";
                    case LEAKY_BUCKET -> "k";
                });
        int calendarIndex = 0;
        limits.add(ascii(numbers.limits().size()));
        for (LimitNumbers limit : numbers.limits()) {
            String suffix =
                    keySuffixes.isEmpty() ? "" : ":" + limit.limit().period().toMillis();
            keySuffixes.add(ascii("}:" + policy.name() + suffix));
            limits.add(ascii(limit.capacity()));
            limits.add(ascii(limit.count()));
            limits.add(ascii(limit.periodMicros()));
            if (limit.calendar()) {
                calendarIndex = keySuffixes.size();
            }
        }
        this.calendar = calendarIndex > 0;
        this.calendarLimit = ascii(calendarIndex);
        this.blockSuffix = ascii("}:" + policy.name() + ":block");
        if (!policy.block().isEmpty()) {
            block.add(ascii(policy.block().size()));
            policy.block().forEach(step -> block.add(ascii(step.toMillis() * 1_000)));
        }
        if (!policy.alertAt().isEmpty()) {
            alerts.add(ascii(policy.alertAt().size()));
            policy.alertAt().forEach(level -> alerts.add(ascii(level)));
        }
        this.first = numbers.limits().get(0);
        this.bucketOnly = numbers.algorithm() == Algorithm.TOKEN_BUCKET
                && numbers.limits().size() == 1
                && policy.enforce()
                && block.isEmpty()
                && alerts.isEmpty();
        this.bucketOfOne = packed(first, 1);
        int always = calendar ? CALENDAR : 0;
        int flags = always
                | (policy.enforce() ? 0 : ADVISORY)
                | (block.isEmpty() ? 0 : BLOCK)
                | (alerts.isEmpty() ? 0 : ALERTS);
        this.options = ascii(flags);
        this.optionsOfMore = ascii(flags | TAKE_UP_TO);
        this.refundOptions = ascii(always | CHARGED_UNTIL);
    }

    /** Whether it is a token bucket with one limit and nothing else. */
    boolean isBucketOnly() {
        return bucketOnly;
    }

    /** The bucket's numbers and what is taken, all below 2^53, as {@code buckets.lua} reads them. */
    byte[] bucket(ResolvedCheck check) {
        TakeUpTo more = check.takeUpTo();
        if (more != null) {
            return packed(first, check.cost(), more.permits(), more.part());
        }
        return check.cost() == 1 ? bucketOfOne : packed(first, check.cost());
    }

    private static byte[] packed(LimitNumbers limit, long... taken) {
        ByteBuffer packed = ByteBuffer.allocate((3 + taken.length) * Double.BYTES)
                .putDouble((double) limit.capacity())
                .putDouble((double) limit.count())
                .putDouble((double) limit.periodMicros());
        for (long each : taken) {
            packed.putDouble((double) each);
        }
        return packed.array();
    }

    byte[] algorithm() {
        return algorithm;
    }

    byte[] options() {
        return options;
    }

    /** The options of a check that takes more than its cost when there is more. */
    byte[] optionsOfMore() {
        return optionsOfMore;
    }

    byte[] refundOptions() {
        return refundOptions;
    }

    /** How many limits, then capacity, count and period of each. */
    List<byte[]> limits() {
        return limits;
    }

    /** What follows the key's text in the name of each limit's key. */
    List<byte[]> keySuffixes() {
        return keySuffixes;
    }

    boolean hasBlock() {
        return !block.isEmpty();
    }

    /** How many steps of the block ladder, then each; empty without. */
    List<byte[]> block() {
        return block;
    }

    /** What follows the key's text in the name of the block's key. */
    byte[] blockSuffix() {
        return blockSuffix;
    }

    /** How many levels, then each; empty without. */
    List<byte[]> alerts() {
        return alerts;
    }

    boolean hasCalendar() {
        return calendar;
    }

    /** Which limit follows the calendar, from 1. */
    byte[] calendarLimit() {
        return calendarLimit;
    }
}
