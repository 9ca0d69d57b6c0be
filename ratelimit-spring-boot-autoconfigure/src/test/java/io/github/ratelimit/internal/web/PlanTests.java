package io.github.ratelimit.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.plan.RateLimitPlanResolver;
import io.github.ratelimit.testing.RunningApplication;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** Plans of a bean and of a claim, over HTTP. */
@ExtendWith(OutputCaptureExtension.class)
class PlanTests {

    private static RunningApplication application;

    /** A user whose token says the plan, as that of Spring Security's resource server does. */
    record TokenUser(String name, Map<String, Object> tokenAttributes) implements Principal {

        @Override
        public String getName() {
            return name;
        }

        public Map<String, Object> getTokenAttributes() {
            return tokenAttributes;
        }
    }

    @Import(WebApplication.Plain.class)
    static class WithPlans {

        final List<String> asked = new CopyOnWriteArrayList<>();

        @Bean
        RateLimitPlanResolver partnerPlans() {
            return key -> {
                asked.add(key);
                return key.startsWith("pro-") ? "pro" : null;
            };
        }

        /** Stands where an authentication filter does. */
        @Bean
        FilterRegistrationBean<Filter> tokens() {
            FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>(WithPlans::authenticate);
            registration.setOrder(-200);
            return registration;
        }

        private static void authenticate(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            HttpServletRequest http = (HttpServletRequest) request;
            String user = http.getHeader("X-Test-User");
            String plan = http.getHeader("X-Test-Plan");
            Principal principal =
                    user == null ? null : new TokenUser(user, plan == null ? Map.of() : Map.of("plan", plan));
            chain.doFilter(
                    new HttpServletRequestWrapper(http) {
                        @Override
                        public Principal getUserPrincipal() {
                            return principal;
                        }
                    },
                    response);
        }
    }

    @BeforeAll
    static void start() {
        application = RunningApplication.start(
                WithPlans.class,
                "ratelimit.plan-timeout=10s",
                "ratelimit.policies.partner.paths=/a/b",
                "ratelimit.policies.partner.key=header:X-Api-Key",
                "ratelimit.policies.partner.normalize=lowercase",
                "ratelimit.policies.partner.plan=bean:partnerPlans",
                "ratelimit.policies.partner.limit=7/1h",
                "ratelimit.policies.partner.plans.pro.limit=1000/1h",
                "ratelimit.policies.partner.plans.gift.limit=50/1h",
                "ratelimit.policies.partner.plans.gift.members=gift-key",
                "ratelimit.policies.users.paths=/a/other",
                "ratelimit.policies.users.plan=spel:principal.tokenAttributes['plan']",
                "ratelimit.policies.users.limit=7/1h",
                "ratelimit.policies.users.default-plan=free",
                "ratelimit.policies.users.plans.free.limit=60/1h",
                "ratelimit.policies.users.plans.paid.limit=600/1h",
                "ratelimit.policies.service.plan=spel:principal.tokenAttributes['plan']",
                "ratelimit.policies.service.limit=7/1h",
                "ratelimit.policies.service.plans.paid.limit=600/1h",
                "ratelimit.policies.filtered.limit=1/1h");
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    private static String limit(String path, String... headers) {
        HttpResponse<String> response = application.get(path, headers);
        assertThat(response.statusCode()).isEqualTo(200);
        return response.headers().firstValue("X-RateLimit-Limit").orElseThrow();
    }

    @Test
    void ofABeanAreAskedForByTheNormalizedValueBeforeItIsHashed() {
        assertThat(limit("/a/b", "X-Api-Key", "PRO-key")).isEqualTo("1000");
        assertThat(application.context().getBean(WithPlans.class).asked).contains("pro-key");
    }

    @Test
    void yieldToMembers() {
        assertThat(limit("/a/b", "X-Api-Key", "gift-key")).isEqualTo("50");
    }

    @Test
    void thatABeanDoesNotKnowAreLimitedByAddress() {
        HttpResponse<String> first = application.get("/a/b", "X-Api-Key", "invented-1");
        HttpResponse<String> second = application.get("/a/b", "X-Api-Key", "invented-2");

        assertThat(first.headers().firstValue("X-RateLimit-Remaining")).contains("6");
        assertThat(second.headers().firstValue("X-RateLimit-Remaining")).contains("5");
    }

    @Test
    void ofAClaimAreReadWithEachRequest() {
        assertThat(limit("/a/other", "X-Test-User", "ana", "X-Test-Plan", "paid"))
                .isEqualTo("600");
        assertThat(limit("/a/other", "X-Test-User", "ana", "X-Test-Plan", "free"))
                .isEqualTo("60");
        assertThat(limit("/a/other", "X-Test-User", "ana"))
                .as("without a claim")
                .isEqualTo("60");
        assertThat(limit("/a/other")).as("by address").isEqualTo("7");
    }

    @Test
    void ofAClaimThatNoPlanHasAreTheDefaultPlan(CapturedOutput output) {
        assertThat(limit("/a/other", "X-Test-User", "ana", "X-Test-Plan", "gold"))
                .isEqualTo("60");
        assertThat(limit("/a/other", "X-Test-User", "ben", "X-Test-Plan", "silver"))
                .isEqualTo("60");
        assertThat(output.getOut())
                .containsOnlyOnce("Rate limit policy 'users' has no plan 'gold'")
                .doesNotContain("silver");
    }

    @Test
    void ofAClaimHoldForAnnotatedMethodsToo() {
        assertThat(limit("/service?name=x", "X-Test-User", "ana", "X-Test-Plan", "paid"))
                .isEqualTo("600");
        assertThat(limit("/service?name=y")).as("by address").isEqualTo("7");
    }
}
