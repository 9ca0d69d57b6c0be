package com.example.recipes.formlogin;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.marketplace.testing.Answer;
import com.example.marketplace.testing.Visitor;
import com.example.recipes.Accounts;
import com.example.recipes.CountingEncoder;
import com.example.recipes.RecipeApplication;
import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimiter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

/** The recipe for Spring Security's form login, in a browser's steps. */
class FormLoginTests {

    private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\"[^>]* value=\"([^\"]+)\"");

    private static RecipeApplication application;

    private Visitor visitor;

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import({FormLogin.class, Accounts.class})
    static class Application {}

    @BeforeAll
    static void start() {
        application = RecipeApplication.start("form-login", Application.class);
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

    /** Opens the page with the form and sends it. */
    private static Answer login(Visitor visitor, String username, String password) {
        Answer page = visitor.get("/login").hasStatus(200);
        Matcher token = TOKEN.matcher(page.body());
        assertThat(token.find()).isTrue();
        return visitor.with("Cookie", page.header("Set-Cookie").split(";")[0])
                .postForm(
                        "/login",
                        "username=" + encode(username) + "&password=" + encode(password) + "&_csrf="
                                + encode(token.group(1)));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static void fail(Visitor visitor, String username, int times) {
        for (int i = 0; i < times; i++) {
            login(visitor, username, "wrong").hasStatus(302);
        }
    }

    @Test
    void successGoesOnWhereTheVisitorWantedTo() {
        Answer wanted = visitor.with("Accept", "text/html").get("/orders").hasStatus(302);
        String session = wanted.header("Set-Cookie").split(";")[0];
        Answer page = visitor.with("Cookie", session).get("/login");
        Matcher token = TOKEN.matcher(page.body());
        assertThat(token.find()).isTrue();

        Answer answer = visitor.with("Cookie", session)
                .postForm("/login", "username=ana&password=right&_csrf=" + encode(token.group(1)))
                .hasStatus(303);
        assertThat(answer.header("Location")).contains("/orders");
    }

    @Test
    void rightPasswordAfterFourWrongOnesClearsPairAndAccountAndNotTheAddress() {
        fail(visitor, "ana", 4);
        assertThat(application.used("login-pair", visitor.address(), "ana")).isEqualTo(4);

        login(visitor, " ANA ", "right").hasStatus(303);
        assertThat(application.used("login-pair", visitor.address(), "ana")).isZero();
        assertThat(application.used("login-account", "ana")).isZero();
        assertThat(application.used("login-ip", visitor.address())).isEqualTo(5);
    }

    @Test
    void sixthTryIsRefusedEvenWithTheRightPassword() {
        fail(visitor, "ana", 5);
        login(visitor, "ana", "right").isRefusedBy();

        login(application.visitor(), "ana", "right").hasStatus(303);
    }

    @Test
    void accountIsRefusedEverywhereAfterFiftyTries() {
        for (int i = 0; i < 10; i++) {
            fail(application.visitor(), "berta", 5);
        }
        login(visitor, "berta", "wrong").isRefusedBy();
    }

    @ParameterizedTest
    @ValueSource(strings = {"nobody", "lena"})
    void wrongPasswordOfAnAccountAndOfNoneGetTheSameAnswer(String other) {
        CountingEncoder passwords = application.bean(CountingEncoder.class);
        passwords.looks();
        Answer wrong = login(visitor, "ana", "wrong").hasStatus(302);
        int looks = passwords.looks();
        Answer none = login(application.visitor(), other, "wrong").hasStatus(302);

        assertThat(none.header("Location")).isEqualTo(wrong.header("Location"));
        assertThat(none.headers().headerNames()).isEqualTo(wrong.headers().headerNames());
        assertThat(none.body()).isEqualTo(wrong.body());
        assertThat(looks).isEqualTo(1);
        assertThat(passwords.looks()).as("how long it takes").isEqualTo(looks);
    }
}
