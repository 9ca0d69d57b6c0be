package com.example.marketplace.login;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.marketplace.testing.Answer;
import com.example.marketplace.testing.MarketplaceTest;
import com.example.marketplace.testing.Visitor;
import io.github.ratelimit.OnStoreFailure;
import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimitDecision.Usage;
import io.github.ratelimit.RateLimiter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;

@MarketplaceTest
class LoginTests {

    @LocalServerPort
    private int port;

    @Autowired
    private RateLimiter limiter;

    private Visitor visitor;

    @BeforeEach
    void arrive() {
        visitor = Visitor.of(port);
    }

    @Test
    void rightPasswordLogsInHoweverTheNameIsSpelt() {
        Answer answer = login(visitor, "OPS", "ops-demo").hasStatus(200);
        assertThat(answer.<String>json("$.username")).isEqualTo("ops");
        assertThat(answer.headers().headerNames()).noneMatch(name -> name.contains("RateLimit"));
    }

    @Test
    void wrongPasswordAndUnknownUserGetTheSameAnswer() {
        Answer wrong = login(visitor, "ops", "guess").hasStatus(401);
        Answer unknown = login(visitor, "nobody", "guess").hasStatus(401);
        assertThat(unknown.body()).isEqualTo(wrong.body());
        assertThat(unknown.headers().headerNames()).isEqualTo(wrong.headers().headerNames());
    }

    @Test
    void missingFieldsAreABadRequestAndCostNoTry() {
        visitor.post("/login", "password", "guess").isBadRequestSaying("username");
        visitor.post("/login", "username", "dora").isBadRequestSaying("password");
        visitor.post("/login", "username", " ", "password", "guess").isBadRequestSaying("username");
        assertThat(used("login-pair", visitor.address(), "dora")).isZero();
        assertThat(used("login-account", "dora")).isZero();
    }

    @Test
    void sixthTryOfOneAddressForOneNameIsRefusedWithoutSayingWhy() {
        fail(visitor, "emil", 5);
        login(visitor, "emil", "guess").isRefusedBy();
        login(visitor, "frida", "guess").hasStatus(401);
        login(Visitor.of(port), "emil", "guess").hasStatus(401);
    }

    @Test
    void spellingsOfOneNameShareTheTries() {
        fail(visitor, "gina", 2);
        fail(visitor, "GINA", 2);
        fail(visitor, " Gina ", 1);
        login(visitor, "gina", "guess").isRefusedBy();
    }

    @Test
    void refusedTryIsRefusedEvenWithTheRightPassword() {
        Visitor guesser = Visitor.of(port);
        fail(guesser, "ops", 5);
        login(guesser, "ops", "ops-demo").isRefusedBy();
        login(visitor, "ops", "ops-demo").hasStatus(200);
    }

    @Test
    void rightPasswordAfterFourWrongOnesClearsPairAndAccountAndNotTheAddress() {
        login(Visitor.of(port), "ana", "ana-demo").hasStatus(200); // other tests share her account
        fail(visitor, "ana", 4);
        assertThat(used("login-pair", visitor.address(), "ana")).isEqualTo(4);
        assertThat(used("login-account", "ana")).isEqualTo(4);

        login(visitor, "ana", "ana-demo").hasStatus(200);
        assertThat(used("login-pair", visitor.address(), "ana")).isZero();
        assertThat(used("login-account", "ana")).isZero();
        assertThat(used("login-ip", visitor.address())).isEqualTo(5);
    }

    @Test
    void afterASuccessTheTriesBeginAnew() {
        fail(visitor, "ana", 4);
        login(visitor, "ana", "ana-demo").hasStatus(200);
        fail(visitor, "ana", 4);
        login(visitor, " ANA ", "ana-demo").hasStatus(401);
        login(visitor, "ana", "guess").isRefusedBy();
    }

    @Test
    void ipv6NetworkSharesItsTriesAndSuccessClearsThem() {
        visitor = visitor.with("X-Forwarded-For", "2001:db8::7");
        fail(visitor, "ops", 4);
        login(visitor, "ops", "ops-demo").hasStatus(200);
        fail(visitor, "ops", 5);
        login(visitor.with("X-Forwarded-For", "2001:db8::8"), "ops", "guess").isRefusedBy();
    }

    @Test
    void fiftyTriesFromManyAddressesCloseAnAccountAndSuccessBeforeThatClearsThem() {
        fail("ben", 49);
        login(visitor, "ben", "ben-demo").hasStatus(200);
        fail("ben", 50);
        login(Visitor.of(port), "ben", "ben-demo").isRefusedBy();
    }

    @Test
    void addressIsRefusedAfterThirtyTriesWhateverTheNames() {
        Answer answer = login(visitor, "name-0", "guess");
        for (int i = 1; i < 100 && answer.status() == 401; i++) {
            answer = login(visitor, "name-" + i, "guess");
        }
        answer.isRefusedBy();
        assertThat(used("login-ip", visitor.address())).isEqualTo(30);
    }

    @Test
    void refusalsByEachOfTheThreeDifferInTheSecondsOnly() {
        fail(visitor, "ida", 5);
        Answer byPair = login(visitor, "ida", "guess").isRefusedBy();
        fail("jan", 50);
        Answer byAccount = login(Visitor.of(port), "jan", "guess").isRefusedBy();
        fail(visitor, "kai", 5);
        fail(visitor, "leo", 5);
        fail(visitor, "mia", 5);
        fail(visitor, "nik", 5);
        fail(visitor, "ole", 4);
        Answer byAddress = login(visitor, "pia", "guess").isRefusedBy();

        assertThat(withoutSeconds(byAccount)).isEqualTo(withoutSeconds(byPair));
        assertThat(withoutSeconds(byAddress)).isEqualTo(withoutSeconds(byPair));
        assertThat(byAccount.headers().headerNames()).isEqualTo(byPair.headers().headerNames());
        assertThat(byAddress.headers().headerNames()).isEqualTo(byPair.headers().headerNames());
    }

    private static String withoutSeconds(Answer refused) {
        return refused.body().replace(refused.header("Retry-After"), "n");
    }

    @Test
    void tryThatCannotBeCountedIsNone() {
        assertThat(limiter.peek(
                                RateLimitCheck.of("login-pair", "198.51.100.1", "hanna"),
                                RateLimitCheck.of("login-account", "hanna"))
                        .results())
                .extracting(result -> result.policy().onStoreFailure())
                .containsExactly(OnStoreFailure.CLOSED, OnStoreFailure.CLOSED);
    }

    private long used(String policy, String... key) {
        Usage usage = limiter.peek(RateLimitCheck.of(policy, key).cost(0))
                .results()
                .get(0)
                .usages()
                .get(0);
        return usage.capacity() - usage.remaining();
    }

    private void fail(String username, int times) {
        for (int i = 0; i < times; i++) {
            login(Visitor.of(port), username, "guess").hasStatus(401);
        }
    }

    private static void fail(Visitor visitor, String username, int times) {
        for (int i = 0; i < times; i++) {
            login(visitor, username, "guess").hasStatus(401);
        }
    }

    private static Answer login(Visitor visitor, String username, String password) {
        return visitor.post("/login", "username", username, "password", password);
    }
}
