package com.example.marketplace.infrastructure;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.marketplace.testing.Answer;
import com.example.marketplace.testing.MarketplaceTest;
import com.example.marketplace.testing.Visitor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.web.server.LocalServerPort;

/** What the operator sees and does at {@code /actuator/ratelimits}. */
@MarketplaceTest
class OperatorTests {

    private static final String PHONE = "9841234601";

    @LocalServerPort
    private int port;

    private Visitor visitor;
    private Visitor operator;

    @BeforeEach
    void arrive() {
        visitor = Visitor.of(port);
        operator = visitor.loggedIn("ops", "ops-demo");
    }

    @Test
    void seesThePoliciesAndWhereTheyApply() {
        Answer answer = operator.get("/actuator/ratelimits").hasStatus(200);

        assertThat(answer.<String>json("$.policies.api.limit")).isEqualTo("100/1m");
        assertThat(answer.<String>json("$.policies.api.paths[0]")).isEqualTo("/api/products");
        assertThat(answer.<String>json("$.policies.otp-phone.annotated[0]")).contains("OtpService.");
        assertThat(answer.<Integer>json("$.policies.partner.plans.pro.members")).isEqualTo(1);
        assertThat(answer.body()).doesNotContain("demo-pro");
    }

    @Test
    void seesAKeyHoweverItIsSpeltAndResetsIt() {
        visitor.post("/otp", "phone", PHONE).hasStatus(202);
        String key = "/actuator/ratelimits/otp-phone?key=00977" + PHONE;

        Answer seen = operator.get(key).hasStatus(200);
        assertThat(seen.<Integer>json("$.limits[0].remaining")).isEqualTo(2);
        assertThat(seen.body()).doesNotContain(PHONE);

        Answer reset = operator.delete(key).hasStatus(200);
        assertThat(reset.<Integer>json("$.limits[0].remaining")).isEqualTo(3);
    }

    @Test
    void changesALimitAndTakesItBack() {
        try {
            operator.post("/actuator/ratelimits/search", "limit", "50/1s", "burst", "60")
                    .hasStatus(200);
            assertThat(visitor.get("/api/search?q=tea").hasStatus(200).remaining())
                    .isGreaterThan(50);
        } finally {
            operator.delete("/actuator/ratelimits/search").hasStatus(200);
        }
        assertThat(visitor.get("/api/search?q=tea").hasStatus(200).remaining()).isLessThan(10);
    }

    @Test
    void isNobodyElse() {
        Visitor ana = visitor.loggedIn("ana", "ana-demo");
        ana.post("/actuator/ratelimits/search", "limit", "50/1s").hasStatus(403);
        ana.delete("/actuator/ratelimits/search").hasStatus(403);
        visitor.post("/actuator/ratelimits/search", "limit", "50/1s").hasStatus(401);
    }
}
