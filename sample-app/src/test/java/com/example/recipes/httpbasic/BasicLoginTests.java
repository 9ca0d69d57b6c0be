package com.example.recipes.httpbasic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.example.marketplace.testing.Answer;
import com.example.marketplace.testing.Visitor;
import com.example.recipes.Accounts;
import com.example.recipes.CountingEncoder;
import com.example.recipes.RecipeApplication;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The recipe for HTTP Basic, beside the security chain that Spring Boot makes. */
class BasicLoginTests {

    private static final Duration GENEROUS = Duration.ofSeconds(30);

    private static RecipeApplication application;

    private Visitor visitor;

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import({BasicLogin.class, Accounts.class, Orders.class})
    static class Application {}

    @RestController
    static class Orders {

        @GetMapping("/orders")
        String orders() {
            return "none";
        }
    }

    @BeforeAll
    static void start() {
        application = RecipeApplication.start("http-basic", Application.class);
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    @BeforeEach
    void arrive() {
        visitor = application.visitor();
    }

    private static Answer orders(Visitor visitor, String username, String password) {
        return visitor.loggedIn(username, password).get("/orders");
    }

    private static void fail(Visitor visitor, String username, int times) {
        for (int i = 0; i < times; i++) {
            orders(visitor, username, "wrong").hasStatus(401);
        }
    }

    /** A permit that is given back is not awaited. */
    private static void awaitUsed(long permits, String policy, String... key) {
        await().atMost(GENEROUS)
                .untilAsserted(() -> assertThat(application.used(policy, key)).isEqualTo(permits));
    }

    @Test
    void rightPasswordIsNeverCounted() {
        for (int i = 0; i < 200; i++) {
            awaitUsed(0, "basic-pair", visitor.address(), "ana");
            orders(visitor, "ana", "right").hasStatus(200);
        }
        awaitUsed(0, "basic-pair", visitor.address(), "ana");
        awaitUsed(0, "basic-ip", visitor.address());
    }

    @Test
    void statusesOfTheApplicationAreNoGuesses() {
        visitor.loggedIn("ana", "right").get("/nothing-there").hasStatus(404);

        awaitUsed(0, "basic-pair", visitor.address(), "ana");
        awaitUsed(0, "basic-ip", visitor.address());
    }

    @Test
    void requestWithoutAPasswordIsNoGuess() {
        visitor.get("/orders").hasStatus(401);

        assertThat(application.used("basic-ip", visitor.address())).isZero();
    }

    @Test
    void wrongPasswordsAreRefusedAfterTheTenthAndTheRightOneThenToo() {
        fail(visitor, "berta", 5);
        fail(visitor, " BERTA", 5);
        orders(visitor, "berta", "wrong").isRefusedBy();

        fail(visitor, "carla", 10);
        orders(visitor, "carla", "right").isRefusedBy();
    }

    @Test
    void addressIsRefusedAfterThirtyWhateverTheNames() {
        for (int i = 0; i < 30; i++) {
            fail(visitor, "name-" + i, 1);
        }
        orders(visitor, "ana", "right").isRefusedBy();
        orders(application.visitor(), "ana", "right").hasStatus(200);
    }

    @Test
    void successDoesNotClearWhatOthersTried() {
        fail(application.visitor(), "ana", 3);
        orders(visitor, "ana", "right").hasStatus(200);

        awaitUsed(3, "basic-account", "ana");
    }

    @Test
    void wrongPasswordOfAnAccountAndOfNoneGetTheSameAnswer() {
        CountingEncoder passwords = application.bean(CountingEncoder.class);
        passwords.looks();
        Answer wrong = orders(visitor, "lena", "wrong").hasStatus(401);
        int looks = passwords.looks();
        Answer none = orders(visitor, "nobody", "wrong").hasStatus(401);

        assertThat(none.body()).isEqualTo(wrong.body());
        assertThat(none.headers().headerNames()).isEqualTo(wrong.headers().headerNames());
        assertThat(passwords.looks()).isEqualTo(looks).isEqualTo(1);
    }
}
