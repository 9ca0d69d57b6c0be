package io.github.ratelimit.internal.redis;

import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.Lists;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import java.util.List;
import java.util.function.BiConsumer;

/** A decision that one Redis was asked for. Who has begun it must finish it, or its place in flight stays taken. */
final class RunningDecision {

    private final CallLine line;
    private final CallWriter writer;
    private PendingRequest pending;

    /**
     * What is asked for.
     *
     * @param asking whether the checks' slot is on its way to the Redis asked
     */
    record Asked(List<ResolvedCheck> checks, boolean take, Deadline end, boolean asking) {}

    /** Not sent yet. */
    private RunningDecision(
            CallLine line, CallWriter writer, Asked asked, long redisMicros, BiConsumer<Asked, Answer.Replied> late) {
        this.line = line;
        this.writer = writer;
        this.pending = new PendingRequest(asked, request(asked, redisMicros), false, late);
    }

    /** Sends it. */
    static RunningDecision start(
            CallLine line, CallWriter writer, Asked asked, long redisMicros, BiConsumer<Asked, Answer.Replied> late)
            throws StoreFailureException {
        RunningDecision decision = new RunningDecision(line, writer, asked, redisMicros, late);
        line.start(decision.pending);
        return decision;
    }

    /** Sends all of them beside what waits on the line. */
    static List<RunningDecision> startBeside(
            CallLine line,
            CallWriter writer,
            List<Asked> all,
            long redisMicros,
            BiConsumer<Asked, Answer.Replied> late) {
        List<RunningDecision> decisions =
                Lists.map(all, asked -> new RunningDecision(line, writer, asked, redisMicros, late));
        line.startBeside(Lists.map(decisions, decision -> decision.pending));
        return decisions;
    }

    ChargedDecision finish() throws StoreFailureException {
        Asked asked = pending.asked();
        RequestReply reply = reply(line.await(pending));
        ChargedDecision decision = reply.decision(asked.checks(), asked.take());
        if (decision == null) {
            // Redis is in another day than this clock thought; the answer told its time.
            pending = pending.with(request(asked, reply.nowMicros()));
            decision = reply(line.ask(pending)).decision(asked.checks(), asked.take());
        }
        if (decision == null) {
            throw new StoreFailureException("Redis's clock left the calendar day twice within one call");
        }
        return decision;
    }

    /** "Too late" while the caller still waits means that the clock has moved, so it is sent once more. */
    private RequestReply reply(Answer first) throws StoreFailureException {
        Answer answer = first;
        if (answer instanceof Answer.TooLate) {
            answer = line.ask(pending.again());
        }
        if (answer instanceof Answer.Replied replied) {
            return replied.reply();
        }
        throw new StoreFailureException("Redis ran the call later than its caller could wait");
    }

    private ScriptRequest request(Asked asked, long redisMicros) {
        return writer.decide(asked.checks(), asked.take(), redisMicros);
    }
}
