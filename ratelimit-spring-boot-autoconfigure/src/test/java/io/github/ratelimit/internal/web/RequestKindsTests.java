package io.github.ratelimit.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.testing.RunningApplication;
import io.github.ratelimit.web.RateLimitKeyResolver;
import jakarta.servlet.http.HttpServletRequest;
import java.net.http.HttpResponse;
import java.text.Normalizer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** Values that beans, expressions, cookies and paths give: keys, costs, exceptions from the rule. */
class RequestKindsTests {

    @Import(WebApplication.Plain.class)
    static class WithBeans {

        @Bean
        RateLimitKeyResolver tenant() {
            return request -> request.getHeader("X-Tenant");
        }

        @Bean
        Predicate<HttpServletRequest> monitoring() {
            return request -> request.getHeader("X-Monitor") != null;
        }

        @Bean
        UnaryOperator<String> compatible() {
            return value -> Normalizer.normalize(value, Normalizer.Form.NFKC);
        }

        @Bean
        UnaryOperator<String> digits() {
            return value -> {
                String digits = value.replaceAll("\\D", "");
                if (digits.isEmpty()) {
                    throw new IllegalArgumentException("no digits");
                }
                return digits;
            };
        }
    }

    private static RunningApplication application;

    @BeforeAll
    static void start() {
        application = RunningApplication.start(
                WithBeans.class,
                "ratelimit.policies.cookie.paths=/a/b",
                "ratelimit.policies.cookie.key=cookie:cart",
                "ratelimit.policies.cookie.on-missing-key=skip",
                "ratelimit.policies.cookie.limit=2/1h",
                "ratelimit.policies.path.paths=/a/{item}, /other/{item:[a-z]+}",
                "ratelimit.policies.path.key=path:item + header:X-Path",
                "ratelimit.policies.path.on-missing-key=skip",
                "ratelimit.policies.path.limit=2/1h",
                "ratelimit.policies.tenant.paths=/a/b",
                "ratelimit.policies.tenant.key=bean:tenant",
                "ratelimit.policies.tenant.normalize=digits",
                "ratelimit.policies.tenant.on-missing-key=skip",
                "ratelimit.policies.tenant.limit=2/1h",
                "ratelimit.policies.expression.paths=/a/b",
                "ratelimit.policies.expression.key=spel:request.getHeader('X-Spel')?.concat('|+')",
                "ratelimit.policies.expression.on-missing-key=skip",
                "ratelimit.policies.expression.limit=2/1h",
                "ratelimit.policies.list.paths=/a/b",
                "ratelimit.policies.list.key=spel:{request.getHeader('X-One'), request.getHeader('X-Two')}",
                "ratelimit.policies.list.on-missing-key=skip",
                "ratelimit.policies.list.limit=2/1h",
                "ratelimit.policies.array.paths=/a/b",
                "ratelimit.policies.array.key=spel:request.getParameterValues('tag')",
                "ratelimit.policies.array.on-missing-key=skip",
                "ratelimit.policies.array.limit=2/1h",
                "ratelimit.policies.mail.paths=/a/b",
                "ratelimit.policies.mail.key=param:mail",
                "ratelimit.policies.mail.normalize=email, email-without-tag, email-without-dots",
                "ratelimit.policies.mail.on-missing-key=skip",
                "ratelimit.policies.mail.limit=10/1h",
                "ratelimit.policies.name.paths=/a/b",
                "ratelimit.policies.name.key=param:name",
                "ratelimit.policies.name.normalize=compatible, trim, lowercase",
                "ratelimit.policies.name.on-missing-key=skip",
                "ratelimit.policies.name.limit=10/1h",
                "ratelimit.policies.skipping.paths=/form",
                "ratelimit.policies.skipping.key=header:X-Skip",
                "ratelimit.policies.skipping.on-missing-key=skip",
                "ratelimit.policies.skipping.skip=10.0.0.0/8, bean:monitoring, spel:request.getHeader('X-Free') == 'yes'",
                "ratelimit.policies.skipping.limit=1/1h",
                "ratelimit.policies.local-skip.paths=/form",
                "ratelimit.policies.local-skip.key=header:X-Local",
                "ratelimit.policies.local-skip.on-missing-key=skip",
                "ratelimit.policies.local-skip.skip=127.0.0.0/8",
                "ratelimit.policies.local-skip.limit=1/1h",
                "ratelimit.policies.cost.paths=/a/other",
                "ratelimit.policies.cost.key=header:X-Cost-Key",
                "ratelimit.policies.cost.on-missing-key=skip",
                "ratelimit.policies.cost.cost=spel:T(Integer).parseInt(request.getHeader('X-Cost'))",
                "ratelimit.policies.cost.limit=10/1h",
                "ratelimit.policies.service.limit=1/1h",
                "ratelimit.policies.filtered.limit=1/1h");
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    @Test
    void cookie() {
        assertThat(remaining(application.get("/a/b", "Cookie", "x=1; cart=c1"))).isEqualTo("1");
        assertThat(remaining(application.get("/a/b", "Cookie", "cart=c1; x=2"))).isEqualTo("0");
        assertThat(application.get("/a/b", "Cookie", "cart=c1").statusCode()).isEqualTo(429);
        assertThat(remaining(application.get("/a/b", "Cookie", "cart=c2"))).isEqualTo("1");
    }

    @Test
    void variableOfThePathInEverySpelling() {
        assertThat(remaining(application.get("/a/b", "X-Path", "p"))).isEqualTo("1");
        assertThat(remaining(application.get("/a/%62", "X-Path", "p"))).isEqualTo("0");
        assertThat(application.get("/a/b;v=1", "X-Path", "p").statusCode()).isEqualTo(429);
        assertThat(remaining(application.get("/a/other", "X-Path", "p"))).isEqualTo("1");
    }

    @Test
    void beanAndNormalizerBean() {
        assertThat(remaining(application.get("/a/b", "X-Tenant", "no. 7"))).isEqualTo("1");
        assertThat(remaining(application.get("/a/b", "X-Tenant", "7"))).isEqualTo("0");
        assertThat(application.get("/a/b", "X-Tenant", "none").statusCode()).isEqualTo(400);
    }

    @Test
    void listIsOneValueOfAllItsElements() {
        assertThat(remaining(application.get("/a/b", "X-One", "a, b", "X-Two", "c")))
                .isEqualTo("1");
        assertThat(remaining(application.get("/a/b", "X-One", "a", "X-Two", "b, c")))
                .isEqualTo("1");
        assertThat(remaining(application.get("/a/b", "X-One", "a", "X-Two", "b, c")))
                .isEqualTo("0");
        assertThat(remaining(application.get("/a/b", "X-One", "a"))).isEqualTo("none");
    }

    @Test
    void arrayIsOneValueOfAllItsElements() {
        assertThat(remaining(application.get("/a/b?tag=a&tag=b"))).isEqualTo("1");
        assertThat(remaining(application.get("/a/b?tag=a&tag=b"))).isEqualTo("0");
        assertThat(remaining(application.get("/a/b?tag=a,b"))).isEqualTo("1");
    }

    @Test
    void mailAddressWithoutTagAndDots() {
        assertThat(remaining(application.get("/a/b?mail=ana@example.org"))).isEqualTo("9");
        assertThat(remaining(application.get("/a/b?mail=A.na%2Bshop@Example.org%00")))
                .isEqualTo("8");
        HttpResponse<String> empty = application.get("/a/b?mail=%2Bshop@example.org");
        assertThat(empty.statusCode()).isEqualTo(400);
        assertThat(empty.body()).contains("policy 'mail': the key's value is not an e-mail address");
        assertThat(application.get("/a/b?mail=Ana%20%3Cana@example.org%3E").statusCode())
                .isEqualTo(400);
    }

    @Test
    void compatibleCharactersByABeanOfTheApplication() {
        assertThat(remaining(application.get("/a/b?name=ana"))).isEqualTo("9");
        assertThat(remaining(application.get("/a/b?name=%EF%BC%A1na%00"))).isEqualTo("8");
    }

    @Test
    void expressionTakesTheRestOfTheText() {
        assertThat(remaining(application.get("/a/b", "X-Spel", "s"))).isEqualTo("1");
        assertThat(remaining(application.get("/a/b", "X-Spel", "s"))).isEqualTo("0");
        assertThat(remaining(application.get("/a/b"))).isEqualTo("none");
    }

    @Test
    void whoIsSkippedIsNotCharged() {
        for (int i = 0; i < 3; i++) {
            assertThat(application.get("/form", "X-Skip", "a", "X-Monitor", "1").statusCode())
                    .isEqualTo(200);
            assertThat(application.get("/form", "X-Skip", "a", "X-Free", "yes").statusCode())
                    .isEqualTo(200);
            assertThat(application.get("/form", "X-Local", "a").statusCode())
                    .as("127.0.0.0/8")
                    .isEqualTo(200);
        }
        assertThat(application.get("/form", "X-Skip", "a", "X-Free", "no").statusCode())
                .isEqualTo(200);
        assertThat(application.get("/form", "X-Skip", "a").statusCode()).isEqualTo(429);
    }

    @Test
    void costOfTheRequest() {
        assertThat(remaining(application.get("/a/other", "X-Cost-Key", "k", "X-Cost", "7")))
                .isEqualTo("3");
        assertThat(application.get("/a/other", "X-Cost-Key", "k", "X-Cost", "4").statusCode())
                .isEqualTo(429);
        assertThat(remaining(application.get("/a/other", "X-Cost-Key", "k", "X-Cost", "0")))
                .isEqualTo("3");
        assertThat(application
                        .get("/a/other", "X-Cost-Key", "k", "X-Cost", "-1")
                        .statusCode())
                .isEqualTo(400);
    }

    private static String remaining(HttpResponse<String> response) {
        return response.headers().firstValue("X-RateLimit-Remaining").orElse("none");
    }
}
