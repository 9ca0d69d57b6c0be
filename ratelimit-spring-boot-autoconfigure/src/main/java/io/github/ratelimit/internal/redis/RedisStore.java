package io.github.ratelimit.internal.redis;

import io.github.ratelimit.internal.limiter.Charge;
import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.RateLimitStore;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts in Redis, for all instances with the same key prefix. One round trip a decision; a second one only if the
 * script was forgotten, the calendar day has changed, or Redis's clock has moved. All within one deadline.
 */
public final class RedisStore implements RateLimitStore {

    private static final Logger log = LoggerFactory.getLogger(RedisStore.class);

    private final RedisLink link;
    private final CallWriter writer;
    private final ScriptRunner runner;
    private final Duration deadline;

    RedisStore(RedisLink link, CallWriter writer, DecisionScript script, Duration deadline) {
        this.link = link;
        this.writer = writer;
        this.runner = new ScriptRunner(script);
        this.deadline = deadline;
    }

    /** A link that loads the script, to be shared with {@link #over}. */
    public static RedisLink link(LettuceConnector connector, String keyPrefix) {
        return new RedisLink(connector, DecisionScript.load(), new CallWriter(keyPrefix).warmUp());
    }

    /**
     * A store over a connection.
     *
     * @param keyPrefix what all its keys begin with
     * @param deadline the longest that a caller waits
     */
    public static RedisStore over(RedisLink link, String keyPrefix, Duration deadline) {
        return new RedisStore(link, new CallWriter(keyPrefix), DecisionScript.load(), deadline);
    }

    @Override
    public ChargedDecision decide(List<ResolvedCheck> checks, boolean take) throws StoreFailureException {
        Deadline end = Deadline.in(deadline);
        RedisSession session = link.session();
        try {
            return decide(session, checks, take, end);
        } catch (TimeoutException late) {
            if (session.missed()) {
                link.drop(session);
            }
            throw new StoreFailureException("no answer from Redis within " + deadline.toMillis() + " ms", late);
        } catch (RedisException failure) {
            throw new StoreFailureException(failure.toString(), failure);
        } catch (StoreFailureException failure) {
            if (isOfTheServer(failure)) {
                link.drop(session);
            }
            throw failure;
        }
    }

    private ChargedDecision decide(RedisSession session, List<ResolvedCheck> checks, boolean take, Deadline end)
            throws StoreFailureException, TimeoutException {
        long redisMicros = session.redisMicros();
        for (int attempt = 0; attempt < 2; attempt++) {
            ScriptReply reply = runInTime(
                    session, writer.decide(checks, take, redisMicros), end, late -> giveBack(late, checks, take));
            ChargedDecision decision = reply.decision(checks, take);
            if (decision != null) {
                return decision;
            }
            // Redis is in another day than this clock thought; the answer told its time.
            redisMicros = reply.nowMicros();
        }
        throw new StoreFailureException("Redis's clock left the calendar day twice within one call");
    }

    /** Whether this Redis cannot count for now, whatever it is asked: a replica after a failover, one that loads. */
    private static boolean isOfTheServer(StoreFailureException failure) {
        String reason = String.valueOf(failure.getMessage());
        return reason.contains("READONLY") || reason.contains("LOADING") || reason.contains("MASTERDOWN");
    }

    /** "Too late" while the caller still waits means that the clock has moved: the answer told by how much. */
    private ScriptReply runInTime(RedisSession session, ScriptCall call, Deadline end, Consumer<List<?>> late)
            throws StoreFailureException, TimeoutException {
        for (int attempt = 0; attempt < 2; attempt++) {
            call.notAfter(session.redisMicros(end));
            ScriptReply reply = runner.run(session, call, end, late);
            if (!reply.isTooLate()) {
                return reply;
            }
        }
        throw new StoreFailureException("Redis ran the call later than its caller could wait");
    }

    /** The caller has gone another way; what Redis charged for it goes back. */
    private void giveBack(List<?> late, List<ResolvedCheck> checks, boolean take) {
        try {
            ScriptReply reply = new ScriptReply(late);
            ChargedDecision decision = reply.isTooLate() ? null : reply.decision(checks, take);
            List<Charge> charges = decision == null ? List.of() : decision.takeCharges();
            if (!charges.isEmpty()) {
                refund(charges);
            }
        } catch (StoreFailureException failure) {
            log.debug("A late answer decided nothing", failure);
        }
    }

    @Override
    public void refund(List<Charge> charges) {
        try {
            RedisSession session = link.session();
            runner.send(session, writer.refund(charges, session.redisMicros())).exceptionally(failure -> {
                log.debug("A refund was lost; the permits come back by themselves", failure);
                return List.of();
            });
        } catch (StoreFailureException | RedisException failure) {
            log.debug("A refund was lost; the permits come back by themselves", failure);
        }
    }

    @Override
    public void reset(List<ResolvedCheck> checks) throws StoreFailureException {
        try {
            Replies.await(link.session().commands().del(writer.keys(checks)), Deadline.in(deadline));
        } catch (TimeoutException | RedisCommandExecutionException failure) {
            throw new StoreFailureException("Redis did not delete it: " + failure.getMessage(), failure);
        } catch (RedisException failure) {
            throw new StoreFailureException(failure.toString(), failure);
        }
    }
}
