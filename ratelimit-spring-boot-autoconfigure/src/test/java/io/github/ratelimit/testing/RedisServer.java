package io.github.ratelimit.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A real Redis on a free port, empty and without persistence: the {@linkplain RedisBinary chosen one}, else a container when a
 * Docker engine answers, else {@code redis-server} from the PATH, else the binary of {@code embedded-redis}.
 *
 * <p>Tests that only store something use {@link #shared()} under keys of their own. Tests that break the server
 * {@link #start()} one and close it.
 */
public final class RedisServer implements AutoCloseable {

    private static final Duration START_TIMEOUT = Duration.ofSeconds(15);
    private static final int ANSWER_TIMEOUT_MILLIS = 1_000;

    private final RedisRuntime runtime;

    private RedisServer(RedisRuntime runtime) {
        this.runtime = runtime;
    }

    /** The one server of this JVM; never paused, killed or closed by a test. */
    public static RedisServer shared() {
        return Shared.SERVER;
    }

    /** A server of the caller's own. One that is not closed ends with the JVM. */
    public static RedisServer start() {
        return start(RedisRuntime.create());
    }

    /** A child process of the caller's own with further options, as {@code --name}, value. */
    public static RedisServer start(RedisBinary binary, String... options) {
        return start(RedisProcess.server(binary, options));
    }

    /** A node for a Cluster, always as a child process: nodes must reach each other where clients reach them. */
    public static RedisServer startClusterNode() {
        return startClusterNode(RedisBinary.preferred());
    }

    /** A node for a Cluster with further options, as {@code --name}, value. */
    public static RedisServer startClusterNode(RedisBinary binary, String... options) {
        return start(RedisProcess.clusterNode(binary, options));
    }

    /** A Sentinel with these lines as its configuration, port and address aside. */
    public static RedisServer startSentinel(RedisBinary binary, List<String> configuration) {
        return start(RedisProcess.sentinel(binary, configuration));
    }

    private static RedisServer start(RedisRuntime runtime) {
        RedisServer server = new RedisServer(runtime);
        Runtime.getRuntime().addShutdownHook(new Thread(server::close));
        server.restart();
        return server;
    }

    public String host() {
        return runtime.host();
    }

    public int port() {
        return runtime.port();
    }

    /** Freezes the server: its sockets stay open, nothing answers. */
    public void pause() {
        runtime.pause();
    }

    /** Lets a frozen server go on; it first does what it was sent meanwhile. */
    public void resume() {
        runtime.resume();
    }

    /** Ends the server at once; connections are refused from then on. */
    public void kill() {
        runtime.kill();
    }

    /** Starts a killed server again: same port, no data. Returns when it answers. */
    public void restart() {
        runtime.launch();
        try {
            Awaitility.await()
                    .pollInSameThread()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(20))
                    .atMost(START_TIMEOUT)
                    .until(this::ping);
        } catch (ConditionTimeoutException e) {
            throw new IllegalStateException("Redis on port " + port() + " does not answer: " + runtime.log(), e);
        }
    }

    /** Whether the server answers a PING within a second. */
    public boolean ping() {
        return ask("PING").equals(Optional.of("+PONG"));
    }

    /** Sends one inline command; an error, or no answer within a second, throws. */
    public void command(String command) {
        Optional<String> answer = ask(command);
        if (answer.isEmpty() || answer.get().startsWith("-")) {
            throw new IllegalStateException(command + " was answered with " + answer);
        }
    }

    /** The first line of the answer to one inline command; no answer within a second throws. */
    public String answer(String command) {
        return ask(command).orElseThrow(() -> new IllegalStateException("no answer to " + command));
    }

    /** What INFO tells of a section; empty when there is no answer within a second. */
    public String info(String section) {
        return ask("INFO " + section, RedisServer::readText).orElse("");
    }

    private static String readText(BufferedReader answer) throws IOException {
        String length = answer.readLine();
        if (length == null || !length.startsWith("$")) {
            throw new IOException("no text: " + length); // it is just being killed, loads, or closes all connections
        }
        char[] text = new char[Integer.parseInt(length.substring(1))];
        for (int read = 0; read < text.length; ) {
            read += answer.read(text, read, text.length - read);
        }
        return new String(text);
    }

    /** The first line of the answer to one inline command, empty when there is none within a second. */
    Optional<String> ask(String command) {
        return ask(command, BufferedReader::readLine);
    }

    private Optional<String> ask(String command, AnswerReader reader) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host(), port()), ANSWER_TIMEOUT_MILLIS);
            socket.setSoTimeout(ANSWER_TIMEOUT_MILLIS);
            socket.getOutputStream().write((command + "\r\n").getBytes(UTF_8));
            return Optional.ofNullable(
                    reader.read(new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8))));
        } catch (IOException noAnswer) {
            return Optional.empty();
        }
    }

    @FunctionalInterface
    private interface AnswerReader {

        @Nullable
        String read(BufferedReader answer) throws IOException;
    }

    @Override
    public void close() {
        runtime.close();
    }

    private static final class Shared {

        static final RedisServer SERVER = start();
    }
}
