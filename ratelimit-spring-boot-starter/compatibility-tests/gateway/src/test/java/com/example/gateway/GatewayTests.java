package com.example.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.example.compatibility.Redis;
import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimiter;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Spring Cloud Gateway Server WebMVC with the limits of {@code docs/recipes.md}, in front of two services. */
class GatewayTests {

    /** The recipe's limits, with numbers that are used up soon and do not come back meanwhile. */
    private static final String[] SMALL = {
        "ratelimit.policies.address.limit=20/1h",
        "ratelimit.policies.orders.limit=5/1h",
        "ratelimit.policies.partners.plans.basic.limit=3/1h",
        "ratelimit.policies.partners.plans.pro.limit=6/1h",
        "ratelimit.policies.form.paths=/orders/form",
        "ratelimit.policies.form.key=param:phone",
        "ratelimit.policies.form.limit=4/1h",
        "ratelimit.policies.gone.paths=/gone",
        "ratelimit.policies.gone.limit=1/1h",
        "ratelimit.policies.gone.refund-on=5xx",
        "spring.cloud.gateway.server.webmvc.routes-map.gone.id=gone",
        "spring.cloud.gateway.server.webmvc.routes-map.gone.predicates[0]=Path=/gone"
    };

    private static final AtomicInteger ADDRESSES = new AtomicInteger();

    private static Redis redis;
    private static Downstream orders;
    private static Downstream partners;
    private static RunningGateway gateway;

    private String address;

    @BeforeAll
    static void start() {
        redis = new Redis();
        orders = Downstream.start();
        partners = Downstream.start();
        Downstream gone = Downstream.start();
        gone.close();
        gateway = RunningGateway.start(
                redis,
                orders,
                partners,
                Stream.concat(
                                Stream.of(SMALL),
                                Stream.of("spring.cloud.gateway.server.webmvc.routes-map.gone.uri=" + gone.url()))
                        .toArray(String[]::new));
    }

    @AfterAll
    static void stop() {
        gateway.close();
        orders.close();
        partners.close();
        redis.close();
    }

    @BeforeEach
    void arriveFromAnAddressOfOnesOwn() {
        address = "198.51.100." + ADDRESSES.incrementAndGet();
        orders.forget();
        partners.forget();
    }

    private HttpResponse<String> orders(String user, String path) {
        return gateway.get(path, "X-Forwarded-For", address, "Authorization", basic(user, user));
    }

    private HttpResponse<String> partners(String key) {
        return gateway.get("/partners/1", "X-Forwarded-For", address, "X-Api-Key", key);
    }

    private static String basic(String user, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    private static void assertRefused(HttpResponse<String> answer, String policy) {
        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(answer.headers().firstValue("Retry-After")).isPresent();
        assertThat(answer.headers().allValues("X-RateLimit-Remaining")).containsExactly("0");
        assertThat(answer.body()).contains("\"violated-policies\":[\"" + policy + "\"]");
    }

    @Test
    void refusesAUserWithoutAskingTheService() {
        for (int i = 0; i < 5; i++) {
            assertThat(orders("ana", "/orders/1").statusCode()).isEqualTo(200);
        }

        assertRefused(orders("ana", "/orders/1"), "orders");
        assertThat(orders.reached()).hasSize(5);
        assertThat(orders("bob", "/orders/1").statusCode()).isEqualTo(200);
    }

    @Test
    void refusesAnApiKeyWithoutAskingTheService() {
        for (int i = 0; i < 3; i++) {
            assertThat(partners("demo-basic").statusCode()).isEqualTo(200);
        }

        assertRefused(partners("demo-basic"), "partners");
        assertThat(partners("invented").statusCode()).isEqualTo(400);
        assertThat(partners.reached()).hasSize(3);
        for (int i = 0; i < 6; i++) {
            assertThat(partners("demo-pro").statusCode()).isEqualTo(200);
        }
        assertRefused(partners("demo-pro"), "partners");
    }

    @Test
    void refusesAnAddressOverAllRoutesBeforeTheLogin() {
        for (int i = 0; i < 19; i++) {
            assertThat(gateway.get("/orders/1", "X-Forwarded-For", address, "Authorization", basic("cyd", "guess" + i))
                            .statusCode())
                    .isEqualTo(401);
        }
        assertThat(orders("cyd", "/nowhere").statusCode()).isEqualTo(404);

        assertRefused(orders("cyd", "/orders/1"), "address");
        assertRefused(partners("demo-pro"), "address");
        assertThat(orders.reached()).isEmpty();
        assertThat(partners.reached()).isEmpty();
    }

    @Test
    void letsNoMoreReachTheServiceWhenManyComeAtOnce() {
        ExecutorService callers = Executors.newFixedThreadPool(15);
        List<CompletableFuture<Integer>> answers = IntStream.range(0, 15)
                .mapToObj(i -> CompletableFuture.supplyAsync(
                        () -> orders("dan", "/orders/" + i).statusCode(), callers))
                .toList();

        assertThat(answers.stream().map(CompletableFuture::join).filter(status -> status == 200))
                .hasSize(5);
        assertThat(orders.reached()).hasSize(5);
        callers.shutdown();
    }

    /** Each spelling gets to the service by the route, or not at all; the limit goes along. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/orders",
                "/orders/",
                "/orders;a=b/1",
                "/orders/1;a=b",
                "/%6frders/1",
                "/orders/%2e%2e/partners/1",
                "/partners/%2e%2e/orders/1",
                "/orders/1%20?q=%20",
                "//orders/1",
                "/ORDERS/1",
                "/orders%2f1",
                "/;a=b/orders/1",
                "/orders%3b/1"
            })
    void noSpellingOfAPathGetsPastTheLimit(String path) {
        for (int i = 0; i < 5; i++) {
            orders("eve", "/orders/1");
        }
        orders.forget();

        assertThat(orders("eve", path).statusCode()).isIn(429, 400, 404);
        assertThat(orders.reached()).isEmpty();
    }

    @Test
    void sendsItsOwnHeadersAndNotThoseOfAServiceThatLimitsToo() {
        assertThat(orders("fay", "/orders/1").headers().allValues("X-RateLimit-Limit"))
                .containsExactly("5");
    }

    @Test
    void formReachesTheServiceWholeAlthoughALimitReadsAFieldOfIt() {
        String form = "phone=%2B9779841&text=a%26b&text=%C3%A9";
        HttpResponse<String> answer = gateway.post(
                "/orders/form",
                form,
                "X-Forwarded-For",
                address,
                "Content-Type",
                "application/x-www-form-urlencoded",
                "Authorization",
                basic("fay", "fay"));

        assertThat(answer.headers().firstValue("RateLimit-Policy").orElseThrow())
                .contains("form");
        assertThat(answer.body()).isEqualTo(form);
    }

    @Test
    void givesBackWhatAServiceThatIsGoneCouldNotDo() {
        RateLimiter limiter = gateway.context().getBean(RateLimiter.class);

        HttpResponse<String> failed = orders("gus", "/gone");
        assertThat(failed.statusCode()).isEqualTo(500);
        assertThat(failed.headers().firstValue("X-RateLimit-Remaining")).contains("0");

        await().atMost(Duration.ofSeconds(30))
                .until(() -> limiter.peek(RateLimitCheck.of("gone", "gus")).isAllowed());
    }

    @Test
    void doesNotTellTheServiceTheAddressUnlessTold() {
        assertThat(orders("gus", "/orders/1").headers().firstValue("X-Seen-Forwarded-For"))
                .contains("null");
    }

    @Test
    void goesThePoliciesWayWhileRedisIsGone() {
        Redis mortal = new Redis();
        try (RunningGateway own = RunningGateway.start(
                mortal,
                orders,
                partners,
                "spring.cloud.gateway.server.webmvc.trusted-proxies=.*",
                "ratelimit.policies.orders.on-store-failure=closed",
                "ratelimit.policies.partners.on-store-failure=open")) {
            assertThat(own.get("/orders/1", "Authorization", basic("ana", "ana"), "X-Forwarded-For", "6.6.6.6")
                            .headers()
                            .allValues("X-Seen-Forwarded-For"))
                    .isEqualTo(List.of("6.6.6.6,127.0.0.1"));
            mortal.close();
            orders.forget();

            assertThat(own.get("/orders/1", "Authorization", basic("ana", "ana"))
                            .statusCode())
                    .isEqualTo(503);
            assertThat(own.get("/partners/1", "X-Api-Key", "demo-pro").statusCode())
                    .isEqualTo(200);
            assertThat(orders.reached()).isEmpty();
            assertThat(partners.reached()).hasSize(1);
        } finally {
            mortal.close();
        }
    }
}
