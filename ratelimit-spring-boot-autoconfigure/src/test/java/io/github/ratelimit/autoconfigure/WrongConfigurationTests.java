package io.github.ratelimit.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.internal.limiter.RateLimitConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Wrong configuration stops the start and names the property, the value, the reason and the way out. */
class WrongConfigurationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(RateLimitAutoConfiguration.class))
            .withPropertyValues("ratelimit.store=local", "ratelimit.policies.api.limit=100/1m");

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            ratelimit.policies.api.limit=abc            | a limit is written count/duration, for example 100/1m
            ratelimit.policies.api.limit=0/1s           | the count must be a whole number from 1 to 1,000,000,000
            ratelimit.policies.api.limit=-5/1s          | the count must be a whole number from 1 to 1,000,000,000
            ratelimit.policies.api.limit=2000000000/1s  | the count must be a whole number from 1 to 1,000,000,000
            ratelimit.policies.api.limit=5/367d         | the duration must be from 1ms to 366d
            ratelimit.policies.api.limit=5/0s           | the duration must be from 1ms to 366d
            ratelimit.policies.api.limit=5/1w           | one of the units ms, s, m, h, d
            ratelimit.policies.api.limit=5/60s, 10/1m   | two limits have the same duration 1m
            ratelimit.policies.api.burst=0              | must be a whole number from 1 to 1,000,000,000
            ratelimit.policies.api.burst=x              | must be a whole number from 1 to 1,000,000,000
            ratelimit.policies.api.burst=1000000000     | would take more than 10 years to fill
            ratelimit.policies.api.algorithm=token_bucket | is none of token-bucket, fixed-window, sliding-window, sliding-log, leaky-bucket
            ratelimit.policies.api.zone=Asia/Nowhere    | is no time zone
            ratelimit.policies.api.zone=Asia/Kathmandu  | a zone goes with fixed-window and a limit of 1d only
            ratelimit.policies.api.key=user             | is none of principal, ip, global, header:NAME, cookie:NAME, param:NAME, path:VARIABLE, bean:NAME
            ratelimit.policies.api.key=header           | is none of principal, ip, global, header:NAME, cookie:NAME, param:NAME, path:VARIABLE, bean:NAME
            ratelimit.policies.api.key=ip +             | is none of
            ratelimit.policies.api.on-missing-key=block | is none of ip, skip, reject
            ratelimit.policies.api.normalize=upper      | is none of trim, lowercase, email, email-without-tag, email-without-dots, phone
            ratelimit.policies.api.algorithm=leaky_bucket | is none of token-bucket, fixed-window, sliding-window
            ratelimit.policies.api.max-delay=1s         | a longest delay goes with leaky-bucket only
            ratelimit.policies.api.max-delay=2m         | must be a duration with a unit (50ms, 1s) from 0ms to 60s
            ratelimit.policies.api.skip=10.0.0.0/8      | has no effect without paths
            ratelimit.leaky-max-waiting=0               | must be a whole number from 1 to
            ratelimit.policies.api=100/1m               | has no value of its own; write ratelimit.policies.api.limit
            ratelimit.policies.empty=                   | has no value of its own; write ratelimit.policies.empty.limit
            ratelimit.redis=localhost                   | has no value of its own; its properties stand below it
            ratelimit.policies.api.cost=2               | has no effect without paths
            ratelimit.policies.api.methods=GET          | has no effect without paths
            ratelimit.policies.api.exclude-paths=/x     | has no effect without paths
            ratelimit.policies.api.phase=after-security | has no effect without paths
            ratelimit.policies.api.on-store-failure=fail | is none of open, closed, local
            ratelimit.policies.api.alert-at=80%         | alert levels go with fixed-window only
            ratelimit.policies.api.alert-at=x%          | must be whole percentages such as 80%, 100%
            ratelimit.policies.api.refund-on=6xx        | a final status is a class (2xx to 5xx), a code from 200 to 599, or a range such as 400-403
            ratelimit.policies.api.reset-on=ok          | a final status is a class (2xx to 5xx), a code from 200 to 599, or a range such as 400-403
            ratelimit.policies.api.block=60             | needs a unit out of ms, s, m, h, d, such as 1m
            ratelimit.policies.api.block=soon           | must be a duration with a unit (50ms, 1s) from 1ms to 31622400s
            ratelimit.policies.api.block=367d           | must be a duration with a unit (50ms, 1s) from 1ms to 31622400s
            ratelimit.policies.api.enforce=yes          | must be true or false
            ratelimit.policies.api.expose=1             | must be true or false
            ratelimit.policies.api.default-plan=gold    | the default plan is none of the plans []
            ratelimit.policies.api.plan=bean:plans      | has no effect without plans
            ratelimit.plan-refresh=50ms                 | must be a duration with a unit (50ms, 1s) from 100ms to 86400s
            ratelimit.plan-refresh=2d                   | must be a duration with a unit (50ms, 1s) from 100ms to 86400s
            ratelimit.plan-timeout=0ms                  | must be a duration with a unit (50ms, 1s) from 1ms to 10s
            ratelimit.plan-timeout=11s                  | must be a duration with a unit (50ms, 1s) from 1ms to 10s
            ratelimit.store=mysql                       | is none of redis, local
            ratelimit.enabled=flase                     | must be true or false
            ratelimit.health-down-on-store-failure=1    | must be true or false
            ratelimit.key-prefix=a b                    | may hold letters, digits and ._:- only
            ratelimit.key-prefix=a{b}                   | may hold letters, digits and ._:- only
            ratelimit.hash-keys=sometimes               | is none of auto, always, never
            ratelimit.instances=0                       | must be a whole number from 1 to 100,000, or auto
            ratelimit.region-share=0                    | must be a number from 0.01 to 1, such as 0.5
            ratelimit.region-share=half                 | must be a number from 0.01 to 1, such as 0.5
            ratelimit.instances=many                    | must be a whole number from 1 to 100,000, or auto
            ratelimit.circuit-breaker.failure-rate-threshold=0 | must be a whole number from 1 to 100
            ratelimit.circuit-breaker.sliding-window-size=0 | must be a whole number from 1 to 100,000
            ratelimit.circuit-breaker.minimum-number-of-calls=21 | is above sliding-window-size, which is 20: so many calls are never counted
            ratelimit.circuit-breaker.wait-duration-in-open-state=0 | must be a duration with a unit (50ms, 1s) from 1ms to 3600s
            ratelimit.circuit-breaker.permitted-number-of-calls-in-half-open-state=x | must be a whole number from 1 to 100,000
            ratelimit.headers=x-rate                    | is none of x-ratelimit, ietf-11, none
            ratelimit.headers=none,ietf-11              | none goes with no other
            ratelimit.phone-region=XX                   | is no ISO 3166 region code such as NP or DE
            ratelimit.local-max-keys=0                  | must be a whole number from 1 to
            ratelimit.client-ip.trusted-proxies=10.0.0.0/33 | is no address range such as 10.1.0.0/16 or 2001:db8::/32
            ratelimit.client-ip.trusted-proxies=10.0.0.1, proxy.internal | is no address range such as 10.1.0.0/16 or 2001:db8::/32
            ratelimit.client-ip.header=x-real-ip        | is none of x-forwarded-for, forwarded
            ratelimit.client-ip=10.0.0.1                | has no value of its own; its properties stand below it
            ratelimit.client-ip.ipv6-prefix=32          | must be a whole number from 48 to 128
            ratelimit.redis.deadline=soon               | must be a duration with a unit
            ratelimit.redis.deadline=2m                 | must be a duration with a unit (50ms, 1s) from 1ms to 60s
            """)
    void ofASingleValue(String property, String reason) {
        assertStops(reason, property.substring(0, property.indexOf('=')), property);
    }

    /** Left as it stands, this secret would be known to all, and who sends this key would be on this plan. */
    @ParameterizedTest
    @ValueSource(
            strings = {"key-secret", "policies.api.plans.pro.members", "policies.api.paths[1]", "policies.api.limit"})
    void ofAPlaceholderWithoutAValue(String property) {
        assertStops(
                "has no value; set it, or write ${NAME:default}",
                "ratelimit." + property,
                "ratelimit.policies.api.paths[0]=/a",
                "ratelimit." + property + "=some${nobody.sets.this}thing");
    }

    @Test
    void ofAlertLevelsOutOfRange() {
        assertStops(
                "percentages from 1% to 100%",
                "ratelimit.policies.api.alert-at",
                "ratelimit.policies.api.algorithm=fixed-window",
                "ratelimit.policies.api.alert-at=80%, 101%");
    }

    @Test
    void ofABlockThatGetsShorter() {
        assertStops(
                "no step of a block may be shorter than the one before",
                "ratelimit.policies.api.block",
                "ratelimit.policies.api.block=5m, 1m");
    }

    @Test
    void ofALeakyBucketThatGivesBack() {
        assertStops(
                "a leaky bucket gives nothing back; use another algorithm, or leave refunds out",
                "ratelimit.policies.api.refund-on",
                "ratelimit.policies.api.algorithm=leaky-bucket",
                "ratelimit.policies.api.refund-on=5xx");
    }

    @Test
    void ofALeaseThatIsTooLargeForItsBucket() {
        assertStops(
                "a lease needs a burst that is larger, by a permit at least, than what refills in 100ms",
                "ratelimit.policies.api.lease",
                "ratelimit.policies.api.limit=10/1s",
                "ratelimit.policies.api.burst=1",
                "ratelimit.policies.api.lease=5");
    }

    @Test
    void ofALeaseThatIsNoNumber() {
        assertStops(
                "must be a whole number from 0 to 1,000,000",
                "ratelimit.policies.api.lease",
                "ratelimit.policies.api.lease=many");
    }

    @Test
    void ofALeakyBucketThatBlocks() {
        assertStops(
                "a block does not go with leaky-bucket",
                "ratelimit.policies.api.block",
                "ratelimit.policies.api.algorithm=leaky-bucket",
                "ratelimit.policies.api.block=1m");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ip", "global", "ip | principal", "ip+global"})
    void ofAResetOfWhatNamesNoAccount(String key) {
        assertStops(
                "needs a key that names the very account that was proven, and '" + key + "' names none: use principal",
                "ratelimit.policies.api.reset-on",
                "ratelimit.policies.api.reset-on=2xx",
                "ratelimit.policies.api.key=" + key);
    }

    @Test
    void ofALeakyBucketWithTwoLimits() {
        assertStops(
                "leaky-bucket goes with exactly one limit",
                "ratelimit.policies.api.algorithm",
                "ratelimit.policies.api.limit=1/1s, 10/1m",
                "ratelimit.policies.api.algorithm=leaky-bucket");
    }

    @Test
    void ofALogThatWouldBeTooLong() {
        assertStops(
                "sliding-log counts at most 1,000 permits; use sliding-window",
                "ratelimit.policies.api.algorithm",
                "ratelimit.policies.api.limit=1001/1m",
                "ratelimit.policies.api.algorithm=sliding-log");
    }

    @Test
    void ofABurstForAWindow() {
        assertStops(
                "a burst goes with token-bucket only",
                "ratelimit.policies.api.algorithm",
                "ratelimit.policies.api.algorithm=fixed-window",
                "ratelimit.policies.api.burst=5");
    }

    @Test
    void ofABurstForTwoLimits() {
        assertStops(
                "a burst goes with exactly one limit",
                "ratelimit.policies.api.burst",
                "ratelimit.policies.api.limit=1/1s, 10/1m",
                "ratelimit.policies.api.burst=5");
    }

    @Test
    void ofAPolicyWithoutALimit() {
        assertStops(
                "is missing; write count/duration",
                "ratelimit.policies.empty.limit",
                "ratelimit.policies.empty.key=ip");
    }

    @Test
    void ofAnUnknownMethodOrABadPathPattern() {
        assertStops(
                "is none of DELETE, GET, HEAD",
                "ratelimit.policies.api.methods",
                "ratelimit.policies.api.paths=/x",
                "ratelimit.policies.api.methods=FETCH");
    }

    @Test
    void ofAUserThatIsNotKnownYet() {
        assertStops(
                "the user is not known before Spring Security",
                "ratelimit.policies.api.phase",
                "ratelimit.policies.api.paths=/x",
                "ratelimit.policies.api.phase=before-security");
    }

    @Test
    void ofACostOutOfBounds() {
        assertStops(
                "must be a whole number from 0 to 1,000,000,000",
                "ratelimit.policies.api.cost",
                "ratelimit.policies.api.paths=/x",
                "ratelimit.policies.api.cost=-1");
    }

    @Test
    void ofPlans() {
        assertStops(
                "no plan has members", "ratelimit.policies.api.plans", "ratelimit.policies.api.plans.pro.limit=5/1s");
        assertStops(
                "is missing; write count/duration",
                "ratelimit.policies.api.plans.pro.limit",
                "ratelimit.policies.api.plans.pro.members=a");
        assertStops(
                "is a member of plan 'basic' already",
                "ratelimit.policies.api.plans.pro.members",
                "ratelimit.policies.api.normalize=lowercase",
                "ratelimit.policies.api.plans.basic.limit=5/1s",
                "ratelimit.policies.api.plans.basic.members=a",
                "ratelimit.policies.api.plans.pro.limit=5/1s",
                "ratelimit.policies.api.plans.pro.members=A");
        assertStops(
                "a policy with plans needs a limit or a default plan",
                "ratelimit.policies.p.default-plan",
                "ratelimit.policies.p.plans.pro.limit=5/1s",
                "ratelimit.policies.p.plans.pro.members=a");
        assertStops(
                "the default plan is none of the plans [pro]",
                "ratelimit.policies.api.default-plan",
                "ratelimit.policies.api.default-plan=gold",
                "ratelimit.policies.api.plans.pro.limit=5/1s",
                "ratelimit.policies.api.plans.pro.members=a");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            partnerPlans      | is none of bean:NAME, spel:EXPRESSION
            bean:             | is none of bean:NAME, spel:EXPRESSION
            spel:             | is none of bean:NAME, spel:EXPRESSION
            beans:plans       | is none of bean:NAME, spel:EXPRESSION
            bean:nobody       | there is no bean 'nobody' of type RateLimitPlanResolver
            bean:environment  | there is no bean 'environment' of type RateLimitPlanResolver
            """)
    void ofWhoSaysThePlans(String plan, String reason) {
        assertStops(
                reason,
                "ratelimit.policies.api.plan",
                "ratelimit.policies.api.plan=" + plan,
                "ratelimit.policies.api.plans.pro.limit=5/1s");
    }

    @Test
    void ofPlansWhereThereAreNoClients() {
        assertStops(
                "does not go with key 'global'",
                "ratelimit.policies.api.plan",
                "ratelimit.policies.api.plan=spel:principal.name",
                "ratelimit.policies.api.key=global",
                "ratelimit.policies.api.plans.pro.limit=5/1s");
    }

    @Test
    void ofNames() {
        assertStops(
                "lower-case letters, digits and dashes only",
                "ratelimit.policies",
                "ratelimit.policies.Api_2.limit=1/1s");
    }

    @Test
    void isAnalysedForPeople() {
        RateLimitConfigurationException failure = new RateLimitConfigurationException(
                "ratelimit.policies.api.limit", "abc", "a limit is written count/duration");

        FailureAnalysis analysis = new RateLimitConfigurationFailureAnalyzer().analyze(failure, failure);

        assertThat(analysis.getDescription()).isEqualTo("""
                Rate limits are not configured correctly:

                    ratelimit.policies.api.limit = 'abc'
                    a limit is written count/duration""");
        assertThat(analysis.getAction())
                .isEqualTo(
                        "Correct ratelimit.policies.api.limit in the configuration (file, command line or environment).");
    }

    private void assertStops(String reason, String property, String... properties) {
        runner.withPropertyValues(properties)
                .run(context -> assertThat(context).getFailure().rootCause().satisfies(failure -> {
                    RateLimitConfigurationException wrong = closest(context.getStartupFailure());
                    assertThat(wrong.subject()).isEqualTo(property);
                    assertThat(wrong.reason()).contains(reason);
                }));
    }

    private static RateLimitConfigurationException closest(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof RateLimitConfigurationException wrong) {
                return wrong;
            }
        }
        throw new AssertionError("no RateLimitConfigurationException", failure);
    }
}
