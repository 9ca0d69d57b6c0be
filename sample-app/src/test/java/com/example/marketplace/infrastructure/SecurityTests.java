package com.example.marketplace.infrastructure;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.marketplace.testing.Answer;
import com.example.marketplace.testing.MarketplaceTest;
import com.example.marketplace.testing.Visitor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.web.server.LocalServerPort;

@MarketplaceTest
class SecurityTests {

    private static final String PHONE = "9841234599";

    @LocalServerPort
    private int port;

    private Visitor visitor;

    @BeforeEach
    void arrive() {
        visitor = Visitor.of(port);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/products",
                "/api/search?q=tea",
                "/partner/orders",
                "/messages/e8a46ac5-4a3c-4ad7-b3ab-6b9d4e3b7cf6",
                "/actuator/health",
                "/actuator/metrics",
                "/nowhere"
            })
    void wrongPasswordIsUnauthorizedOnEveryPath(String path) {
        visitor.loggedIn("ana", "wrong").get(path).hasStatus(401);
        visitor.loggedIn("nobody", "wrong").get(path).hasStatus(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/login", "/otp", "/otp/verify", "/messages"})
    void wrongPasswordIsUnauthorizedOnEveryPost(String path) {
        visitor.loggedIn("ana", "wrong").post(path, "phone", PHONE).hasStatus(401);
    }

    @ParameterizedTest
    @CsvSource({"/api/products, 200", "/api/search?q=tea, 200", "/partner/orders, 200", "/nowhere, 404"})
    void everyPathIsOpenWithAUserOrWithout(String path, int status) {
        visitor.get(path).hasStatus(status);
        visitor.loggedIn("ben", "ben-demo").get(path).hasStatus(status);
    }

    @Test
    void postsNeedNoTokenAndMakeNoSession() {
        Answer answer = visitor.post("/messages", "to", PHONE, "text", "hello").hasStatus(202);
        answer.hasHeader("Set-Cookie", null);
    }

    @Test
    void healthIsForAllAndItsDetailsForTheOperator() {
        visitor.get("/actuator/health").hasStatus(200);
        Answer answer =
                visitor.loggedIn("ops", "ops-demo").get("/actuator/health").hasStatus(200);
        assertThat(answer.<String>json("$.components.redis.status")).isEqualTo("UP");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/actuator",
                "/actuator/metrics",
                "/actuator/prometheus",
                "/actuator/info",
                "/actuator/ratelimits",
                "/actuator/env"
            })
    void restOfTheActuatorIsForTheOperatorOnly(String path) {
        visitor.get(path).hasStatus(401);
        visitor.loggedIn("ana", "ana-demo").get(path).hasStatus(403);
    }

    @Test
    void operatorReadsMetrics() {
        visitor.loggedIn("ops", "ops-demo").get("/actuator/metrics").hasStatus(200);
    }
}
