package io.github.ratelimit.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.testing.RunningApplication;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Policies are written without the context path and the servlet path, as handlers are. */
class ServletPathTests {

    @ParameterizedTest
    @CsvSource({"'', ''", "/ctx, ''", "'', /svc", "/ctx, /svc"})
    void areNotPartOfAPattern(String contextPath, String servletPath) {
        List<String> properties = new ArrayList<>(List.of(
                "ratelimit.policies.p.paths=/a/b",
                "ratelimit.policies.p.exclude-paths=/a/other",
                "ratelimit.policies.p.key=header:X-K",
                "ratelimit.policies.p.limit=5/1h",
                "ratelimit.policies.service.limit=1/1h",
                "ratelimit.policies.filtered.limit=1/1h"));
        if (!contextPath.isEmpty()) {
            properties.add("server.servlet.context-path=" + contextPath);
        }
        if (!servletPath.isEmpty()) {
            properties.add("spring.mvc.servlet.path=" + servletPath);
        }
        try (RunningApplication application =
                RunningApplication.start(WebApplication.Plain.class, properties.toArray(String[]::new))) {
            String prefix = contextPath + servletPath;
            assertThat(application.get(prefix + "/a/b", "X-K", "k").headers().firstValue("X-RateLimit-Remaining"))
                    .contains("4");
            assertThat(application
                            .get(prefix + "/a/b;v=1", "X-K", "k")
                            .headers()
                            .firstValue("X-RateLimit-Remaining"))
                    .contains("3");
            assertThat(application
                            .get(prefix + "/a/other", "X-K", "k")
                            .headers()
                            .firstValue("X-RateLimit-Remaining"))
                    .isEmpty();
        }
    }
}
