package com.example.gateway;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;

/**
 * A service behind the gateway that knows which requests have reached it. It has limits of its own, and answers with what
 * it was sent.
 */
final class Downstream implements AutoCloseable {

    private final HttpServer server;
    private final Queue<String> reached = new ConcurrentLinkedQueue<>();

    private Downstream(HttpServer server) {
        this.server = server;
    }

    static Downstream start() {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            Downstream service = new Downstream(server);
            server.createContext("/", service::answer);
            server.setExecutor(Executors.newCachedThreadPool(Downstream::daemon));
            server.start();
            return service;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "downstream");
        thread.setDaemon(true);
        return thread;
    }

    private void answer(HttpExchange exchange) throws IOException {
        reached.add(exchange.getRequestURI().toString());
        byte[] body = exchange.getRequestBody().readAllBytes();
        exchange.getResponseHeaders().set("X-RateLimit-Limit", "7000");
        exchange.getResponseHeaders()
                .set(
                        "X-Seen-Forwarded-For",
                        String.valueOf(exchange.getRequestHeaders().getFirst("X-Forwarded-For")));
        exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** The paths of all requests so far. */
    List<String> reached() {
        return List.copyOf(reached);
    }

    void forget() {
        reached.clear();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
