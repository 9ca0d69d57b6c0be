package com.example.marketplace.catalog;

import static org.hamcrest.Matchers.greaterThan;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.header;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.jsonPath;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import com.example.marketplace.phone.DialPrefixes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.security.test.context.support.WithMockUser;
import org.springframework.test.web.servlet.MockMvc;

/** The controller alone, with its limits: no server, no Redis, and a clock that only the test moves. */
@WebMvcTest(controllers = CatalogController.class, properties = "ratelimit.store=local")
@Import({Catalog.class, DialPrefixes.class, CatalogSliceTests.SettableTime.class})
@WithMockUser("ana")
class CatalogSliceTests {

    @TestConfiguration
    static class SettableTime {

        private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-30T12:00:00Z"));

        @Bean
        InstantSource rateLimitClock() {
            return now::get;
        }

        void advance(Duration time) {
            now.updateAndGet(before -> before.plus(time));
        }
    }

    @Autowired
    private MockMvc mvc;

    @Autowired
    private SettableTime time;

    @Test
    void refusesTheEleventhSearchAndLetsOnePassAfterTheAnnouncedWait() throws Exception {
        for (int i = 0; i < 10; i++) {
            mvc.perform(get("/api/search?q=tea")).andExpect(status().isOk());
        }
        mvc.perform(get("/api/search?q=tea"))
                .andExpect(status().isTooManyRequests())
                .andExpect(header().string("Retry-After", "1"))
                .andExpect(jsonPath("$.violated-policies[0]").value("search"));

        time.advance(Duration.ofSeconds(1));
        mvc.perform(get("/api/search?q=tea"))
                .andExpect(status().isOk())
                .andExpect(jsonPath("$.length()", greaterThan(0)));
    }
}
