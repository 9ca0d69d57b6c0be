package io.github.ratelimit.testing;

import org.testcontainers.DockerClientFactory;

/** What runs a {@link RedisServer}: a container or a child process. */
interface RedisRuntime {

    static RedisRuntime create() {
        return !RedisBinary.isChosen() && Docker.AVAILABLE
                ? new RedisContainer()
                : RedisProcess.server(RedisBinary.preferred());
    }

    String host();

    int port();

    void launch();

    void pause();

    void resume();

    void kill();

    void close();

    /** What the server printed. */
    String log();

    /** Asked once per JVM, as a missing engine takes a while to notice. */
    final class Docker {

        private static final boolean AVAILABLE = DockerClientFactory.instance().isDockerAvailable();

        private Docker() {}
    }
}
