package io.github.ratelimit.internal.redis;

import static io.github.ratelimit.internal.redis.DecisionScript.ascii;

import io.github.ratelimit.internal.limiter.CalendarDay;
import io.github.ratelimit.internal.limiter.Charge;
import io.github.ratelimit.internal.limiter.Lists;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedCheck.TakeUpTo;
import io.github.ratelimit.internal.redis.ScriptRequest.Mode;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Writes checks and refunds as requests of a script call. The counterpart of the head of {@code decide.lua}. */
final class CallWriter {

    private final byte[] keyPrefix;

    CallWriter(String keyPrefix) {
        this.keyPrefix = ascii(keyPrefix + ":{");
    }

    /**
     * All checks, all or nothing.
     *
     * @param redisMicros Redis's time as far as known, to find the calendar days that may hold it
     */
    ScriptRequest decide(List<ResolvedCheck> checks, boolean take, long redisMicros) {
        List<PlanWire> wires = Lists.map(checks, CallWriter::wire);
        if (areBucketsOnly(checks, take, wires)) {
            return buckets(take ? Mode.TAKE_FROM_BUCKETS : Mode.PEEK_AT_BUCKETS, checks, wires);
        }
        ScriptRequest request = ScriptRequest.of(take ? Mode.TAKE : Mode.PEEK, checks.size());
        for (int i = 0; i < checks.size(); i++) {
            ResolvedCheck check = checks.get(i);
            PlanWire wire = wires.get(i);
            TakeUpTo more = take ? check.takeUpTo() : null;
            byte[] options = more == null ? wire.options() : wire.optionsOfMore();
            writeLimits(request, check, wire, check.cost(), options);
            if (more != null) {
                request.add(more.permits()).add(more.part());
            }
            writeCalendar(request, check, wire, redisMicros);
            writeBlock(request, check, wire);
            wire.alerts().forEach(request::add);
        }
        return request;
    }

    private static boolean areBucketsOnly(List<ResolvedCheck> checks, boolean take, List<PlanWire> wires) {
        for (int i = 0; i < checks.size(); i++) {
            ResolvedCheck check = checks.get(i);
            boolean plain = check.takeUpTo() == null ? check.cost() > 0 : take && checks.size() == 1;
            if (!plain || !wires.get(i).isBucketOnly()) {
                return false;
            }
        }
        return true;
    }

    private ScriptRequest buckets(Mode mode, List<ResolvedCheck> checks, List<PlanWire> wires) {
        return new ScriptRequest(
                mode,
                checks.size(),
                Lists.map(
                        checks,
                        wires,
                        (check, wire) -> key(check, wire.keySuffixes().get(0))),
                Lists.map(checks, wires, (check, wire) -> wire.bucket(check)));
    }

    /** Gives all charges back, each by itself: two of one budget must see each other. */
    List<ScriptRequest> refund(List<Charge> charges, long redisMicros) {
        return Lists.map(charges, charge -> {
            ScriptRequest request = ScriptRequest.of(Mode.REFUND, 1);
            PlanWire wire = wire(charge.check());
            writeLimits(request, charge.check(), wire, -charge.check().cost(), wire.refundOptions());
            writeCalendar(request, charge.check(), wire, redisMicros);
            charge.untilMicros().forEach(request::add);
            return request;
        });
    }

    /** A request on a key of its own, which expires at once: it warms what it touches. */
    ScriptRequest warmUp() {
        ScriptRequest request = ScriptRequest.of(Mode.TAKE, 1);
        request.keys().add(key("", ascii("}")));
        return request.add(ascii("t")).add(1).add(0).add(1).add(1).add(1).add(1_000);
    }

    /** All keys that hold anything of these checks' budgets, blocks included. */
    byte[][] keys(List<ResolvedCheck> checks) {
        List<byte[]> keys = new ArrayList<>();
        for (ResolvedCheck check : checks) {
            PlanWire wire = wire(check);
            wire.keySuffixes().forEach(suffix -> keys.add(key(check, suffix)));
            if (wire.hasBlock()) {
                keys.add(key(check, wire.blockSuffix()));
            }
        }
        return keys.toArray(byte[][]::new);
    }

    /** A refund never touches a block, so it sends none. */
    private void writeBlock(ScriptRequest request, ResolvedCheck check, PlanWire wire) {
        if (wire.hasBlock()) {
            request.keys().add(key(check, wire.blockSuffix()));
            wire.block().forEach(request::add);
        }
    }

    private void writeLimits(ScriptRequest request, ResolvedCheck check, PlanWire wire, long cost, byte[] options) {
        for (byte[] suffix : wire.keySuffixes()) {
            request.keys().add(key(check, suffix));
        }
        request.add(wire.algorithm()).add(cost).add(options);
        wire.limits().forEach(request::add);
    }

    private static void writeCalendar(ScriptRequest request, ResolvedCheck check, PlanWire wire, long redisMicros) {
        if (wire.hasCalendar()) {
            ZoneId zone = Objects.requireNonNull(check.policy().zone());
            CalendarDay day = CalendarDay.around(redisMicros, zone);
            request.add(wire.calendarLimit()).add(day.start()).add(day.end()).add(day.nextEnd());
        }
    }

    private static PlanWire wire(ResolvedCheck check) {
        return check.numbers().form(PlanWire.class, PlanWire::new);
    }

    private byte[] key(ResolvedCheck check, byte[] suffix) {
        return key(check.key(), suffix);
    }

    /** The text between prefix and suffix is ASCII, as all keys are. */
    private byte[] key(String text, byte[] suffix) {
        byte[] key = Arrays.copyOf(keyPrefix, keyPrefix.length + text.length() + suffix.length);
        for (int i = 0; i < text.length(); i++) {
            key[keyPrefix.length + i] = (byte) text.charAt(i);
        }
        System.arraycopy(suffix, 0, key, key.length - suffix.length, suffix.length);
        return key;
    }
}
