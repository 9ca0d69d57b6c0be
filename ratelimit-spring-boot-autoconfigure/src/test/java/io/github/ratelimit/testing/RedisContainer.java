package io.github.ratelimit.testing;

import com.github.dockerjava.api.DockerClient;
import java.util.List;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/** Redis in Docker, on a fixed port so that a restart keeps it. */
final class RedisContainer implements RedisRuntime {

    private static final DockerImageName IMAGE = DockerImageName.parse("redis:7.2-alpine");
    private static final int INNER_PORT = 6379;

    private final int port = FreePort.find();
    private final GenericContainer<?> container = new GenericContainer<>(IMAGE)
            .withExposedPorts(INNER_PORT)
            .withCommand("redis-server", "--save", "", "--appendonly", "no");

    RedisContainer() {
        container.setPortBindings(List.of(port + ":" + INNER_PORT));
    }

    @Override
    public String host() {
        return container.getHost();
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public void launch() {
        if (container.getContainerId() == null) {
            container.start();
        } else {
            docker().startContainerCmd(container.getContainerId()).exec();
        }
    }

    @Override
    public void pause() {
        docker().pauseContainerCmd(container.getContainerId()).exec();
    }

    @Override
    public void resume() {
        docker().unpauseContainerCmd(container.getContainerId()).exec();
    }

    @Override
    public void kill() {
        resumeIfPaused();
        docker().killContainerCmd(container.getContainerId()).exec();
    }

    @Override
    public void close() {
        if (container.getContainerId() != null) {
            resumeIfPaused();
            container.stop();
        }
    }

    @Override
    public String log() {
        return container.getLogs();
    }

    private void resumeIfPaused() {
        var state =
                docker().inspectContainerCmd(container.getContainerId()).exec().getState();
        if (Boolean.TRUE.equals(state.getPaused())) {
            resume();
        }
    }

    private DockerClient docker() {
        return container.getDockerClient();
    }
}
