package com.example.recipes.jsonlogin;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.marketplace.testing.Answer;
import com.example.marketplace.testing.Visitor;
import com.example.recipes.Accounts;
import com.example.recipes.CountingEncoder;
import com.example.recipes.RecipeApplication;
import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimiter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Import;

/** The recipe for a controller that reads JSON: the sample's login, in an application that has nothing else. */
class JsonLoginTests {

    private static RecipeApplication application;

    private Visitor visitor;

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @ComponentScan("com.example.marketplace.login")
    @Import({LoginSecurity.class, Accounts.class})
    static class Application {}

    @BeforeAll
    static void start() {
        application = RecipeApplication.start("json-login", Application.class);
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    @BeforeEach
    void arrive() {
        visitor = application.visitor();
        application.bean(RateLimiter.class).reset(RateLimitCheck.of("login-account", "ana"));
    }

    private static Answer login(Visitor visitor, String username, String password) {
        return visitor.post("/login", "username", username, "password", password);
    }

    private static void fail(Visitor visitor, String username, int times) {
        for (int i = 0; i < times; i++) {
            login(visitor, username, "wrong").hasStatus(401);
        }
    }

    @Test
    void rightPasswordAfterFourWrongOnesClearsPairAndAccountAndNotTheAddress() {
        fail(visitor, "ana", 4);
        assertThat(application.used("login-account", "ana")).isEqualTo(4);

        login(visitor, "Ana", "right").hasStatus(200);
        assertThat(application.used("login-pair", visitor.address(), "ana")).isZero();
        assertThat(application.used("login-account", "ana")).isZero();
        assertThat(application.used("login-ip", visitor.address())).isEqualTo(5);
    }

    @Test
    void refusalsByEachOfTheThreeDifferInTheSecondsOnly() {
        fail(visitor, "berta", 5);
        Answer byPair = login(visitor, "berta", "wrong").isRefusedBy();
        for (int i = 0; i < 10; i++) {
            fail(application.visitor(), "carla", 5);
        }
        Answer byAccount = login(application.visitor(), "carla", "wrong").isRefusedBy();
        for (int i = 0; i < 24; i++) {
            login(visitor, "name-" + i, "wrong").hasStatus(401);
        }
        Answer byAddress = login(visitor, "dora", "wrong").isRefusedBy();

        assertThat(withoutSeconds(byAccount)).isEqualTo(withoutSeconds(byPair));
        assertThat(withoutSeconds(byAddress)).isEqualTo(withoutSeconds(byPair));
        assertThat(byAccount.headers().headerNames()).isEqualTo(byPair.headers().headerNames());
        assertThat(byAddress.headers().headerNames()).isEqualTo(byPair.headers().headerNames());
    }

    private static String withoutTime(Answer refused) {
        return refused.body().replaceFirst("\"timestamp\":\"[^\"]+\"", "");
    }

    private static String withoutSeconds(Answer refused) {
        return refused.body().replace(refused.header("Retry-After"), "n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nobody", "lena"})
    void wrongPasswordOfAnAccountAndOfNoneGetTheSameAnswer(String other) {
        CountingEncoder passwords = application.bean(CountingEncoder.class);
        passwords.looks();
        Answer wrong = login(visitor, "ana", "wrong").hasStatus(401);
        int looks = passwords.looks();
        Answer none = login(visitor, other, "wrong").hasStatus(401);

        assertThat(withoutTime(none)).isEqualTo(withoutTime(wrong));
        assertThat(none.headers().headerNames()).isEqualTo(wrong.headers().headerNames());
        assertThat(passwords.looks()).isEqualTo(looks).isEqualTo(1);
    }

    @Test
    void lockedAccountIsNotToldFromNoneThoughThePasswordIsRight() {
        assertThat(withoutTime(login(visitor, "lena", "right").hasStatus(401)))
                .isEqualTo(withoutTime(login(visitor, "nobody", "right").hasStatus(401)));
    }
}
