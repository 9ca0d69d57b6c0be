package io.github.ratelimit.internal.web;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.RateLimiter;
import io.github.ratelimit.testing.RunningApplication;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Import;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;
import org.springframework.web.socket.TextMessage;
import org.springframework.web.socket.WebSocketSession;
import org.springframework.web.socket.config.annotation.EnableWebSocket;
import org.springframework.web.socket.config.annotation.WebSocketConfigurer;
import org.springframework.web.socket.config.annotation.WebSocketHandlerRegistry;
import org.springframework.web.socket.handler.TextWebSocketHandler;

/** Answers that come later than the thread of the request, on whatever servlet container is on the class path. */
class DispatchTests {

    private static final Duration GENEROUS = Duration.ofSeconds(30);

    private static RunningApplication application;
    private static RateLimiter limiter;
    private static AtomicInteger started;

    @RestController
    @EnableWebSocket
    @Import(WebApplication.Plain.class)
    static class Application implements WebSocketConfigurer {

        final AtomicInteger started = new AtomicInteger();

        @GetMapping("/late/callable")
        Callable<ResponseEntity<String>> callable(@RequestParam(defaultValue = "200") int status) {
            started.incrementAndGet();
            return () -> ResponseEntity.status(status).body("ok");
        }

        @GetMapping("/late/deferred")
        DeferredResult<ResponseEntity<String>> deferred(@RequestParam(defaultValue = "200") int status) {
            started.incrementAndGet();
            DeferredResult<ResponseEntity<String>> result = new DeferredResult<>();
            new Thread(() -> result.setResult(ResponseEntity.status(status).body("ok"))).start();
            return result;
        }

        @GetMapping("/late/sse")
        ResponseEntity<SseEmitter> events(@RequestParam(defaultValue = "200") int status) {
            started.incrementAndGet();
            SseEmitter emitter = new SseEmitter();
            new Thread(() -> send(emitter)).start();
            return ResponseEntity.status(status).body(emitter);
        }

        private static void send(SseEmitter emitter) {
            try {
                for (int i = 0; i < 3; i++) {
                    emitter.send("event");
                }
                emitter.complete();
            } catch (IOException gone) {
                emitter.completeWithError(gone);
            }
        }

        @GetMapping("/late/stream")
        ResponseEntity<StreamingResponseBody> stream(@RequestParam(defaultValue = "200") int status) {
            started.incrementAndGet();
            return ResponseEntity.status(status).body(out -> {
                out.write('o');
                out.flush();
                out.write('k');
            });
        }

        @Override
        public void registerWebSocketHandlers(WebSocketHandlerRegistry registry) {
            registry.addHandler(
                    new TextWebSocketHandler() {

                        @Override
                        public void afterConnectionEstablished(WebSocketSession session) {
                            started.incrementAndGet();
                        }

                        @Override
                        protected void handleTextMessage(WebSocketSession session, TextMessage message)
                                throws IOException {
                            session.sendMessage(message);
                        }
                    },
                    "/late/socket");
        }
    }

    /** Collects the one message that is sent back. */
    private static final class Echo implements WebSocket.Listener {

        final CompletableFuture<String> message = new CompletableFuture<>();

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            message.complete(data.toString());
            return null;
        }
    }

    @BeforeAll
    static void start() {
        application = RunningApplication.start(
                Application.class,
                "ratelimit.policies.late.paths=/late/**",
                "ratelimit.policies.late.key=header:X-Late",
                "ratelimit.policies.late.on-missing-key=skip",
                "ratelimit.policies.late.limit=2/1h",
                "ratelimit.policies.failed.paths=/late/**",
                "ratelimit.policies.failed.key=header:X-Failed",
                "ratelimit.policies.failed.on-missing-key=skip",
                "ratelimit.policies.failed.limit=5/1d",
                "ratelimit.policies.failed.refund-on=403, 5xx",
                "ratelimit.policies.proven.paths=/late/**",
                "ratelimit.policies.proven.key=header:X-Proven",
                "ratelimit.policies.proven.on-missing-key=skip",
                "ratelimit.policies.proven.limit=5/1d",
                "ratelimit.policies.proven.reset-on=2xx",
                "ratelimit.policies.service.limit=1/1h",
                "ratelimit.policies.filtered.limit=1/1h");
        limiter = application.context().getBean(RateLimiter.class);
        started = application.context().getBean(Application.class).started;
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    @BeforeEach
    void forget() {
        started.set(0);
    }

    private static long left(String policy, String key) {
        return limiter.peek(RateLimitCheck.of(policy, key).cost(0))
                .results()
                .get(0)
                .usages()
                .get(0)
                .remaining();
    }

    private static void awaitLeft(long permits, String policy, String key) {
        await().atMost(GENEROUS)
                .untilAsserted(() -> assertThat(left(policy, key)).isEqualTo(permits));
    }

    private static String header(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElse("none");
    }

    private static void assertRefused(HttpResponse<?> refused) {
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(header(refused, "RateLimit")).matches("\"late\";r=0;t=(3600|35\\d\\d)");
        assertThat(header(refused, "Retry-After")).matches("1800|17\\d\\d");
        assertThat(header(refused, "Content-Type")).isEqualTo("application/problem+json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"callable", "deferred", "sse", "stream"})
    void areChargedOnceAndRefusedBeforeTheHandlerStarts(String kind) {
        for (String left : new String[] {"1", "0"}) {
            HttpResponse<String> passed = application.get("/late/" + kind, "X-Late", kind);
            assertThat(passed.statusCode()).isEqualTo(200);
            assertThat(passed.body()).isEqualTo(kind.equals("sse") ? "data:event\n\n".repeat(3) : "ok");
            assertThat(header(passed, "RateLimit")).startsWith("\"late\";r=" + left + ";t=");
            assertThat(header(passed, "RateLimit-Policy")).isEqualTo("\"late\";q=2;w=3600");
            assertThat(passed.headers().allValues("X-RateLimit-Remaining")).containsExactly(left);
        }

        HttpResponse<String> refused = application.get("/late/" + kind, "X-Late", kind);
        assertRefused(refused);
        assertThat(refused.body()).contains("\"status\":429", "\"violated-policies\":[\"late\"]");
        assertThat(started).hasValue(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"callable", "deferred", "sse", "stream"})
    void areGivenBackOrClearedByTheirFinalStatus(String kind) {
        limiter.tryAcquire(RateLimitCheck.of("failed", kind).cost(2));
        limiter.tryAcquire(RateLimitCheck.of("proven", kind).cost(2));

        application.get("/late/" + kind + "?status=503", "X-Failed", kind, "X-Proven", kind);
        awaitLeft(3, "failed", kind);
        assertThat(left("proven", kind)).isEqualTo(2);

        application.get("/late/" + kind + "?status=200", "X-Failed", kind, "X-Proven", kind);
        awaitLeft(5, "proven", kind);
        assertThat(left("failed", kind)).isEqualTo(2);
    }

    private static WebSocket connect(WebSocket.Listener listener, String... headers) {
        WebSocket.Builder socket = HttpClient.newHttpClient().newWebSocketBuilder();
        for (int i = 0; i < headers.length; i += 2) {
            socket.header(headers[i], headers[i + 1]);
        }
        return socket.buildAsync(URI.create("ws://127.0.0.1:" + application.port() + "/late/socket"), listener)
                .join();
    }

    @Test
    void ofWebSocketsChargeTheHandshakeOnlyAndRefuseIt() {
        for (int left = 1; left >= 0; left--) {
            Echo echo = new Echo();
            WebSocket socket = connect(echo, "X-Late", "socket", "X-Failed", "socket");
            socket.sendText("hello", true);
            assertThat(echo.message.orTimeout(30, TimeUnit.SECONDS).join()).isEqualTo("hello");
            socket.abort();
            assertThat(left("late", "socket")).isEqualTo(left);
        }

        assertThat(catchHandshake("X-Late", "socket")).satisfies(DispatchTests::assertRefused);
        assertThat(started).hasValue(2);
        assertThat(left("failed", "socket")).as("101 is no failure").isEqualTo(3);
    }

    @Test
    void ofWebSocketsTellTheHandshakeWhatIsLeft() throws Exception {
        try (Socket socket = application.open(
                "/late/socket",
                "Connection: Upgrade",
                "Upgrade: websocket",
                "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
                "X-Late: headers")) {
            List<String> head = new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1))
                    .lines()
                    .takeWhile(line -> !line.isEmpty())
                    .toList();
            assertThat(head.get(0)).startsWith("HTTP/1.1 101");
            assertThat(head).contains("RateLimit: \"late\";r=1;t=1800");
        }
    }

    @Test
    void ofWebSocketsFromAForeignOriginAreGivenBack() {
        assertThat(catchHandshake("X-Failed", "origin", "Origin", "https://elsewhere.example")
                        .statusCode())
                .isEqualTo(403);
        awaitLeft(5, "failed", "origin");
    }

    private static HttpResponse<?> catchHandshake(String... headers) {
        try {
            connect(new Echo(), headers).abort();
        } catch (CompletionException failed) {
            return ((WebSocketHandshakeException) failed.getCause()).getResponse();
        }
        throw new AssertionError("the handshake succeeded");
    }
}
