package io.github.ratelimit.internal.redis;

import static io.github.ratelimit.internal.redis.DecisionScript.ascii;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ratelimit.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** One connection of Jedis, on a Redis that stands still. */
class JedisSessionTests {

    private final RedisServer server = RedisServer.start();
    private final RedisConnector connector =
            Client.JEDIS.connector(server.host(), server.port(), Duration.ofMillis(50));
    private final RedisSession session = connector.connect();

    @AfterEach
    void close() {
        server.resume();
        connector.close();
        server.close();
    }

    private CompletableFuture<Long> number(int number) {
        return session.evalNumber(ascii("return tonumber(ARGV[1])"), new byte[0][], ascii(number))
                .toCompletableFuture();
    }

    private static void assertLost(CompletableFuture<?> answer) {
        assertThatThrownBy(() -> answer.orTimeout(20, TimeUnit.SECONDS).join())
                .isInstanceOf(CompletionException.class)
                .hasRootCauseInstanceOf(Exception.class)
                .cause()
                .isInstanceOf(JedisConnectionException.class);
    }

    @Test
    void answersEachQuestionWithItsOwnAnswer() {
        List<CompletableFuture<Long>> answers = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            answers.add(number(i));
        }
        for (int i = 0; i < 200; i++) {
            assertThat(answers.get(i).orTimeout(20, TimeUnit.SECONDS).join()).isEqualTo(i);
        }
    }

    @Test
    void goesOnAfterAnError() {
        CompletableFuture<Long> wrong = session.evalNumber(
                        ascii("return redis.error_reply('ERR wrong')"), new byte[0][])
                .toCompletableFuture();

        assertThatThrownBy(() -> wrong.orTimeout(20, TimeUnit.SECONDS).join())
                .cause()
                .satisfies(failure -> assertThat(session.errorAnswered(failure)).startsWith("ERR"));
        assertThat(number(7).orTimeout(20, TimeUnit.SECONDS).join()).isEqualTo(7);
    }

    /** Its answer comes when the Redis goes on; nobody is there who could take it for that to another question. */
    @Test
    void endsWithTheFirstAnswerThatDoesNotCome() {
        server.pause();
        CompletableFuture<Long> first = number(1);
        CompletableFuture<Long> second = number(2);

        assertLost(first);
        assertLost(second);
        assertThat(session.isOpen()).isFalse();
        server.resume();
        assertLost(number(3));
    }

    @Test
    void leavesNothingUnansweredWhenItIsClosed() {
        server.pause();
        CompletableFuture<Long> first = number(1);
        CompletableFuture<Long> second = number(2);
        session.close();

        assertLost(first);
        assertLost(second);
        assertLost(number(3));
    }

    @Test
    void endsWithItsConnector() {
        Subscription subscription = connector.subscribe(ascii("news"), () -> {});
        connector.close();

        Awaitility.await().until(() -> !session.isOpen() && !subscription.isOpen());
        assertThatThrownBy(connector::connect).isInstanceOf(JedisConnectionException.class);
        Awaitility.await()
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .extracting(Thread::getName)
                        .noneMatch(name -> name.startsWith("ratelimit-jedis")));
    }

    @Test
    void endsWithItsServerThoughNobodyAsks() {
        Awaitility.await().during(Duration.ofMillis(500)).until(session::isOpen);
        assertThat(number(7).orTimeout(20, TimeUnit.SECONDS).join()).isEqualTo(7);
        server.kill();

        Awaitility.await().until(() -> !session.isOpen());
        server.restart();
    }

    @Test
    void boundsWhatPilesUp() {
        server.pause();
        List<CompletableFuture<Long>> answers = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            answers.add(number(i));
        }
        assertThat(answers).filteredOn(CompletableFuture::isDone).hasSizeGreaterThanOrEqualTo(999);
        answers.forEach(JedisSessionTests::assertLost);
    }
}
