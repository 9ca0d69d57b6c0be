package com.example.marketplace.testing;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.test.web.servlet.client.RestTestClient;

/** Somebody with an address of their own, and maybe a user name or an API key. */
public final class Visitor {

    private static final AtomicInteger ADDRESSES = new AtomicInteger();

    private final RestTestClient client;
    private final String address;

    private Visitor(RestTestClient client, String address) {
        this.client = client;
        this.address = address;
    }

    /** A visitor of the application on this port, from an address that nobody had before. */
    public static Visitor of(int port) {
        int number = ADDRESSES.incrementAndGet();
        String address = "198.18.%d.%d".formatted(number / 250, number % 250 + 1);
        RestTestClient client = RestTestClient.bindToServer(new JdkClientHttpRequestFactory())
                .baseUrl("http://127.0.0.1:" + port)
                .defaultHeader("X-Forwarded-For", address)
                .build();
        return new Visitor(client, address);
    }

    /** The address that was given to this visitor. */
    public String address() {
        return address;
    }

    /** The same address with HTTP Basic. */
    public Visitor loggedIn(String user, String password) {
        return with(headers -> headers.setBasicAuth(user, password));
    }

    /** The same address with another header. */
    public Visitor with(String header, String value) {
        return with(headers -> headers.set(header, value));
    }

    private Visitor with(Consumer<HttpHeaders> change) {
        return new Visitor(client.mutate().defaultHeaders(change).build(), address);
    }

    public Answer get(String uri) {
        return Answer.of(client.get().uri(uri).exchange());
    }

    public Answer delete(String uri) {
        return Answer.of(client.delete().uri(uri).exchange());
    }

    /** Posts names and values as a JSON object. */
    public Answer post(String uri, String... namesAndValues) {
        Map<String, String> body = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            body.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return Answer.of(client.post()
                .uri(uri)
                .contentType(MediaType.APPLICATION_JSON)
                .body(body)
                .exchange());
    }

    /** Posts a form, as {@code name=value&name=value}. */
    public Answer postForm(String uri, String form) {
        return Answer.of(client.post()
                .uri(uri)
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .body(form)
                .exchange());
    }
}
