package com.example.recipes.regions;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.marketplace.infrastructure.OwnRedis;
import com.example.marketplace.testing.Answer;
import com.example.recipes.RecipeApplication;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Two regions, each with a Redis of its own and half of the limits, and one budget that is whole. */
class HomeBudgetTests {

    private final OwnRedis westernRedis = OwnRedis.start();

    private RecipeApplication home;
    private RecipeApplication east;
    private RecipeApplication west;

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @RestController
    @Import(Inside.class)
    static class Home {

        final AtomicInteger sent = new AtomicInteger();

        @PostMapping("/sms")
        @ResponseStatus(HttpStatus.ACCEPTED)
        void send(@RequestBody String phone) {
            sent.incrementAndGet();
        }
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @RestController
    @Import({HomeSms.class, Inside.class})
    static class Shop {

        private final HomeSms sms;

        Shop(HomeSms sms) {
            this.sms = sms;
        }

        @PostMapping("/codes")
        ResponseEntity<Void> code() {
            return sms.send("+9779841234567");
        }

        @GetMapping("/orders")
        String orders() {
            return "none";
        }
    }

    /** Nobody logs in here. */
    static class Inside {

        @Bean
        SecurityFilterChain chain(HttpSecurity http) {
            return http.csrf(csrf -> csrf.disable())
                    .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                    .build();
        }
    }

    @BeforeEach
    void start() {
        home = RecipeApplication.start("home-sms", Home.class, "ratelimit.policies.sms-budget.limit=7/1d");
        east = shop();
        west = shop("spring.data.redis.port=" + westernRedis.port());
    }

    private RecipeApplication shop(String... more) {
        return RecipeApplication.start(
                "two-regions",
                Shop.class,
                Stream.concat(Stream.of("REGION_SHARE=0.5", "sms.home=" + home.url()), Stream.of(more))
                        .toArray(String[]::new));
    }

    @AfterEach
    void stop() {
        Stream.of(east, west, home).forEach(RecipeApplication::close);
        westernRedis.close();
    }

    private static List<Integer> statuses(RecipeApplication shop, int calls) {
        return IntStream.range(0, calls)
                .mapToObj(call -> shop.visitor().post("/codes").status())
                .toList();
    }

    @Test
    void isSpentToTheLastPermitFromWhicheverRegion() {
        assertThat(statuses(west, 5)).as("more than half").containsOnly(202);
        assertThat(statuses(east, 4)).containsExactly(202, 202, 429, 429);

        Answer refused = west.visitor().post("/codes");
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.header("Retry-After")).isNotBlank();
        assertThat(home.bean(Home.class).sent).hasValue(7);
    }

    @Test
    void isClosedWhileTheHomeRegionCannotBeReached() {
        home.close();

        assertThat(statuses(west, 2)).containsOnly(503);
    }

    @Test
    void leavesEachRegionHalfOfAllElse() {
        assertThat(Stream.of(east, west)
                        .map(shop -> shop.visitor().get("/orders").header("X-RateLimit-Limit")))
                .containsExactly("50", "50");
    }
}
