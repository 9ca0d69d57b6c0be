package io.github.ratelimit.internal.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimiter;
import io.github.ratelimit.testing.RunningApplication;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the endpoint shows and refuses. Nothing here changes a policy that another test looks at. */
class EndpointTests {

    private static final Pattern BATCHES = Pattern.compile(
            "\"batches\":\\{\"calls\":(?<calls>\\d+),\"requests\":(?<requests>\\d+),\"largest\":(?<largest>\\d+)}");

    private static RunningApplication application;
    private static Operator operator;

    @BeforeAll
    static void start() {
        application = EndpointApplication.start();
        operator = EndpointApplication.operator(application);
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    private static String someone() {
        return UUID.randomUUID().toString();
    }

    @Nested
    class Policies {

        @Test
        void areShownAsInEffectWithWhereTheyApply() {
            assertThat(operator.get(""))
                    .startsWith("200 {\"store\":\"redis\",\"breaker\":\"closed\",\"batches\":{\"calls\":")
                    .contains("},\"policies\":{\"api\":{")
                    .contains("\"api\":{\"limit\":\"5/1h\",\"algorithm\":\"token-bucket\",\"key\":\"header:x-user\","
                            + "\"onMissingKey\":\"skip\",\"onStoreFailure\":\"local\",\"enforce\":true,\"expose\":true,"
                            + "\"paths\":[\"/api/**\"],\"phase\":\"after-security\"}")
                    .contains("\"budget\":{\"limit\":\"50/1d\",\"algorithm\":\"fixed-window\",\"key\":\"global\"")
                    .contains("\"pair\":{\"limit\":\"100/1h, 10/1s\"")
                    .contains("\"plans\":{\"basic\":{\"limit\":\"10/1h\",\"members\":2},"
                            + "\"pro\":{\"limit\":\"100/1h\",\"burst\":20,\"members\":1}},\"defaultPlan\":\"basic\"")
                    .contains("\"annotated\":[\"" + EndpointApplication.Reports.class.getName() + ".print(String)\"]");
        }

        @Test
        void areShownWithHowManyRequestsWentInHowManyCalls() {
            EndpointApplication.call(application, someone());
            Matcher before = batches();
            EndpointApplication.call(application, someone());
            Matcher after = batches();

            assertThat(number(after, "calls") - number(before, "calls")).isEqualTo(1);
            assertThat(number(after, "requests") - number(before, "requests")).isEqualTo(1);
            assertThat(number(after, "largest")).isBetween(1, number(after, "requests"));
        }

        private static Matcher batches() {
            Matcher found = BATCHES.matcher(operator.get(""));
            assertThat(found.find()).isTrue();
            return found;
        }

        private static int number(Matcher found, String name) {
            return Integer.parseInt(found.group(name));
        }

        @Test
        void areShownOneByOne() {
            assertThat(operator.get("/budget")).startsWith("200 {\"limit\":\"50/1d\"");
        }

        @Test
        void neverShowTheirMembers() {
            assertThat(operator.get("") + operator.get("/partner")).doesNotContain("p1", "b1");
        }
    }

    @Nested
    class Keys {

        @Test
        void areShownWithoutBeingCharged() {
            String user = someone();
            EndpointApplication.call(application, user);

            for (int i = 0; i < 2; i++) {
                assertThat(operator.get("/api?key=" + user))
                        .startsWith("200 {\"policy\":\"api\",\"key\":\"#")
                        .contains("\"basis\":\"store\",\"wait\":0,\"limits\":[{\"limit\":\"5/1h\",\"capacity\":5,"
                                + "\"remaining\":4,\"reset\":7")
                        .doesNotContain(user);
            }
        }

        @Test
        void tellTheWaitWhenUsedUp() {
            String user = someone();
            for (int i = 0; i < 5; i++) {
                EndpointApplication.call(application, user);
            }
            assertThat(operator.get("/api?key=" + user))
                    .containsPattern("\"wait\":7[0-9]{2},")
                    .contains("\"remaining\":0");
        }

        @Test
        void areReset() {
            String user = someone();
            EndpointApplication.call(application, user);
            EndpointApplication.call(application, user);

            assertThat(operator.delete("/api?key=" + user)).startsWith("200 ").contains("\"remaining\":5");
            assertThat(EndpointApplication.call(application, user)).isEqualTo("200 4");
        }

        @Test
        void haveOnePartForEachValueAndAnAddressInItsOneForm() {
            String user = someone();
            RateLimiter limiter = application.context().getBean(RateLimiter.class);
            limiter.tryAcquire(RateLimitCheck.of("pair", "203.0.113.9", user));

            assertThat(operator.get("/pair?key=::ffff:203.0.113.9&key=" + user))
                    .contains("\"limit\":\"100/1h\",\"capacity\":100,\"remaining\":99")
                    .contains("\"limit\":\"10/1s\"");
            assertThat(operator.get("/pair?key=203.0.113.8&key=" + user)).contains("\"remaining\":100");
        }

        @Test
        void areNeverSplitAtAComma() {
            RateLimiter limiter = application.context().getBean(RateLimiter.class);
            String tail = someone();
            limiter.tryAcquire(RateLimitCheck.of("reports.print", "a," + tail));

            assertThat(operator.get("/reports.print?key=a," + tail)).contains("\"remaining\":2");
            assertThat(operator.get("/reports.print?key=a&key=" + tail)).contains("\"remaining\":3");
        }

        @Test
        void ofAnotherKindAreAskedForByIt() {
            assertThat(operator.get("/partner?key=198.51.100.7&kind=ip"))
                    .startsWith("200 ")
                    .contains("\"key\":\"ip=198.51.100.7\"");
        }

        @Test
        void haveTheNumbersOfTheirPlan() {
            assertThat(operator.get("/partner?key=p1")).contains("\"plan\":\"pro\"", "\"capacity\":20");
        }

        @Test
        void ofAllAreOne() {
            application.context().getBean(RateLimiter.class).tryAcquire(RateLimitCheck.of("budget"));

            assertThat(operator.get("/budget?kind=global")).contains("\"remaining\":49");
            assertThat(operator.delete("/budget?kind=global")).contains("\"remaining\":50");
        }

        /** As in a request of theirs, in which Spring Security has proven who they are. */
        @Test
        void ofUsersOnNoPlanAreTheirOwn() {
            assertThat(operator.get("/member?key=ana"))
                    .startsWith("200 {\"policy\":\"member\",\"key\":\"ana\",")
                    .contains("\"limit\":\"4/1h\"");
            assertThat(operator.get("/member?key=g1")).contains("\"plan\":\"gold\"");
        }

        /** The operator's own address is nobody's key. */
        @Test
        void thatNobodyHasAreNotTakenForTheOperatorsAddress() {
            assertThat(operator.get("/partner?key=invented"))
                    .startsWith("400 ")
                    .contains("the key's value is missing or not known");
            assertThat(operator.delete("/partner?key=invented")).startsWith("400 ");
        }
    }

    @Nested
    class Refused {

        @Test
        void areUnknownPoliciesWithTheNamesThereAre() {
            String none = "404 {\"status\":404,\"detail\":\"there is no such rate limit policy; there are "
                    + "[api, budget, member, pair, partner, reports.print]\"}";
            assertThat(operator.get("/apo")).isEqualTo(none);
            assertThat(operator.get("/apo?key=ana")).isEqualTo(none);
            assertThat(operator.delete("/apo?key=ana")).isEqualTo(none);
            assertThat(operator.delete("/apo")).isEqualTo(none);
            assertThat(operator.post("/apo", "{\"limit\":\"5/1m\"}")).isEqualTo(none);
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = ';',
                value = {
                    "GET; /budget?key=ana; has one key for all; no value goes with it",
                    "GET; /api?key=ana&kind=cookie:x; has no such kind of key",
                    "GET; /api?kind=ip; has a key for each caller",
                    "GET; /pair?key=nowhere&key=ana; is not an IP address",
                    "GET; /api?key=; does not apply to callers without that key",
                    "DELETE; /api?key=; does not apply to callers without that key",
                    "DELETE; /api?kye=ana; it has [key, kind, policy]",
                    "GET; /api?kye=ana; it has [key, kind, policy]",
                })
        void areKeysThatNobodyCanHave(String method, String path, String reason) {
            assertThat(method.equals("GET") ? operator.get(path) : operator.delete(path))
                    .startsWith("400 {\"status\":400,")
                    .contains(reason.split(";")[0]);
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = ';',
                quoteCharacter = '\0',
                value = {
                    "api; {'limit':'abc'}; ratelimit.policies.api.limit = 'abc': a limit is written count/duration, for example 100/1m",
                    "api; {'limit':'0/1m'}; the count must be a whole number from 1 to 1,000,000,000",
                    "api; {'limit':'5/60s, 10/1m'}; two limits have the same duration 1m; keep the lower one",
                    "api; {'limit':''}; ratelimit.policies.api.limit: is missing",
                    "api; {'limit':'10/1s, 100/1m','burst':5}; a burst goes with exactly one limit",
                    "api; {'limit':'unlimited','burst':5}; goes with no unlimited",
                    "api; {'burst':'many'}; must be a whole number from 1 to 1,000,000,000",
                    "api; {'enforce':'perhaps'}; ratelimit.policies.api.enforce = 'perhaps': must be true or false",
                    "api; {'onStoreFailure':'shrug'}; is none of open, closed, local",
                    "api; {'limit':'9/1m','plan':'pro'}; there is no such plan; there are []",
                    "partner; {'limit':'9/1m'}; the policy has no limit of its own; name one of its plans [basic, pro]",
                    "partner; {'limit':'9/1m','plan':'gold'}; there is no such plan; there are [basic, pro]",
                    "partner; {'limit':'x','plan':'pro'}; ratelimit.policies.partner.plans.pro.limit = 'x': a limit is written",
                    "partner; {'enforce':false,'plan':'pro'}; leave plan out",
                    "budget; {'burst':5}; a burst goes with token-bucket only",
                    "api; {}; nothing to change",
                    "api; {'limt':'5/1m'}; it has [burst, enforce, limit, onStoreFailure, plan, policy]",
                    "api; {'limit':'9/1m','enforce':'perhaps'}; must be true or false",
                })
        void areWrongChangesAsAWhole(String policy, String json, String reason) {
            String before = operator.get("/" + policy);

            assertThat(operator.post("/" + policy, json.replace('\'', '"')))
                    .startsWith("400 {\"status\":400,")
                    .contains(reason);
            assertThat(operator.get("/" + policy)).isEqualTo(before).doesNotContain("changed");
        }
    }
}
