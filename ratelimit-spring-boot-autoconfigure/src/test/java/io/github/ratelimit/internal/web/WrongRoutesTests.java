package io.github.ratelimit.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.autoconfigure.RateLimitAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;

/** What is wrong about paths, beans and expressions stops the start. */
class WrongRoutesTests {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            paths=/a/{b             | /x | paths         | is no path pattern
            exclude-paths=/a/{b     | /x | exclude-paths | is no path pattern
            key=bean:nobody         | /x | key           | there is no bean 'nobody' of type RateLimitKeyResolver
            key=bean:environment    | /x | key           | there is no bean 'environment' of type RateLimitKeyResolver
            key=spel:request +      | /x | key           | is no SpEL expression
            key=path:id             | /x/{name} | key    | every path of the policy must have the variable {id}
            skip=10.0.0.0/33        | /x | skip          | is no address range such as 10.1.0.0/16
            skip=somewhere          | /x | skip          | is no address range such as 10.1.0.0/16
            skip=bean:nobody        | /x | skip          | there is no bean 'nobody' of type Predicate
            skip=spel:(             | /x | skip          | is no SpEL expression
            cost=spel:(             | /x | cost          | is no SpEL expression
            """)
    void stopsTheStart(String property, String path, String where, String reason) {
        new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(RateLimitAutoConfiguration.class))
                .withPropertyValues(
                        "ratelimit.store=local",
                        "ratelimit.policies.p.limit=1/1s",
                        "ratelimit.policies.p.paths=" + path,
                        "ratelimit.policies.p." + property)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .satisfies(failure -> assertThat(context.getStartupFailure())
                                .hasStackTraceContaining("ratelimit.policies.p." + where + " = '")
                                .hasStackTraceContaining(reason)));
    }

    @Test
    void anExpressionForPlansStopsItToo() {
        new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(RateLimitAutoConfiguration.class))
                .withPropertyValues(
                        "ratelimit.store=local",
                        "ratelimit.policies.p.limit=1/1s",
                        "ratelimit.policies.p.plan=spel:principal.",
                        "ratelimit.policies.p.plans.pro.limit=5/1s")
                .run(context -> assertThat(context)
                        .getFailure()
                        .satisfies(failure -> assertThat(failure)
                                .hasStackTraceContaining("ratelimit.policies.p.plan = 'spel:principal.'")
                                .hasStackTraceContaining("is no SpEL expression")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            bean:nobody | there is no bean 'nobody' of type RateLimitKeyResolver
            spel:((     | is no SpEL expression
            """, quoteCharacter = '"')
    void stopsTheStartForPoliciesWithoutPathsToo(String key, String reason) {
        new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(RateLimitAutoConfiguration.class))
                .withPropertyValues(
                        "ratelimit.store=local", "ratelimit.policies.p.limit=1/1s", "ratelimit.policies.p.key=" + key)
                .run(context -> assertThat(context)
                        .getFailure()
                        .satisfies(failure -> assertThat(failure)
                                .hasStackTraceContaining("ratelimit.policies.p.key = '")
                                .hasStackTraceContaining(reason)));
    }
}
