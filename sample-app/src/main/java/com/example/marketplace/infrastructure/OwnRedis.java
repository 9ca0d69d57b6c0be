package com.example.marketplace.infrastructure;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A real Redis as a child process: on a free port, for this machine only, and without a trace once it is closed. */
public final class OwnRedis implements AutoCloseable {

    private static final InetAddress ADDRESS = InetAddress.getLoopbackAddress();

    private static final int START_SECONDS = 10;
    private static final int STOP_SECONDS = 3;
    private static final int POLL_MILLIS = 20;

    private final TemporaryDirectory directory;
    private final int port;
    private final Process process;

    private OwnRedis(TemporaryDirectory directory) throws IOException {
        this.directory = directory;
        this.port = freePort();
        this.process = launch(RedisBinary.findOrUnpack(directory.path()), directory, port);
    }

    /** Starts a server; returns when it answers. */
    public static OwnRedis start() {
        TemporaryDirectory directory = TemporaryDirectory.create("marketplace-redis");
        try {
            OwnRedis redis = new OwnRedis(directory);
            redis.awaitAnswer();
            return redis;
        } catch (IOException | RuntimeException e) {
            directory.delete();
            throw new IllegalStateException("Redis does not start; install one, or set spring.data.redis.host", e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, ADDRESS)) {
            return socket.getLocalPort();
        }
    }

    private static Process launch(File binary, TemporaryDirectory directory, int port) throws IOException {
        List<String> address = List.of("--bind", ADDRESS.getHostAddress(), "--port", String.valueOf(port));
        List<String> noPersistence = List.of("--save", "", "--appendonly", "no");
        ProcessBuilder builder = new ProcessBuilder(binary.getPath());
        builder.command().addAll(address);
        builder.command().addAll(noPersistence);
        return builder.directory(directory.path().toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.file("redis.log").toFile())
                .start();
    }

    private void awaitAnswer() throws IOException {
        long start = System.nanoTime();
        while (!answers()) {
            if (endsWithin(POLL_MILLIS) || System.nanoTime() - start > TimeUnit.SECONDS.toNanos(START_SECONDS)) {
                process.destroyForcibly();
                throw new IOException(
                        "no answer on port " + port + ": " + Files.readString(directory.file("redis.log")));
            }
        }
    }

    /** The only address it listens on: 127.0.0.1. */
    public String host() {
        return ADDRESS.getHostAddress();
    }

    /** The port it listens on. */
    public int port() {
        return port;
    }

    /** Whether it answers a PING. */
    public boolean answers() {
        return RedisPing.isAnsweredBy(new InetSocketAddress(ADDRESS, port));
    }

    /** Stops the server. One that is gone already, since the child of a terminal hears Ctrl-C too, is as good. */
    @Override
    public void close() {
        process.destroy();
        if (!endsWithin(TimeUnit.SECONDS.toMillis(STOP_SECONDS))) {
            process.destroyForcibly();
        }
        directory.delete();
    }

    private boolean endsWithin(long millis) {
        try {
            return process.waitFor(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
