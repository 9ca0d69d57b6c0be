package com.example.marketplace;

import com.example.marketplace.infrastructure.OwnRedis;
import com.example.marketplace.testing.Visitor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

/** An application of its own, whose Redis is gone. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"server.forward-headers-strategy=native", "ratelimit.key-prefix=rl:outage"})
class OutageTests {

    @LocalServerPort
    private int port;

    @Autowired
    private OwnRedis redis;

    private Visitor visitor;

    @BeforeEach
    void stopRedis() {
        redis.close();
        visitor = Visitor.of(port);
    }

    @Test
    void loginAndCodesStayShut() {
        visitor.post("/login", "username", "ana", "password", "ana-demo").isUnavailable();
        visitor.post("/otp", "phone", "9841234567").isUnavailable();
        visitor.post("/otp/verify", "phone", "9841234567", "code", "123456").isUnavailable();
    }

    @Test
    void restGoesOnUnderLocalLimits() {
        visitor.get("/api/products").hasStatus(200).hasHeader("X-RateLimit-Limit", "100");
        visitor.get("/api/search?q=tea").hasStatus(200);
        visitor.with("X-Api-Key", "demo-pro")
                .get("/partner/orders")
                .hasStatus(200)
                .hasHeader("X-RateLimit-Limit", "1000");
        visitor.post("/messages", "to", "9841234567", "text", "hello").hasStatus(202);
    }

    @Test
    void healthSaysSoSoon() {
        visitor.get("/actuator/health").hasStatus(503);
    }
}
