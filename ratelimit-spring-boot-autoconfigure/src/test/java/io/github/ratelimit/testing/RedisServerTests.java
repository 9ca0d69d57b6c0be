package io.github.ratelimit.testing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RedisServerTests {

    private final RedisServer redis = RedisServer.start();

    @AfterEach
    void close() {
        redis.close();
    }

    @Test
    void answersOnceStarted() {
        assertThat(redis.ping()).isTrue();
    }

    @Test
    void isSilentWhilePaused() {
        redis.pause();
        assertThat(redis.ping()).isFalse();

        redis.resume();
        assertThat(redis.ping()).isTrue();
    }

    @Test
    void comesBackEmptyOnTheSamePort() {
        int port = redis.port();
        assertThat(redis.ask("SET word kept")).contains("+OK");

        redis.kill();
        assertThat(redis.ping()).isFalse();

        redis.restart();
        assertThat(redis.port()).isEqualTo(port);
        assertThat(redis.ask("GET word")).contains("$-1");
    }

    @Test
    void canBeClosedWhilePaused() {
        redis.pause();
        redis.close();
        assertThat(redis.ping()).isFalse();
    }

    @Test
    void keepsToItself() {
        try (RedisServer other = RedisServer.start()) {
            assertThat(other.port()).isNotEqualTo(redis.port());
            assertThat(redis.ask("SET word mine")).contains("+OK");
            assertThat(other.ask("GET word")).contains("$-1");
        }
    }

    @Test
    void sharesOneServer() {
        assertThat(RedisServer.shared()).isSameAs(RedisServer.shared());
        assertThat(RedisServer.shared().ping()).isTrue();
    }
}
