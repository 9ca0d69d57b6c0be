package com.example.compatibility;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.stream.Stream;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The shop on a free port; requests go over the network. */
final class RunningShop implements AutoCloseable {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final ConfigurableApplicationContext context;
    private final String address;

    private RunningShop(ConfigurableApplicationContext context) {
        this.context = context;
        this.address = "http://127.0.0.1:" + context.getEnvironment().getRequiredProperty("local.server.port");
    }

    static RunningShop start(Redis redis, String... properties) {
        return new RunningShop(new SpringApplicationBuilder(Shop.class)
                .run(Stream.concat(
                                Stream.of(
                                        "server.port=0",
                                        "spring.main.banner-mode=off",
                                        "spring.data.redis.port=" + redis.port(),
                                        "ratelimit.redis.deadline=2s",
                                        "ratelimit.policies.api.limit=3/1h",
                                        "ratelimit.policies.api.paths=/api/**",
                                        "ratelimit.policies.api.key=header:X-Key",
                                        "ratelimit.policies.api.on-store-failure=closed",
                                        "ratelimit.policies.open.limit=3/1h",
                                        "ratelimit.policies.open.paths=/open/**",
                                        "ratelimit.policies.open.key=header:X-Key",
                                        "ratelimit.policies.open.on-store-failure=open",
                                        "ratelimit.policies.orders.limit=2/1h",
                                        "management.endpoints.web.exposure.include=health,metrics,ratelimits",
                                        "management.endpoint.ratelimits.access=unrestricted",
                                        "management.endpoint.health.show-details=always"),
                                Stream.of(properties))
                        .map("--"::concat)
                        .toArray(String[]::new)));
    }

    /** GET with headers as name, value, name, value. */
    HttpResponse<String> get(String path, String... headers) {
        HttpRequest.Builder request = request(path);
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return send(request);
    }

    HttpResponse<String> post(String path, String json) {
        return send(request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(json)));
    }

    HttpResponse<String> delete(String path) {
        return send(request(path).DELETE());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(address + path));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
