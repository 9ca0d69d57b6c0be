package io.github.ratelimit.testing;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import redis.embedded.core.ExecutableProvider;

/** {@code redis-server} as a child process; pausing needs a POSIX system. */
final class RedisProcess implements RedisRuntime {

    private final int port;
    private final List<String> options;
    private final Path log = temporaryFile();
    private Process process;

    /** A single server. */
    RedisProcess() {
        this.port = FreePort.find();
        this.options = List.of();
    }

    private RedisProcess(int port, Path directory) {
        this.port = port;
        this.options = List.of(
                "--cluster-enabled",
                "yes",
                "--cluster-node-timeout",
                "1000",
                "--cluster-require-full-coverage",
                "no",
                "--dir",
                directory.toString());
    }

    /** A node for a Cluster, without slots. */
    static RedisProcess clusterNode() {
        int port = FreePort.findWithBus();
        try {
            return new RedisProcess(port, Files.createTempDirectory("redis-node"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String host() {
        return "127.0.0.1";
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public void launch() {
        List<String> command = new ArrayList<>(List.of(
                Binary.PATH.toString(),
                "--bind",
                host(),
                "--port",
                String.valueOf(port),
                "--save",
                "",
                "--appendonly",
                "no"));
        command.addAll(options);
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

    private static final class Binary {

        static final Path PATH = locate();

        private static Path locate() {
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
    }
}
