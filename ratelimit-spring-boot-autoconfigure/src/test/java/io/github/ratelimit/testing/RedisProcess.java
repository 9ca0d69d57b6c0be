package io.github.ratelimit.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code redis-server} as a child process; pausing needs a POSIX system. */
final class RedisProcess implements RedisRuntime {

    private static final String HOST = "127.0.0.1";

    private final int port;
    private final List<String> command;
    private final Path log = temporaryFile();
    private Process process;

    private RedisProcess(int port, List<String> command) {
        this.port = port;
        this.command = command;
    }

    /** A single server. */
    static RedisProcess server(RedisBinary binary, String... options) {
        int port = FreePort.find();
        return new RedisProcess(port, command(binary, port, options));
    }

    /** A node for a Cluster, without slots. */
    static RedisProcess clusterNode(RedisBinary binary, String... options) {
        int port = FreePort.findWithBus();
        List<String> command = command(binary, port, options);
        command.addAll(List.of(
                "--cluster-enabled",
                "yes",
                "--cluster-node-timeout",
                "1000",
                "--cluster-require-full-coverage",
                "no",
                "--dir",
                temporaryDirectory().toString()));
        return new RedisProcess(port, command);
    }

    /** A Sentinel with this configuration, which it writes what it learns into. */
    static RedisProcess sentinel(RedisBinary binary, List<String> configuration) {
        int port = FreePort.find();
        Path file = temporaryDirectory().resolve("sentinel.conf");
        try {
            Files.write(file, configuration);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new RedisProcess(
                port,
                List.of(
                        binary.path().toString(),
                        file.toString(),
                        "--sentinel",
                        "--bind",
                        HOST,
                        "--port",
                        String.valueOf(port)));
    }

    private static List<String> command(RedisBinary binary, int port, String... options) {
        List<String> command = new ArrayList<>(List.of(
                binary.path().toString(),
                "--bind",
                HOST,
                "--port",
                String.valueOf(port),
                "--save",
                "",
                "--appendonly",
                "no"));
        command.addAll(List.of(options));
        return command;
    }

    @Override
    public String host() {
        return HOST;
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public void launch() {
        process = run(command.toArray(String[]::new));
    }

    @Override
    public void pause() {
        signal("STOP");
    }

    @Override
    public void resume() {
        signal("CONT");
    }

    @Override
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        if (process != null) {
            kill();
        }
    }

    @Override
    public String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void signal(String name) {
        int status = run("kill", "-" + name, String.valueOf(process.pid()))
                .onExit()
                .join()
                .exitValue();
        if (status != 0) {
            throw new IllegalStateException("SIG%s did not reach Redis on port %d".formatted(name, port));
        }
    }

    private Process run(String... command) {
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path temporaryFile() {
        try {
            Path file = Files.createTempFile("redis", ".log");
            file.toFile().deleteOnExit();
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path temporaryDirectory() {
        try {
            return Files.createTempDirectory("redis");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
