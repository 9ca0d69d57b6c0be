package com.example.compatibility;

import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.awaitility.Awaitility;
import redis.embedded.core.ExecutableProvider;

/** A real Redis of the test's own: {@code redis-server} from the PATH, else the binary of {@code embedded-redis}. */
public final class Redis implements AutoCloseable {

    private final Path binary = binary();
    private final int port = freePort();
    private Process process;

    public Redis() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::close));
        start();
    }

    public int port() {
        return port;
    }

    /** Returns when it answers. */
    public void start() {
        try {
            process = new ProcessBuilder(
                            binary.toString(),
                            "--bind",
                            "127.0.0.1",
                            "--port",
                            Integer.toString(port),
                            "--save",
                            "",
                            "--appendonly",
                            "no")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(this::answers);
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }

    private boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(1_000);
            socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.UTF_8));
            return "+PONG"
                    .equals(new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                            .readLine());
        } catch (IOException notYet) {
            return false;
        }
    }

    private static Path binary() {
        try {
            return provider().get().toPath();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ExecutableProvider provider() {
        try {
            return ExecutableProvider.newExecutableInPath("redis-server");
        } catch (FileNotFoundException notInstalled) {
            return ExecutableProvider.newJarResourceProvider();
        }
    }

    /** Below the ephemeral ports: a client that reconnects there could be given the very port it calls as its own. */
    private static int freePort() {
        return ThreadLocalRandom.current()
                .ints(20_000, 30_000)
                .filter(Redis::isFree)
                .findFirst()
                .orElseThrow();
    }

    private static boolean isFree(int port) {
        try {
            new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
            return true;
        } catch (IOException taken) {
            return false;
        }
    }
}
