package io.github.ratelimit.internal.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A connection of Lettuce: the fast path, where many commands are on their way at once. */
final class LettuceSession extends RedisSession {

    private static final ByteArrayCodec CODEC = ByteArrayCodec.INSTANCE;

    private final StatefulRedisConnection<byte[], byte[]> connection;
    private final RedisAsyncCommands<byte[], byte[]> commands;

    LettuceSession(StatefulRedisConnection<byte[], byte[]> connection) {
        this.connection = connection;
        this.commands = connection.async();
    }

    /** Sends all of these in one write, with nothing between them. */
    void send(List<AsyncCommand<byte[], byte[], ?>> together) {
        connection.dispatch(together);
    }

    @Override
    boolean isOpen() {
        return connection.isOpen();
    }

    @Override
    void close() {
        CompletableFuture<Void> unused = connection.closeAsync(); // nobody waits for a lost connection to close
    }

    @Override
    CompletionStage<List<Object>> evalHash(String sha, byte[][] keys, byte[]... arguments) {
        return eval(CommandType.EVALSHA, new CommandArgs<>(CODEC).add(sha), keys, arguments);
    }

    @Override
    CompletionStage<List<Object>> evalList(byte[] script, byte[][] keys, byte[]... arguments) {
        return eval(CommandType.EVAL, new CommandArgs<>(CODEC).add(script), keys, arguments);
    }

    private CompletionStage<List<Object>> eval(
            CommandType type, CommandArgs<byte[], byte[]> script, byte[][] keys, byte[][] arguments) {
        script.add(keys.length);
        addAll(script, keys);
        addAll(script, arguments);
        return commands.dispatch(type, new NestedMultiOutput<>(CODEC), script);
    }

    /** As bytes, which a codec would copy first. */
    static void addAll(CommandArgs<byte[], byte[]> command, byte[][] some) {
        for (byte[] each : some) {
            command.add(each);
        }
    }

    @Override
    CompletionStage<Long> evalNumber(byte[] script, byte[][] keys, byte[]... arguments) {
        return commands.eval(script, ScriptOutputType.INTEGER, keys, arguments);
    }

    @Override
    CompletionStage<?> loadScript(byte[] script) {
        return commands.scriptLoad(script);
    }

    @Override
    CompletionStage<List<byte[]>> time() {
        return commands.time();
    }

    @Override
    CompletionStage<Map<byte[], byte[]>> hashFields(byte[] key) {
        return commands.hgetall(key);
    }

    @Override
    CompletionStage<?> setHashFields(byte[] key, Map<byte[], byte[]> fields) {
        return commands.hset(key, fields);
    }

    @Override
    CompletionStage<?> delete(byte[]... keys) {
        return commands.del(keys);
    }

    @Override
    CompletionStage<?> publish(byte[] channel, byte[] message) {
        return commands.publish(channel, message);
    }

    @Override
    List<CompletionStage<List<Object>>> runAll(DecisionScript script, List<SlotCall> calls) {
        LettuceBatch batch = new LettuceBatch(script, this);
        calls.forEach(each -> batch.add(each.call(), each.asking()));
        return batch.send();
    }

    @Override
    CompletionStage<List<Object>> clusterSlots() {
        return commands.clusterSlots();
    }

    @Override
    @Nullable
    String errorAnswered(Throwable failure) {
        return failure instanceof RedisCommandExecutionException ? String.valueOf(failure.getMessage()) : null;
    }
}
