package io.github.ratelimit.internal.redis;

import static io.github.ratelimit.internal.redis.DecisionScript.ascii;
import static java.nio.charset.StandardCharsets.US_ASCII;

import io.github.ratelimit.internal.limiter.CalendarDay;
import io.github.ratelimit.internal.limiter.Charge;
import io.github.ratelimit.internal.limiter.PlanNumbers;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** Writes checks and refunds as script calls. The counterpart of the head of {@code decide.lua}. */
final class CallWriter {

    private static final byte[] TAKE = ascii("t");
    private static final byte[] PEEK = ascii("p");
    private static final byte[] REFUND = ascii("r");
    private static final byte[] ONE = ascii(1);

    private final byte[] keyPrefix;
    private final Map<PlanNumbers, PlanWire> wires = new ConcurrentHashMap<>();

    CallWriter(String keyPrefix) {
        this.keyPrefix = ascii(keyPrefix + ":{");
    }

    /**
     * One request: all checks, all or nothing.
     *
     * @param redisMicros Redis's time as far as known, to find the calendar days that may hold it
     */
    ScriptCall decide(List<ResolvedCheck> checks, boolean take, long redisMicros) {
        ScriptCall call = ScriptCall.empty().add(ONE).add(take ? TAKE : PEEK).add(checks.size());
        for (ResolvedCheck check : checks) {
            PlanWire wire = wire(check);
            writeCheck(call, check, wire, check.cost(), wire.options(), redisMicros);
            writeBlock(call, check, wire);
            wire.alerts().forEach(call::add);
        }
        return call;
    }

    /** One request that gives all charges back. */
    ScriptCall refund(List<Charge> charges, long redisMicros) {
        ScriptCall call = ScriptCall.empty().add(ONE).add(REFUND).add(charges.size());
        for (Charge charge : charges) {
            PlanWire wire = wire(charge.check());
            writeCheck(call, charge.check(), wire, -charge.check().cost(), wire.refundOptions(), redisMicros);
            charge.untilMicros().forEach(call::add);
        }
        return call;
    }

    /** A call of the script on a key of its own, which expires at once: it warms what it touches. */
    ScriptCall warmUp() {
        ScriptCall call = ScriptCall.empty();
        call.keys().add(concat(keyPrefix, new byte[0], ascii("}")));
        return call.add(ONE)
                .add(TAKE)
                .add(1)
                .add(ascii("t"))
                .add(1)
                .add(0)
                .add(1)
                .add(1)
                .add(1)
                .add(1_000);
    }

    /** All keys that hold anything of these checks' budgets, blocks included. */
    byte[][] keys(List<ResolvedCheck> checks) {
        List<byte[]> keys = new ArrayList<>();
        for (ResolvedCheck check : checks) {
            PlanWire wire = wire(check);
            byte[] key = ascii(check.key());
            wire.keySuffixes().forEach(suffix -> keys.add(concat(keyPrefix, key, suffix)));
            if (wire.hasBlock()) {
                keys.add(concat(keyPrefix, key, wire.blockSuffix()));
            }
        }
        return keys.toArray(byte[][]::new);
    }

    /** A refund never touches a block, so it sends none. */
    private void writeBlock(ScriptCall call, ResolvedCheck check, PlanWire wire) {
        if (wire.hasBlock()) {
            call.keys().add(concat(keyPrefix, ascii(check.key()), wire.blockSuffix()));
            wire.block().forEach(call::add);
        }
    }

    private void writeCheck(
            ScriptCall call, ResolvedCheck check, PlanWire wire, long cost, byte[] options, long redisMicros) {
        byte[] key = check.key().getBytes(US_ASCII);
        for (byte[] suffix : wire.keySuffixes()) {
            call.keys().add(concat(keyPrefix, key, suffix));
        }
        call.add(wire.algorithm()).add(cost).add(options);
        wire.limits().forEach(call::add);
        if (wire.hasCalendar()) {
            ZoneId zone = Objects.requireNonNull(check.policy().zone());
            CalendarDay day = CalendarDay.around(redisMicros, zone);
            call.add(wire.calendarLimit()).add(day.start()).add(day.end()).add(day.nextEnd());
        }
    }

    private PlanWire wire(ResolvedCheck check) {
        return wires.computeIfAbsent(check.numbers(), numbers -> new PlanWire(check.policy(), numbers));
    }

    private static byte[] concat(byte[] first, byte[] second, byte[] third) {
        byte[] all = new byte[first.length + second.length + third.length];
        System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        System.arraycopy(third, 0, all, first.length + second.length, third.length);
        return all;
    }
}
