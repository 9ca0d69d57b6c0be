package com.example.marketplace.otp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.example.marketplace.testing.Answer;
import com.example.marketplace.testing.MarketplaceTest;
import com.example.marketplace.testing.RecordingSmsGateway;
import com.example.marketplace.testing.Visitor;
import io.github.ratelimit.OnStoreFailure;
import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.RateLimiter;
import java.time.Duration;
import java.time.ZoneId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;

@MarketplaceTest
class OtpTests {

    private static final Duration GENEROUS = Duration.ofSeconds(30);

    @LocalServerPort
    private int port;

    @Autowired
    private RateLimiter limiter;

    @Autowired
    private RecordingSmsGateway gateway;

    private Visitor visitor;

    @BeforeEach
    void arrive() {
        visitor = Visitor.of(port);
    }

    @Test
    void codeIsAcceptedForSendingAndTheLimitOfThePhoneTold() {
        send(visitor, "9841000001")
                .hasStatus(202)
                .hasHeader("X-RateLimit-Limit", "3")
                .hasHeader("X-RateLimit-Remaining", "2");
        assertThat(gateway.codeSentTo("+9779841000001")).matches("\\d{6}");
    }

    @Test
    void fourSpellingsOfOnePhoneAreOneQuota() {
        send(visitor, "9841000002").hasStatus(202);
        send(visitor, "+977 984-1000002").hasStatus(202);
        send(visitor, "009779841000002").hasStatus(202);
        send(visitor, " (+977) 9841000002 ").isRefusedBy("otp-phone");
        send(visitor, "9841000003").hasStatus(202);
    }

    @Test
    void twentyRefusedCallsOfOnePhoneTakeNothingFromTheBudget() {
        long before = budgetLeft();
        for (int i = 0; i < 3; i++) {
            send(Visitor.of(port), "9841000004").hasStatus(202);
        }
        for (int i = 0; i < 20; i++) {
            send(Visitor.of(port), "9841000004").isRefusedBy("otp-phone");
        }
        assertThat(before - budgetLeft()).isEqualTo(3);
    }

    @Test
    void addressIsRefusedAfterTwentyCodesWhateverThePhones() {
        Answer answer = send(visitor, "9841000100");
        for (int i = 1; i < 60 && answer.status() == 202; i++) {
            answer = send(visitor, "98410001%02d".formatted(i));
        }
        answer.isRefusedBy("otp-ip");
    }

    @Test
    void codesToOneDialPrefixAreLimitedWhoeverAsks() {
        RateLimitCheck austria = RateLimitCheck.of("otp-prefix", "+43 664 1234567");
        assertThat(limiter.tryAcquire(austria.cost(300)).isAllowed()).isTrue();

        send(visitor, "0043 664 7654321").isRefusedBy("otp-prefix");
        send(visitor, "9841000008").hasStatus(202);
        limiter.reset(austria);
    }

    @Test
    void codeThatTheGatewayDoesNotSendIsGivenBack() {
        gateway.failFor("+9779841000009");
        for (int i = 0; i < 4; i++) {
            send(visitor, "9841000009").hasStatus(202);
            await().atMost(GENEROUS).untilAsserted(() -> {
                assertThat(used("otp-phone", "9841000009")).isZero();
                assertThat(used("otp-ip", visitor.address())).isZero();
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  "})
    void blankPhoneIsABadRequest(String phone) {
        send(visitor, phone).isBadRequestSaying("phone");
    }

    @Test
    void missingPhoneIsABadRequest() {
        visitor.post("/otp").isBadRequestSaying("phone");
        visitor.post("/otp/verify", "code", "123456").isBadRequestSaying("phone");
        visitor.post("/otp/verify", "phone", "9841000005").isBadRequestSaying("code");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"hello", "12", "+999999", "98410000059841000005984100000598410000059841000005984100000598410"})
    void whatIsNoPhoneIsABadRequestAndTakesNothing(String phone) {
        long before = budgetLeft();
        send(visitor, phone).isBadRequestSaying("not a phone number");
        verify(visitor, phone, "123456").isBadRequestSaying("not a phone number");
        assertThat(budgetLeft()).isEqualTo(before);
    }

    @Test
    void codeThatCameIsGoodOnceHoweverThePhoneIsSpelt() {
        send(visitor, "+977 984-1000006").hasStatus(202);
        String code = gateway.codeSentTo("+9779841000006");
        Answer answer = verify(visitor, "9841000006", code).hasStatus(200).hasHeader("X-RateLimit-Limit", "5");
        assertThat(answer.<Boolean>json("$.verified")).isTrue();
        verify(visitor, "9841000006", code).hasStatus(401);
    }

    @Test
    void sixthGuessIsRefusedFromWhateverAddress() {
        for (int i = 0; i < 5; i++) {
            verify(Visitor.of(port), "9841000007", "wrong").hasStatus(401);
        }
        verify(visitor, "+9779841000007", "wrong").isRefusedBy("otp-verify");
    }

    @Test
    void budgetIsForADayInKathmanduAndStaysShutWithoutAStore() {
        RateLimitPolicy policy = budget().policy();
        assertThat(policy.quota()).hasToString("5000/1d");
        assertThat(policy.zone()).isEqualTo(ZoneId.of("Asia/Kathmandu"));
        assertThat(policy.alertAt()).containsExactly(80, 100);
        assertThat(policy.onStoreFailure()).isEqualTo(OnStoreFailure.CLOSED);
    }

    private long used(String policy, String key) {
        RateLimitDecision.Usage usage = limiter.peek(
                        RateLimitCheck.of(policy, key).cost(0))
                .results()
                .get(0)
                .usages()
                .get(0);
        return usage.capacity() - usage.remaining();
    }

    private long budgetLeft() {
        return budget().usages().get(0).remaining();
    }

    private RateLimitDecision.Result budget() {
        return limiter.peek(RateLimitCheck.of("otp-budget")).results().get(0);
    }

    private static Answer send(Visitor visitor, String phone) {
        return visitor.post("/otp", "phone", phone);
    }

    private static Answer verify(Visitor visitor, String phone, String code) {
        return visitor.post("/otp/verify", "phone", phone, "code", code);
    }
}
