package com.example.recipes.otp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.example.marketplace.testing.Answer;
import com.example.marketplace.testing.Visitor;
import com.example.recipes.RecipeApplication;
import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimiter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.FilterType;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.web.SecurityFilterChain;

/** The recipe for codes by SMS. */
@ExtendWith(OutputCaptureExtension.class)
class OtpRecipeTests {

    private static final Duration GENEROUS = Duration.ofSeconds(30);
    private static final String SECRET = "OTP_KEY_SECRET=of the tests";

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @ComponentScan("com.example.marketplace.phone")
    @ComponentScan(
            basePackages = "com.example.marketplace.otp",
            useDefaultFilters = false,
            includeFilters = @ComponentScan.Filter(type = FilterType.REGEX, pattern = ".*\\.BudgetAlerts"))
    @Import({OtpController.class, OtpService.class, PhoneNumbers.class})
    static class Application {

        /** Whose messages cannot be sent. */
        static final String UNREACHABLE = "9841999999";

        final List<String> sentTo = new CopyOnWriteArrayList<>();

        @Bean
        SecurityFilterChain forEverybody(HttpSecurity http) {
            return http.csrf(AbstractHttpConfigurer::disable).build();
        }

        @Bean
        SmsGateway gateway() {
            return (phone, text) -> {
                if (phone.endsWith(UNREACHABLE)) {
                    throw new SmsGateway.NotSentException();
                }
                sentTo.add(phone);
            };
        }

        @Bean
        OtpCodes codes() {
            return new OtpCodes() {
                @Override
                public String issue(String phone) {
                    return phone.substring(8);
                }

                @Override
                public boolean redeem(String phone, String code) {
                    return issue(phone).equals(code);
                }
            };
        }
    }

    /** As in the document; the day of the budget ends twelve hours from now, and not while a test runs. */
    private static RecipeApplication start(String... properties) {
        String[] all = new String[properties.length + 2];
        all[0] = SECRET;
        all[1] = "ratelimit.policies.otp-budget.zone="
                + ZoneOffset.ofHours(12 - LocalTime.now(ZoneOffset.UTC).getHour());
        System.arraycopy(properties, 0, all, 2, properties.length);
        return RecipeApplication.start("otp", Application.class, all);
    }

    private static Answer send(Visitor visitor, String phone) {
        return visitor.post("/otp", "phone", phone);
    }

    private static Answer verify(Visitor visitor, String phone, String code) {
        return visitor.post("/otp/verify", "phone", phone, "code", code);
    }

    @Nested
    class Sending {

        @Test
        void isLimitedPerPhoneInWhateverSpellingAndTakesNothingMore() {
            try (RecipeApplication application = start()) {
                send(application.visitor(), "9841234567").hasStatus(202);
                send(application.visitor(), "+977 984-1234567").hasStatus(202);
                send(application.visitor(), "009779841234567").hasStatus(202);
                for (int i = 0; i < 20; i++) {
                    send(application.visitor(), "(+977) 9841234567").isRefusedBy("otp-phone");
                }
                assertThat(application.used("otp-budget")).isEqualTo(3);
                assertThat(application.used("otp-prefix", "9841234567")).isEqualTo(3);
            }
        }

        /** Read in another way, these are other numbers, or none. */
        @Test
        void goesToTheNumberThatWasCounted() {
            try (RecipeApplication application = start()) {
                send(application.visitor(), "984 1234567 ext. 8").hasStatus(202);
                send(application.visitor(), "9841234567;phone-context=+977").hasStatus(202);
                send(application.visitor(), "0984-1234567").hasStatus(202);
                send(application.visitor(), "९८४१२३४५६७").isRefusedBy("otp-phone");

                assertThat(application.bean(Application.class).sentTo).containsOnly("+9779841234567");
            }
        }

        @Test
        void isLimitedPerAddress() {
            try (RecipeApplication application = start()) {
                Visitor visitor = application.visitor();
                for (int i = 10; i < 30; i++) {
                    send(visitor, "98410000" + i).hasStatus(202);
                }
                send(visitor, "9841000030").isRefusedBy("otp-ip");
                send(application.visitor(), "9841000030").hasStatus(202);
            }
        }

        @Test
        void isLimitedPerDialPrefix() {
            try (RecipeApplication application = start("ratelimit.policies.otp-prefix.limit=2/1h")) {
                send(application.visitor(), "+43 664 1234567").hasStatus(202);
                send(application.visitor(), "+43 664 1234568").hasStatus(202);
                send(application.visitor(), "0043 664 1234569").isRefusedBy("otp-prefix");
                send(application.visitor(), "9841234567").hasStatus(202);
                assertThat(application.used("otp-budget")).isEqualTo(3);
            }
        }

        @ParameterizedTest
        @ValueSource(strings = {"", "hello", "+999"})
        void isOfPhonesOnly(String phone) {
            try (RecipeApplication application = start()) {
                send(application.visitor(), phone).hasStatus(400);
                assertThat(application.used("otp-budget")).isZero();
            }
        }

        @Test
        void givesBackWhatWasNotSent() {
            try (RecipeApplication application = start()) {
                Visitor visitor = application.visitor();
                send(visitor, Application.UNREACHABLE).hasStatus(503);

                await().atMost(GENEROUS).untilAsserted(() -> {
                    assertThat(application.used("otp-ip", visitor.address())).isZero();
                    assertThat(application.used("otp-phone", Application.UNREACHABLE))
                            .isZero();
                    assertThat(application.used("otp-prefix", Application.UNREACHABLE))
                            .isZero();
                    assertThat(application.used("otp-budget")).isZero();
                });
            }
        }
    }

    @Nested
    class Verifying {

        @Test
        void isLimitedPerPhoneAndNotPerSession() {
            try (RecipeApplication application = start()) {
                verify(application.visitor(), "9841234567", "234567").hasStatus(204);
                for (int i = 0; i < 4; i++) {
                    verify(application.visitor(), "+9779841234567", "wrong").hasStatus(401);
                }
                verify(application.visitor(), "009779841234567", "234567").isRefusedBy("otp-verify");
            }
        }
    }

    @Nested
    class Budget {

        private static final String LIMIT = "ratelimit.policies.otp-budget.limit=5/1d";

        private void spend(RecipeApplication application, int from, int to) {
            for (int i = from; i < to; i++) {
                send(application.visitor(), "98410000" + i).hasStatus(202);
            }
        }

        @Test
        void staysShutOverRestartsUntilAnOperatorOpensItAndTellsEachLevelOnce(CapturedOutput output) {
            String prefix = "ratelimit.key-prefix=recipe:restarts:" + System.nanoTime();
            try (RecipeApplication application = start(LIMIT, prefix);
                    RecipeApplication other = start(LIMIT, prefix)) {
                spend(application, 10, 13);
                spend(other, 13, 15);
                send(application.visitor(), "9841000015").isRefusedBy("otp-budget");
                send(other.visitor(), "9841000015").isRefusedBy("otp-budget");
                await().atMost(GENEROUS).untilAsserted(() -> assertThat(output).contains("100 % of 5/1d are used"));
            }
            assertThat(output)
                    .containsOnlyOnce("'otp-budget' has used 80 %")
                    .containsOnlyOnce("'otp-budget' has used 100 %")
                    .containsOnlyOnce("80 % of 5/1d are used: policy otp-budget")
                    .containsOnlyOnce("100 % of 5/1d are used: policy otp-budget");

            try (RecipeApplication restarted = start(LIMIT, prefix)) {
                send(restarted.visitor(), "9841000015").isRefusedBy("otp-budget");

                restarted.bean(RateLimiter.class).reset(RateLimitCheck.of("otp-budget"));
                send(restarted.visitor(), "9841000015").hasStatus(202);
            }
        }

        @Test
        void opensAtMidnightInKathmandu() {
            SettableTime.TIME.set(Instant.parse("2026-11-29T18:14:59.999Z"));
            try (RecipeApplication application = RecipeApplication.start(
                    "otp",
                    SettableTime.class,
                    SECRET,
                    "ratelimit.store=local",
                    "ratelimit.policies.otp-budget.limit=1/1d")) {
                send(application.visitor(), "9841000010").hasStatus(202);
                assertThat(send(application.visitor(), "9841000011")
                                .isRefusedBy("otp-budget")
                                .header("Retry-After"))
                        .isEqualTo("1");

                SettableTime.TIME.set(Instant.parse("2026-11-29T18:15:00Z"));
                send(application.visitor(), "9841000011").hasStatus(202);
                assertThat(send(application.visitor(), "9841000012")
                                .isRefusedBy("otp-budget")
                                .header("Retry-After"))
                        .isEqualTo("86400");
            }
        }
    }

    @SpringBootConfiguration
    @Import(Application.class)
    static class SettableTime {

        static final AtomicReference<Instant> TIME = new AtomicReference<>();

        @Bean
        InstantSource rateLimitClock() {
            return TIME::get;
        }
    }
}
