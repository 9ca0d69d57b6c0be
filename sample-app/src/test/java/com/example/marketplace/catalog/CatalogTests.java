package com.example.marketplace.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.marketplace.testing.Answer;
import com.example.marketplace.testing.MarketplaceTest;
import com.example.marketplace.testing.Visitor;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.web.server.LocalServerPort;

@MarketplaceTest
class CatalogTests {

    /** More than any burst here and what may refill while it is used up. */
    private static final int MANY = 300;

    @LocalServerPort
    private int port;

    private Visitor visitor;

    @BeforeEach
    void arrive() {
        visitor = Visitor.of(port);
    }

    @Test
    void productsTellTheLimit() {
        Answer answer = visitor.get("/api/products")
                .hasStatus(200)
                .hasHeader("X-RateLimit-Limit", "100")
                .hasHeader("X-RateLimit-Remaining", "99")
                .hasHeader("X-RateLimit-Reset", "1")
                .hasHeader("RateLimit-Policy", "\"api\";q=100;w=60")
                .hasHeader("RateLimit", "\"api\";r=99;t=1");
        assertThat(answer.<List<Object>>json("$")).isNotEmpty();
    }

    @Test
    void productsAreRefusedAfterTheHundredth() {
        assertThat(countAllowed("/api/products")).isBetween(100, 120);
        refusalOf("/api/products").isRefusedBy("api");
    }

    @Test
    void searchTakesABurstOfTen() {
        Answer answer = visitor.get("/api/search?q=TEA")
                .hasStatus(200)
                .hasHeader("X-RateLimit-Limit", "10")
                .hasHeader("RateLimit-Policy", "\"search\";q=10;w=2");
        assertThat(answer.<List<String>>json("$[*].name")).containsExactly("Ilam tea, 500 g");
        assertThat(countAllowed("/api/search?q=tea")).isBetween(9, MANY - 1);
        refusalOf("/api/search?q=tea").isRefusedBy("search").hasHeader("Retry-After", "1");
    }

    @Test
    void searchAndProductsShareNothing() {
        refusalOf("/api/search?q=tea").isRefusedBy("search");
        visitor.get("/api/products").hasStatus(200).hasHeader("X-RateLimit-Remaining", "99");
    }

    @Test
    void searchWithoutWordsIsABadRequest() {
        visitor.get("/api/search").isBadRequestSaying("q");
    }

    @Test
    void userHasOneBudgetAtAllAddresses() {
        Visitor here = visitor.loggedIn("ana", "ana-demo");
        for (int i = 0; i < 10; i++) {
            here.get("/api/products").hasStatus(200);
        }
        Visitor there = Visitor.of(port).loggedIn("ana", "ana-demo");
        assertThat(there.get("/api/products").hasStatus(200).remaining()).isLessThan(98);
    }

    @Test
    void userTakesNothingFromOthersAtTheSameAddress() {
        visitor.loggedIn("ben", "ben-demo").get("/api/products").hasStatus(200);
        visitor.get("/api/products").hasStatus(200).hasHeader("X-RateLimit-Remaining", "99");
    }

    private int countAllowed(String uri) {
        int allowed = 0;
        while (allowed < MANY && visitor.get(uri).status() == 200) {
            allowed++;
        }
        return allowed;
    }

    private Answer refusalOf(String uri) {
        Answer answer = visitor.get(uri);
        for (int i = 0; i < MANY && answer.status() != 429; i++) {
            answer = visitor.get(uri);
        }
        return answer;
    }
}
