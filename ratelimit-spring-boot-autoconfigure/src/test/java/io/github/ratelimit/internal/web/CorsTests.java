package io.github.ratelimit.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.testing.RunningApplication;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.UrlBasedCorsConfigurationSource;
import org.springframework.web.filter.CorsFilter;

/** A browser can read a refusal, wherever the application has configured CORS. */
class CorsTests {

    private static final String ORIGIN = "https://shop.example";

    @Import({WebApplication.Plain.class, WebApplication.MvcCors.class})
    static class MvcOnly {}

    @Import({WebApplication.Secured.class, WebApplication.MvcCors.class})
    static class SecurityWithMvcCors {}

    @Import(WebApplication.Secured.class)
    static class SecurityWithSource {

        @Bean
        UrlBasedCorsConfigurationSource corsConfigurationSource() {
            return source();
        }
    }

    @Import(WebApplication.Plain.class)
    static class OwnFilter {

        @Bean
        CorsFilter corsFilter() {
            return new CorsFilter(source());
        }
    }

    private static UrlBasedCorsConfigurationSource source() {
        CorsConfiguration configuration = new CorsConfiguration();
        configuration.setAllowedOrigins(List.of(ORIGIN));
        UrlBasedCorsConfigurationSource source = new UrlBasedCorsConfigurationSource();
        source.registerCorsConfiguration("/**", configuration);
        return source;
    }

    @Test
    void ofMvc() {
        refusesReadably(MvcOnly.class, "ip");
    }

    @Test
    void ofMvcBehindSecurityInBothPhases() {
        refusesReadably(SecurityWithMvcCors.class, "ip");
        refusesReadably(SecurityWithMvcCors.class, "global");
    }

    @Test
    void ofSecurityInBothPhases() {
        refusesReadably(SecurityWithSource.class, "ip");
        refusesReadably(SecurityWithSource.class, "global");
    }

    @Test
    void ofAFilterOfTheApplication() {
        refusesReadably(OwnFilter.class, "ip");
    }

    @Test
    void givesAForeignOriginTheRefusalWithoutHeaders() {
        try (RunningApplication application = start(MvcOnly.class, "ip")) {
            HttpResponse<String> refused = refused(application, "Origin", "https://foreign.example");

            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.headers().firstValue("Access-Control-Allow-Origin"))
                    .isEmpty();
        }
    }

    private static void refusesReadably(Class<?> source, String key) {
        try (RunningApplication application = start(source, key)) {
            HttpResponse<String> refused = refused(application, "Origin", ORIGIN);

            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.headers().allValues("Access-Control-Allow-Origin"))
                    .containsExactly(ORIGIN);
            assertThat(refused.body()).contains("quota-exceeded");
        }
    }

    private static HttpResponse<String> refused(RunningApplication application, String... headers) {
        assertThat(application.get("/a/b").statusCode()).isEqualTo(200);
        return application.get("/a/b", headers);
    }

    private static RunningApplication start(Class<?> source, String key) {
        return RunningApplication.start(
                source,
                "ratelimit.policies.p.paths=/a/b",
                "ratelimit.policies.p.key=" + key,
                "ratelimit.policies.p.limit=1/1h",
                "ratelimit.policies.service.limit=1/1h",
                "ratelimit.policies.filtered.limit=1/1h");
    }
}
