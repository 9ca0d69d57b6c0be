package io.github.ratelimit.internal.redis;

import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Runs the script: by its hash, and once more by its text if Redis has forgotten it. */
final class ScriptRunner {

    private final DecisionScript script;

    ScriptRunner(DecisionScript script) {
        this.script = script;
    }

    /** Runs the call and notes Redis's time. An answer that comes after the deadline goes to {@code late}. */
    ScriptReply run(RedisSession session, ScriptCall call, Deadline deadline, Consumer<List<?>> late)
            throws StoreFailureException, TimeoutException {
        try {
            ScriptReply reply = new ScriptReply(answer(session, call, deadline, late));
            session.observe(reply.nowMicros());
            return reply;
        } catch (RedisCommandExecutionException error) {
            throw new StoreFailureException("Redis answered " + error.getMessage(), error);
        }
    }

    private List<?> answer(RedisSession session, ScriptCall call, Deadline deadline, Consumer<List<?>> late)
            throws StoreFailureException, TimeoutException {
        try {
            return Replies.await(sendHash(session, call), deadline, late);
        } catch (RedisNoScriptException forgotten) {
            return Replies.await(sendText(session, call), deadline, late);
        }
    }

    /** Sends the call and does not wait for its answer. */
    CompletionStage<List<?>> send(RedisSession session, ScriptCall call) {
        return sendHash(session, call)
                .exceptionallyCompose(failure -> failure instanceof RedisNoScriptException
                        ? sendText(session, call)
                        : CompletableFuture.failedStage(failure));
    }

    private RedisFuture<List<?>> sendHash(RedisSession session, ScriptCall call) {
        RedisClusterAsyncCommands<byte[], byte[]> commands = session.commands();
        return commands.evalsha(script.sha(), ScriptOutputType.MULTI, call.keyArray(), call.argumentArray());
    }

    private RedisFuture<List<?>> sendText(RedisSession session, ScriptCall call) {
        return session.commands().eval(script.text(), ScriptOutputType.MULTI, call.keyArray(), call.argumentArray());
    }
}
