package com.example.marketplace.login;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.marketplace.testing.Answer;
import com.example.marketplace.testing.MarketplaceTest;
import com.example.marketplace.testing.Visitor;
import io.github.ratelimit.OnStoreFailure;
import io.github.ratelimit.RateLimitCheck;
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
    void rightPasswordLogsInAndTellsTheLimitOfTheAddress() {
        Answer answer = login(visitor, "ops", "ops-demo")
                .hasStatus(200)
                .hasHeader("X-RateLimit-Limit", "30")
                .hasHeader("X-RateLimit-Remaining", "29");
        assertThat(answer.<String>json("$.username")).isEqualTo("ops");
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
        fail(visitor, "dora", 5);
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
    void successClearsTheTriesOfAddressAndName() {
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
        answer.isRefusedBy("login-ip");
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
