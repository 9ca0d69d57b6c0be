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

/** Runs the script: by its hash, and once more by its text if Redis has forgotten it. */
final class ScriptRunner {

    private final DecisionScript script;

    ScriptRunner(DecisionScript script) {
        this.script = script;
    }

    /** Runs the call and notes Redis's time. */
    ScriptReply run(RedisSession session, ScriptCall call, Deadline deadline)
            throws StoreFailureException, TimeoutException {
        List<?> reply;
        try {
            reply = Replies.await(sendHash(session, call), deadline);
        } catch (RedisNoScriptException forgotten) {
            reply = Replies.await(sendText(session, call), deadline);
        } catch (RedisCommandExecutionException error) {
            throw new StoreFailureException("Redis answered " + error.getMessage(), error);
        }
        if (reply == null) {
            throw new StoreFailureException("Redis answered nothing");
        }
        ScriptReply read = new ScriptReply(reply);
        session.observe(read.nowMicros());
        return read;
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
