package com.example.marketplace.partner;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.marketplace.testing.Answer;
import com.example.marketplace.testing.MarketplaceTest;
import com.example.marketplace.testing.Visitor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.web.server.LocalServerPort;

@MarketplaceTest
class PartnerTests {

    @LocalServerPort
    private int port;

    private Visitor visitor;

    @BeforeEach
    void arrive() {
        visitor = Visitor.of(port);
    }

    @Test
    void eachPlanHasItsLimit() {
        orders("demo-basic")
                .hasHeader("X-RateLimit-Limit", "100")
                .hasHeader("RateLimit-Policy", "\"partner\";q=100;w=60");
        orders("demo-pro")
                .hasHeader("X-RateLimit-Limit", "1000")
                .hasHeader("RateLimit-Policy", "\"partner\";q=1000;w=60");
    }

    @Test
    void partnerHasOneBudgetAtAllAddresses() {
        for (int i = 0; i < 10; i++) {
            orders("demo-basic");
        }
        visitor = Visitor.of(port);
        assertThat(orders("demo-basic").remaining()).isLessThan(98);
    }

    @Test
    void unknownKeysOfOneAddressShareItsBudgetUnderTheDefaultPlan() {
        for (int i = 0; i < 10; i++) {
            orders("invented-" + i).hasHeader("X-RateLimit-Limit", "100");
        }
        assertThat(visitor.get("/partner/orders").remaining()).isLessThan(98);
        visitor = Visitor.of(port);
        orders("invented-0").hasHeader("X-RateLimit-Remaining", "99");
    }

    @Test
    void addressWithInventedKeysIsRefusedAfterTheHundredth() {
        Answer answer = orders("invented");
        for (int i = 0; i < 200 && answer.status() == 200; i++) {
            answer = visitor.with("X-Api-Key", "invented-" + i).get("/partner/orders");
        }
        answer.isRefusedBy("partner");
        orders("demo-pro");
    }

    private Answer orders(String apiKey) {
        return visitor.with("X-Api-Key", apiKey).get("/partner/orders").hasStatus(200);
    }
}
