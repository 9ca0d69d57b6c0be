package com.example.marketplace.otp;

import static org.mockito.Mockito.mock;

import com.example.marketplace.phone.PhoneReader;
import io.github.ratelimit.RateLimiter;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;

class FullQueueTests {

    @Test
    void fullQueueIsAServiceThatIsUnavailable() {
        SmsQueue full = new SmsQueue(sms -> {}) {
            @Override
            void add(Sms sms, Runnable ifNotSent) {
                throw new SmsQueueFullException(new IllegalStateException("full"));
            }
        };
        PhoneReader phones = new PhoneReader("NP");
        OtpController controller = new OtpController(
                new OtpService(phones, new OneTimeCodes(Clock.systemUTC()), full, mock(RateLimiter.class)));
        RestTestClient.bindToController(controller)
                .build()
                .post()
                .uri("/otp")
                .contentType(MediaType.APPLICATION_JSON)
                .body(Map.of("phone", "9841234567"))
                .exchange()
                .expectStatus()
                .isEqualTo(503)
                .expectBody()
                .jsonPath("$.detail")
                .isEqualTo("Too many messages wait to be sent; try again later");
    }
}
