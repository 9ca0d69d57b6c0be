package com.example.marketplace.infrastructure;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** The one question to a server that needs no client. */
final class RedisPing {

    private static final int TIMEOUT_MILLIS = 500;
    private static final byte[] PING = "PING\r\n".getBytes(UTF_8);

    private RedisPing() {}

    static boolean isAnsweredBy(InetSocketAddress server) {
        try (Socket socket = new Socket()) {
            socket.connect(server, TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write(PING);
            return socket.getInputStream().read() == '+';
        } catch (IOException noAnswer) {
            return false;
        }
    }
}
