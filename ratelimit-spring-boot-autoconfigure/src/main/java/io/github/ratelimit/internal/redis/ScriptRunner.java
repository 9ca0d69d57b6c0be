package io.github.ratelimit.internal.redis;

import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Runs the script: by its hash, and once more by its text if Redis has forgotten it. */
final class ScriptRunner {

    private final DecisionScript script;

    ScriptRunner(DecisionScript script) {
        this.script = script;
    }

    /** Sends the call and does not wait for its answer. */
    CompletionStage<List<?>> send(RedisSession session, ScriptCall call) {
        return sendHash(session, call)
                .exceptionallyCompose(failure -> failure instanceof RedisNoScriptException
                        ? sendText(session, call)
                        : CompletableFuture.failedStage(failure));
    }

    /** Several calls for one write. */
    ScriptBatch batch(RedisSession session) {
        return new ScriptBatch(script, session);
    }

    private RedisFuture<List<?>> sendHash(RedisSession session, ScriptCall call) {
        return session.commands().evalsha(script.sha(), ScriptOutputType.MULTI, call.keys(), call.arguments());
    }

    private RedisFuture<List<?>> sendText(RedisSession session, ScriptCall call) {
        return session.commands().eval(script.text(), ScriptOutputType.MULTI, call.keys(), call.arguments());
    }
}
