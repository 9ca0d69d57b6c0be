package io.github.ratelimit.internal.redis;

import io.github.ratelimit.RateLimitCircuitBreakerEvent;
import io.github.ratelimit.internal.limiter.Charge;
import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.Lists;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.SharedStore;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.limiter.WaitBudget;
import io.github.ratelimit.internal.redis.RunningDecision.Asked;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts in Redis, for all instances with the same key prefix. One round trip a decision; a second one only if the
 * script was forgotten, the calendar day has changed, or Redis's clock has moved. All within one deadline.
 */
public final class RedisStore implements SharedStore {

    private static final Logger log = LoggerFactory.getLogger(RedisStore.class);

    private final RedisLink link;
    private final CallWriter writer;
    private final ScriptRunner runner;
    private final CallLine line;
    private final BiConsumer<Asked, Answer.Replied> late = this::giveBack;
    private final Duration deadline;
    private volatile BiConsumer<List<Charge>, Throwable> onFailedRefund = (charges, failure) -> lost(failure);

    RedisStore(RedisLink link, CallWriter writer, DecisionScript script, StoreBreaker breaker, Duration deadline) {
        this.link = link;
        this.writer = writer;
        this.runner = new ScriptRunner(script);
        this.line = new CallLine(link, breaker, script, deadline);
        this.deadline = deadline;
        link.bear(deadline);
        link.beforeUse(breaker::connected);
        breaker.onChange(event -> {
            if (event.to() == RateLimitCircuitBreakerEvent.State.OPEN) {
                link.replace(); // a frozen server or a half-dead socket shows in nothing else
            }
        });
    }

    /** A link that loads the script, to be shared with {@link #over}. */
    public static RedisLink link(RedisConnector connector, String keyPrefix) {
        return new RedisLink(connector, DecisionScript.load(), new CallWriter(keyPrefix).warmUp());
    }

    /**
     * A store over a connection.
     *
     * @param keyPrefix what all its keys begin with
     * @param breaker opens when Redis fails too often
     * @param deadline the longest that a request waits
     */
    public static RedisStore over(RedisLink link, String keyPrefix, StoreBreaker breaker, Duration deadline) {
        return new RedisStore(link, new CallWriter(keyPrefix), link.script(), breaker, deadline);
    }

    /** Tells how each script call ends. */
    public void onCallEnd(CallListener listener) {
        line.onEnd(listener);
    }

    @Override
    public ChargedDecision decide(List<ResolvedCheck> checks, boolean take, WaitBudget budget)
            throws StoreFailureException {
        RedisSession session = line.session();
        long start = System.nanoTime();
        long left = budget.leftNanos(start, deadline);
        if (left == 0) {
            throw new StoreFailureException("the request has waited for Redis long enough");
        }
        try {
            return begin(new Asked(checks, take, new Deadline(start + left), false), session)
                    .finish();
        } finally {
            long now = System.nanoTime();
            budget.spend(now - start, now, deadline);
        }
    }

    @Override
    public List<@Nullable ChargedDecision> peekAll(List<List<ResolvedCheck>> requests) {
        RedisSession session;
        try {
            session = line.session();
        } catch (StoreFailureException notAskedForNow) {
            return Collections.nCopies(requests.size(), null);
        }
        Deadline end = Deadline.in(deadline);
        List<Asked> asked = Lists.map(requests, checks -> new Asked(checks, false, end, false));
        List<@Nullable ChargedDecision> decisions = new ArrayList<>(requests.size());
        for (RunningDecision running : RunningDecision.startBeside(line, writer, asked, session.redisMicros(), late)) {
            decisions.add(finish(running));
        }
        return decisions;
    }

    private static @Nullable ChargedDecision finish(RunningDecision running) {
        try {
            return running.finish();
        } catch (StoreFailureException failure) {
            log.debug("Redis did not tell, and whoever needs it asks again", failure);
            return null;
        }
    }

    /** Sends a request whose caller must finish it. */
    RunningDecision begin(Asked asked) throws StoreFailureException {
        return begin(asked, line.session());
    }

    private RunningDecision begin(Asked asked, RedisSession session) throws StoreFailureException {
        return RunningDecision.start(line, writer, asked, session.redisMicros(), late);
    }

    /** The caller has gone another way; what Redis charged for it goes back. */
    private void giveBack(Asked asked, Answer.Replied late) {
        try {
            ChargedDecision decision = late.reply().decision(asked.checks(), asked.take());
            List<Charge> charges = decision == null ? List.of() : decision.takeCharges();
            if (!charges.isEmpty()) {
                refund(charges, late.from());
            }
        } catch (StoreFailureException | RuntimeException failure) {
            log.debug("A late answer decided nothing", failure); // the answers to others must not suffer from it
        }
    }

    /** Takes what could not be given back here, on a thread that it must not hold up. */
    void onFailedRefund(BiConsumer<List<Charge>, Throwable> action) {
        onFailedRefund = action;
    }

    @Override
    public void refund(List<Charge> charges) {
        RedisSession session = link.session();
        if (session != null) { // else the permits come back by themselves
            refund(charges, session);
        }
    }

    private void refund(List<Charge> charges, RedisSession session) {
        refund(charges, false, session, failure -> onFailedRefund.accept(charges, failure));
    }

    /** Gives back what another primary has sent on; tried once. */
    void refundRedirected(List<Charge> charges, boolean asking) {
        RedisSession session = link.session();
        if (session != null) {
            refund(charges, asking, session, RedisStore::lost);
        }
    }

    private void refund(List<Charge> charges, boolean asking, RedisSession session, Consumer<Throwable> failed) {
        try {
            ScriptCall call = ScriptCall.of(0, writer.refund(charges, session.redisMicros()));
            CompletionStage<List<Object>> reply = asking
                    ? runner.sendAll(session, List.of(new SlotCall(call, true))).get(0)
                    : runner.send(session, call);
            CompletionStage<List<Object>> unused = reply.exceptionally(failure -> {
                failed.accept(failure);
                return List.of();
            });
        } catch (RuntimeException failure) {
            lost(failure);
        }
    }

    static void lost(Throwable failure) {
        log.debug("A refund was lost; the permits come back by themselves", failure);
    }

    @Override
    public void reset(List<ResolvedCheck> checks) throws StoreFailureException {
        RedisSession session = line.session();
        try {
            Replies.await(session.delete(writer.keys(checks)), Deadline.in(deadline));
        } catch (RuntimeException failure) {
            throw new StoreFailureException(failure.toString(), failure);
        }
    }
}
