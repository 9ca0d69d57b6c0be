package io.github.ratelimit.internal.redis;

import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Runs the script: by its hash, and once more by its text if Redis has forgotten it. */
final class ScriptRunner {

    private static final ByteArrayCodec CODEC = ByteArrayCodec.INSTANCE;

    private final DecisionScript script;

    ScriptRunner(DecisionScript script) {
        this.script = script;
    }

    /** Sends the call and does not wait for its answer. */
    CompletionStage<List<Object>> send(RedisSession session, ScriptCall call) {
        return sendHash(session, call)
                .exceptionallyCompose(failure -> failure instanceof RedisNoScriptException
                        ? sendText(session, call)
                        : CompletableFuture.failedStage(failure));
    }

    /** Several calls for one write. */
    ScriptBatch batch(RedisSession session) {
        return new ScriptBatch(script, session);
    }

    private RedisFuture<List<Object>> sendHash(RedisSession session, ScriptCall call) {
        return send(session, CommandType.EVALSHA, new CommandArgs<>(CODEC).add(script.sha()), call);
    }

    private RedisFuture<List<Object>> sendText(RedisSession session, ScriptCall call) {
        return send(session, CommandType.EVAL, new CommandArgs<>(CODEC).add(script.text()), call);
    }

    private static RedisFuture<List<Object>> send(
            RedisSession session, CommandType type, CommandArgs<byte[], byte[]> arguments, ScriptCall call) {
        return session.commands().dispatch(type, new NestedMultiOutput<>(CODEC), call.addTo(arguments));
    }
}
