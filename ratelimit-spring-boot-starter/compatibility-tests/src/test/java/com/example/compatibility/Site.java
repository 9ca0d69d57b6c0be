package com.example.compatibility;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.springframework.context.ConfigurableApplicationContext;

/** An application on a free port; requests go over the network. */
public class Site implements AutoCloseable {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final ConfigurableApplicationContext context;
    private final String address;

    protected Site(ConfigurableApplicationContext context) {
        this.context = context;
        this.address = "http://127.0.0.1:" + context.getEnvironment().getRequiredProperty("local.server.port");
    }

    public ConfigurableApplicationContext context() {
        return context;
    }

    /** GET with headers as name, value, name, value. */
    public HttpResponse<String> get(String path, String... headers) {
        return send(request(path, headers));
    }

    public HttpResponse<String> post(String path, String json) {
        return post(path, json, "Content-Type", "application/json");
    }

    public HttpResponse<String> post(String path, String body, String... headers) {
        return send(request(path, headers).POST(BodyPublishers.ofString(body)));
    }

    public HttpResponse<String> delete(String path) {
        return send(request(path).DELETE());
    }

    private HttpRequest.Builder request(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return request;
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
