package com.example.marketplace;

import com.example.marketplace.testing.Visitor;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = "server.forward-headers-strategy=native",
        args = {
            "--ratelimit.key-prefix=rl:command-line",
            "--ratelimit.redis.deadline=2s",
            "--ratelimit.policies.t.paths=/api/products",
            "--ratelimit.policies.t.key=header:X-K",
            "--ratelimit.policies.t.limit=3/1h",
            "--ratelimit.policies.search.limit=2/1h",
            "--ratelimit.policies.search.burst=2"
        })
class CommandLinePolicyTests {

    @LocalServerPort
    private int port;

    @Test
    void newPolicyHoldsBesideTheOthers() {
        Visitor one = Visitor.of(port).with("X-K", "one");
        Visitor other = Visitor.of(port).with("X-K", "other");
        for (int i = 0; i < 3; i++) {
            one.get("/api/products").hasStatus(200).hasHeader("RateLimit-Policy", "\"t\";q=3;w=3600");
        }
        one.get("/api/products").isRefusedBy("t");
        other.get("/api/products").hasStatus(200);
        one.get("/api/search?q=tea").hasStatus(200);
    }

    @Test
    void numbersOfAPolicyAreOverridden() {
        Visitor visitor = Visitor.of(port);
        visitor.get("/api/search?q=tea").hasStatus(200).hasHeader("X-RateLimit-Limit", "2");
        visitor.get("/api/search?q=tea").hasStatus(200);
        visitor.get("/api/search?q=tea").isRefusedBy("search");
    }
}
