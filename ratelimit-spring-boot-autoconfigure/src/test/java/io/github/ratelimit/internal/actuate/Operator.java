package io.github.ratelimit.internal.actuate;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;

/** Somebody at the endpoint, over the network. Answers are written as status and body: {@code 200 {"a":1}}. */
record Operator(int port, String... headers) {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    String get(String path) {
        return send(request(path).GET());
    }

    String delete(String path) {
        return send(request(path).DELETE());
    }

    String post(String path, String json) {
        return send(request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(json)));
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/actuator/ratelimits" + path));
        return headers.length == 0 ? request : request.headers(headers);
    }

    private static String send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return response.statusCode() + " " + response.body();
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
