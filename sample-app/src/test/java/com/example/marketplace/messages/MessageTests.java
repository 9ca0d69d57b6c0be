package com.example.marketplace.messages;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.marketplace.testing.Answer;
import com.example.marketplace.testing.MarketplaceTest;
import com.example.marketplace.testing.Visitor;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.web.server.LocalServerPort;

@MarketplaceTest
class MessageTests {

    @LocalServerPort
    private int port;

    private Visitor visitor;

    @BeforeEach
    void arrive() {
        visitor = Visitor.of(port);
    }

    @Test
    void acceptedMessageIsFoundAtItsLocation() {
        Answer accepted = send().hasStatus(202);
        assertThat(accepted.header("Location")).isEqualTo("/messages/" + accepted.json("$.id"));
        Answer found = visitor.get(accepted.header("Location")).hasStatus(200);
        assertThat(found.<String>json("$.to")).isEqualTo("+9779841234567");
        assertThat(found.<String>json("$.text")).isEqualTo("hello");
    }

    @Test
    void unknownMessageIsNotFound() {
        visitor.get("/messages/" + UUID.randomUUID()).hasStatus(404);
        visitor.get("/messages/17").hasStatus(400);
    }

    @Test
    void incompleteMessageIsABadRequest() {
        visitor.post("/messages", "text", "hello").isBadRequestSaying("to");
        visitor.post("/messages", "to", "9841234567").isBadRequestSaying("text");
        visitor.post("/messages", "to", "nobody", "text", "hello").isBadRequestSaying("phone");
        visitor.post("/messages", "to", "9841234567", "text", "x".repeat(1_601)).isBadRequestSaying("1600");
    }

    @ParameterizedTest
    @CsvSource({"demo-free, 60", "demo-paid, 600", "demo-enterprise, 6000", "invented, 60"})
    void eachPlanHasItsLimit(String apiKey, String limit) {
        visitor = visitor.with("X-Api-Key", apiKey);
        send().hasStatus(202).hasHeader("X-RateLimit-Limit", limit);
    }

    @Test
    void sendingAndReadingShareOneBudget() {
        for (int i = 0; i < 10; i++) {
            send().hasStatus(202);
        }
        assertThat(visitor.get("/messages/" + UUID.randomUUID()).remaining()).isLessThan(58);
    }

    @Test
    void callerIsRefusedAfterSixty() {
        Answer answer = send();
        for (int i = 0; i < 200 && answer.status() == 202; i++) {
            answer = send();
        }
        answer.isRefusedBy("sms-api").hasHeader("Retry-After", "1");
    }

    private Answer send() {
        return visitor.post("/messages", "to", "9841234567", "text", "hello");
    }
}
