package io.github.ratelimit.testing;

import io.github.ratelimit.internal.redis.RedisLink;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

/**
 * An application on a free port and on the shared Redis, with a key prefix of its own and a deadline that a busy machine
 * keeps. Requests go over the network.
 */
public final class RunningApplication implements AutoCloseable {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final ConfigurableApplicationContext context;
    private final int port;

    private RunningApplication(ConfigurableApplicationContext context) {
        this.context = context;
        // A busy machine may take longer than the application waits for.
        context.getBeanProvider(RedisLink.class).ifAvailable(link -> link.awaitConnected(Duration.ofSeconds(30)));
        this.port = context.getBean(Environment.class).getRequiredProperty("local.server.port", Integer.class);
    }

    /** Starts it with these properties, as {@code name=value}; later ones win. */
    public static RunningApplication start(Class<?> source, String... properties) {
        return new RunningApplication(run(source, properties));
    }

    /** A context of an application without a server, or any other. */
    public static ConfigurableApplicationContext run(Class<?> source, String... properties) {
        Map<String, String> arguments = new LinkedHashMap<>();
        arguments.put("server.port", "0");
        arguments.put("spring.main.banner-mode", "off");
        arguments.put(
                "spring.data.redis.port", Integer.toString(RedisServer.shared().port()));
        arguments.put("ratelimit.key-prefix", "test:" + UUID.randomUUID());
        arguments.put("ratelimit.redis.deadline", "5s");
        for (String property : properties) {
            int equals = property.indexOf('=');
            arguments.put(property.substring(0, equals), property.substring(equals + 1));
        }
        return new SpringApplicationBuilder(source)
                .run(arguments.entrySet().stream()
                        .map(argument -> "--" + argument.getKey() + "=" + argument.getValue())
                        .toArray(String[]::new));
    }

    public ConfigurableApplicationContext context() {
        return context;
    }

    public int port() {
        return port;
    }

    /** GET with headers as name, value, name, value. */
    public HttpResponse<String> get(String path, String... headers) {
        return send("GET", path, headers);
    }

    /** Any method, without a body. */
    public HttpResponse<String> send(String method, String path, String... headers) {
        return send(request(path, headers).method(method, HttpRequest.BodyPublishers.noBody()));
    }

    /** POST of a form. */
    public HttpResponse<String> post(String path, String form, String... headers) {
        return send(request(path, headers)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form)));
    }

    /** A connection over which a GET was sent, with whole lines as headers and no other but {@code Host}. */
    public Socket open(String path, String... headers) throws IOException {
        Socket socket = new Socket("127.0.0.1", port);
        String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + String.join("\r\n", headers) + "\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    /** Name and value of an HTTP Basic header. */
    public static String[] basic(String user, String password) {
        byte[] credentials = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return new String[] {"Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials)};
    }

    private HttpRequest.Builder request(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
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
