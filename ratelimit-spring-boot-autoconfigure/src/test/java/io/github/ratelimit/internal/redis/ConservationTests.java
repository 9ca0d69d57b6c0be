package io.github.ratelimit.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.Algorithm;
import io.github.ratelimit.Quota;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.limiter.ChargedDecision;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import io.github.ratelimit.internal.limiter.ResolvedChecks;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.limiter.WaitBudget;
import io.github.ratelimit.testing.DelayingProxy;
import io.github.ratelimit.testing.Load;
import io.github.ratelimit.testing.RedisServer;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** What is charged in the end is what was allowed by the store: late answers are given back, nothing is charged twice. */
@Timeout(60)
class ConservationTests {

    private static final long COUNT = 1_000_000_000;
    private static final ResolvedCheck CHECK = ResolvedChecks.of(
            RateLimitPolicy.of("late", Quota.of(COUNT + "/365d")).withAlgorithm(Algorithm.FIXED_WINDOW), "ana", 1);

    private final RedisServer server = RedisServer.start();
    private final DelayingProxy proxy = DelayingProxy.before(server);
    private final LettuceConnectionFactory factory = new LettuceConnectionFactory("127.0.0.1", proxy.port());
    private final TestRedis direct = TestRedis.of(server, DecisionScript.load());
    private final RedisLink link = link();

    private RedisLink link() {
        factory.afterPropertiesSet();
        RedisLink fresh = new RedisLink(
                LettuceConnector.like(factory), direct.script(), new CallWriter(direct.prefix()).warmUp());
        fresh.start();
        assertThat(fresh.awaitConnected(Duration.ofSeconds(20))).isTrue();
        return fresh;
    }

    @AfterEach
    void close() {
        server.resume();
        link.close();
        factory.destroy();
        proxy.close();
        direct.close();
        server.close();
    }

    /** Late answers by a slow network or a frozen Redis; with a breaker that opens too, and its connections given up. */
    @ParameterizedTest
    @CsvSource({"slow, false", "slow, true", "frozen, false", "frozen, true"})
    void chargesWhatItAllowed(String disturbance, boolean opens) throws Exception {
        CircuitBreaker resilience = CircuitBreaker.of(
                "charges", TestRedis.config(Duration.ofMillis(100)).build());
        if (!opens) {
            resilience.transitionToDisabledState();
        }
        RedisStore store = direct.store(link, new StoreBreaker(resilience), Duration.ofMillis(50));
        Map<String, Long> labels;
        try (Load load = Load.start(30, Duration.ofMillis(1), () -> ask(store))) {
            for (int i = 0; i < 12; i++) {
                disturb(disturbance, ThreadLocalRandom.current().nextInt(20, 150));
                TimeUnit.MILLISECONDS.sleep(80);
            }
            labels = load.stop().labels();
        }
        assertThat(labels).containsKeys("ok", "failed");
        assertThat(labels.keySet()).isSubsetOf("ok", "failed", "not asked");
        Awaitility.await().untilAsserted(() -> assertThat(charged()).isEqualTo(labels.get("ok")));
    }

    private void disturb(String disturbance, long millis) throws InterruptedException {
        if (disturbance.equals("slow")) {
            proxy.delayAnswers(millis);
            TimeUnit.MILLISECONDS.sleep(millis);
            proxy.delayAnswers(0);
        } else {
            server.pause();
            TimeUnit.MILLISECONDS.sleep(millis);
            server.resume();
        }
    }

    private static String ask(RedisStore store) {
        try {
            return store.decide(List.of(CHECK), true, new WaitBudget()).isAllowed() ? "ok" : "refused";
        } catch (StoreFailureException failure) {
            return failure.isNews() ? "failed" : "not asked";
        }
    }

    private long charged() throws StoreFailureException {
        ChargedDecision look = direct.store().decide(List.of(CHECK.withCost(0)), false);
        return COUNT - look.results().get(0).usages().get(0).remaining();
    }
}
