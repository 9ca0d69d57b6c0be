package com.example.marketplace.infrastructure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OwnRedisTests {

    private final OwnRedis redis = OwnRedis.start();

    @AfterEach
    void stop() {
        redis.close();
    }

    @Test
    void eachIsAServerOfItsOwn() {
        OwnRedis other = OwnRedis.start();
        assertThat(other.port()).isNotEqualTo(redis.port());
        other.close();
        assertThat(other.answers()).isFalse();
        assertThat(redis.answers()).isTrue();
    }

    @Test
    void stoppingOneThatIsGoneIsQuiet() {
        redis.close();
        assertThatCode(redis::close).doesNotThrowAnyException();
    }
}
