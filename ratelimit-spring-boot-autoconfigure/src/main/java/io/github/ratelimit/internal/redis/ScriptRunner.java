package io.github.ratelimit.internal.redis;

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
    CompletionStage<List<Object>> send(RedisSession session, ScriptCall call) {
        return sendHash(session, call)
                .exceptionallyCompose(failure -> ServerError.isNoScript(session.errorAnswered(failure))
                        ? sendText(session, call)
                        : CompletableFuture.failedStage(failure));
    }

    /** Sends calls of a Cluster. The replies are in their order. */
    List<CompletionStage<List<Object>>> sendAll(RedisSession session, List<SlotCall> calls) {
        return session.runAll(script, calls);
    }

    private CompletionStage<List<Object>> sendHash(RedisSession session, ScriptCall call) {
        return session.evalHash(script.sha(), call.keys(), call.arguments());
    }

    private CompletionStage<List<Object>> sendText(RedisSession session, ScriptCall call) {
        return session.evalList(script.text(), call.keys(), call.arguments());
    }
}
