package io.github.ratelimit.internal.redis;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Script calls of different Cluster slots, which leave in one write; one that Redis has forgotten runs again by its text. */
final class LettuceBatch {

    private static final ByteArrayCodec CODEC = ByteArrayCodec.INSTANCE;

    private final DecisionScript script;
    private final LettuceSession session;
    private final List<AsyncCommand<byte[], byte[], ?>> commands = new ArrayList<>();
    private final List<CompletionStage<List<Object>>> replies = new ArrayList<>();

    LettuceBatch(DecisionScript script, LettuceSession session) {
        this.script = script;
        this.session = session;
    }

    /**
     * One more.
     *
     * @param asking whether its slot is on its way to this server
     */
    void add(ScriptCall call, boolean asking) {
        CommandArgs<byte[], byte[]> hash = new CommandArgs<>(CODEC).add(script.sha());
        CompletionStage<List<Object>> byHash = add(CommandType.EVALSHA, hash, call, asking);
        replies.add(byHash.exceptionallyCompose(failure -> failure instanceof RedisNoScriptException
                ? sendText(call, asking)
                : CompletableFuture.failedStage(failure)));
    }

    private CompletionStage<List<Object>> sendText(ScriptCall call, boolean asking) {
        LettuceBatch alone = new LettuceBatch(script, session);
        CommandArgs<byte[], byte[]> text = new CommandArgs<>(CODEC).add(script.text());
        CompletionStage<List<Object>> reply = alone.add(CommandType.EVAL, text, call, asking);
        session.send(alone.commands);
        return reply;
    }

    private CompletionStage<List<Object>> add(
            CommandType type, CommandArgs<byte[], byte[]> arguments, ScriptCall call, boolean asking) {
        if (asking) {
            commands.add(new AsyncCommand<>(new Command<>(CommandType.ASKING, new StatusOutput<>(CODEC))));
        }
        arguments.add(call.keys().length);
        LettuceSession.addAll(arguments, call.keys());
        LettuceSession.addAll(arguments, call.arguments());
        AsyncCommand<byte[], byte[], List<Object>> command =
                new AsyncCommand<>(new Command<>(type, new NestedMultiOutput<>(CODEC), arguments));
        commands.add(command);
        return command;
    }

    /** Sends them. The replies are in their order. */
    List<CompletionStage<List<Object>>> send() {
        session.send(commands);
        return replies;
    }
}
