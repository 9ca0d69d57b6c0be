package io.github.ratelimit.internal.redis;

import static io.github.ratelimit.internal.redis.DecisionScript.ascii;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.Protocol.Keyword;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * A connection of Jedis, whose calls block: a thread of its own makes one after the other, so that callers leave at their
 * deadline whatever the socket does. An answer that is late is still read, and its charge given back. The first that does
 * not come within the socket's timeout ends the session, and with it all that wait behind it.
 */
final class JedisSession extends RedisSession {

    private static final long LOOK_MILLIS = 100;

    private final JedisConnection connection;
    private final BlockingQueue<Question<?>> questions = new LinkedBlockingQueue<>(RedisConnector.MAX_UNANSWERED);
    private volatile boolean closed;

    private record Question<T>(
            boolean asking,
            CommandArguments command,
            Function<@Nullable Object, T> reader,
            CompletableFuture<T> answer) {

        void answer(@Nullable Object reply) {
            answer.complete(reader.apply(reply));
        }
    }

    /** Closes the connection with the session. */
    JedisSession(JedisConnection connection) {
        this.connection = connection;
        Thread thread = new Thread(this::answerAll, "ratelimit-jedis");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    boolean isOpen() {
        return !closed;
    }

    @Override
    void close() {
        closed = true;
        connection.close(); // which its thread notices
    }

    private void answerAll() {
        try {
            while (!closed) {
                Question<?> next = questions.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                if (next != null) {
                    answer(next);
                } else if (connection.isLost()) {
                    closed = true;
                }
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } finally {
            close();
            failAll();
        }
    }

    private void answer(Question<?> question) {
        try {
            if (question.asking()) {
                connection.ask(new CommandArguments(Command.ASKING)); // which holds for the next command
            }
            question.answer(connection.ask(question.command()));
        } catch (JedisDataException error) {
            question.answer().completeExceptionally(error);
        } catch (RuntimeException | Error lost) {
            closed = true; // before anybody asks again because of it
            question.answer().completeExceptionally(lost);
        }
    }

    private void failAll() {
        for (Question<?> next = questions.poll(); next != null; next = questions.poll()) {
            next.answer().completeExceptionally(new JedisConnectionException("the connection is closed"));
        }
    }

    private <T> CompletableFuture<T> ask(CommandArguments command, Function<@Nullable Object, T> reader) {
        return ask(false, command, reader);
    }

    private <T> CompletableFuture<T> ask(
            boolean asking, CommandArguments command, Function<@Nullable Object, T> reader) {
        Question<T> question = new Question<>(asking, command, reader, new CompletableFuture<>());
        if (closed || !questions.offer(question)) {
            question.answer().completeExceptionally(new JedisConnectionException("closed, or too many are unanswered"));
        } else if (closed) {
            failAll(); // its thread may have done so before this one was there
        }
        return question.answer();
    }

    private static CommandArguments eval(Command command, byte[] script, byte[][] keys, byte[]... arguments) {
        return new CommandArguments(command)
                .add(script)
                .add(keys.length)
                .addObjects((Object[]) keys)
                .addObjects((Object[]) arguments);
    }

    @Override
    CompletionStage<List<Object>> evalHash(String sha, byte[][] keys, byte[]... arguments) {
        return ask(eval(Command.EVALSHA, ascii(sha), keys, arguments), JedisSession::list);
    }

    @Override
    CompletionStage<List<Object>> evalList(byte[] script, byte[][] keys, byte[]... arguments) {
        return ask(eval(Command.EVAL, script, keys, arguments), JedisSession::list);
    }

    @Override
    CompletionStage<Long> evalNumber(byte[] script, byte[][] keys, byte[]... arguments) {
        return ask(eval(Command.EVAL, script, keys, arguments), Long.class::cast);
    }

    @Override
    List<CompletionStage<List<Object>>> runAll(DecisionScript script, List<SlotCall> calls) {
        return calls.stream().map(each -> run(script, each)).toList();
    }

    private CompletionStage<List<Object>> run(DecisionScript script, SlotCall each) {
        ScriptCall call = each.call();
        CommandArguments hash = eval(Command.EVALSHA, ascii(script.sha()), call.keys(), call.arguments());
        return ask(each.asking(), hash, JedisSession::list)
                .exceptionallyCompose(failure -> ServerError.isNoScript(errorAnswered(failure))
                        ? ask(
                                each.asking(),
                                eval(Command.EVAL, script.text(), call.keys(), call.arguments()),
                                JedisSession::list)
                        : CompletableFuture.failedStage(failure));
    }

    @Override
    CompletionStage<List<Object>> clusterSlots() {
        return ask(new CommandArguments(Command.CLUSTER).add("SLOTS"), JedisSession::list);
    }

    @Override
    CompletionStage<?> loadScript(byte[] script) {
        return ask(new CommandArguments(Command.SCRIPT).add(Keyword.LOAD).add(script), reply -> reply);
    }

    @Override
    CompletionStage<List<byte[]>> time() {
        return ask(new CommandArguments(Command.TIME), JedisSession::texts);
    }

    @Override
    CompletionStage<Map<byte[], byte[]>> hashFields(byte[] key) {
        return ask(new CommandArguments(Command.HGETALL).add(key), JedisSession::fields);
    }

    @Override
    CompletionStage<?> setHashFields(byte[] key, Map<byte[], byte[]> fields) {
        CommandArguments command = new CommandArguments(Command.HSET).add(key);
        fields.forEach((field, value) -> command.add(field).add(value));
        return ask(command, Long.class::cast);
    }

    @Override
    CompletionStage<?> delete(byte[]... keys) {
        return ask(new CommandArguments(Command.DEL).addObjects((Object[]) keys), Long.class::cast);
    }

    @Override
    CompletionStage<?> publish(byte[] channel, byte[] message) {
        return ask(new CommandArguments(Command.PUBLISH).add(channel).add(message), Long.class::cast);
    }

    @Override
    @Nullable
    String errorAnswered(Throwable failure) {
        return failure instanceof JedisDataException ? String.valueOf(failure.getMessage()) : null;
    }

    private static List<Object> list(@Nullable Object reply) {
        return reply instanceof List<?> values ? Collections.unmodifiableList(values) : List.of();
    }

    private static List<byte[]> texts(@Nullable Object reply) {
        return list(reply).stream().map(byte[].class::cast).toList();
    }

    private static IdentityHashMap<byte[], byte[]> fields(@Nullable Object reply) {
        List<byte[]> texts = texts(reply);
        IdentityHashMap<byte[], byte[]> fields = new IdentityHashMap<>();
        for (int i = 0; i + 1 < texts.size(); i += 2) {
            fields.put(texts.get(i), texts.get(i + 1));
        }
        return fields;
    }
}
