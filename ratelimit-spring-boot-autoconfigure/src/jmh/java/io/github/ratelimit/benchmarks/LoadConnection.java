package io.github.ratelimit.benchmarks;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** A kept connection with at most one request on its way. */
final class LoadConnection {

    private static final byte[] LENGTH = "Content-Length: ".getBytes(ISO_8859_1);
    private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(ISO_8859_1);
    private static final int STATUS_AT = "HTTP/1.1 ".length();

    private final SocketChannel channel;
    private final ByteBuffer answer = ByteBuffer.allocate(16_384);
    private long sentNanos;

    private LoadConnection(SocketChannel channel) {
        this.channel = channel;
    }

    /** Connects, and is the attachment of its selection key. */
    static LoadConnection open(int port, Selector selector) throws IOException {
        SocketChannel channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
        channel.socket().setTcpNoDelay(true);
        channel.configureBlocking(false);
        LoadConnection connection = new LoadConnection(channel);
        channel.register(selector, SelectionKey.OP_READ, connection);
        return connection;
    }

    /** Sends all of it: a request is far smaller than what a socket takes at once. */
    void send(ByteBuffer request) throws IOException {
        sentNanos = System.nanoTime();
        while (request.hasRemaining()) {
            channel.write(request);
        }
    }

    void close() throws IOException {
        channel.close();
    }

    long sentNanos() {
        return sentNanos;
    }

    /** Reads what is there; the status when the answer is whole, else 0. */
    int read() throws IOException {
        if (channel.read(answer) < 0) {
            throw new IOException("the server ended the connection");
        }
        if (!isWhole()) {
            return 0;
        }
        int status = number(STATUS_AT);
        answer.clear();
        return status;
    }

    private boolean isWhole() {
        int end = answer.position();
        int length = -1;
        for (int i = 0; i + 3 < end; i++) {
            if (answer.get(i) != '\r' || answer.get(i + 1) != '\n') {
                continue;
            }
            if (answer.get(i + 2) == '\r' && answer.get(i + 3) == '\n') {
                return length >= 0 ? end >= i + 4 + length : has(LAST_CHUNK, end - LAST_CHUNK.length);
            }
            if (has(LENGTH, i + 2)) {
                length = number(i + 2 + LENGTH.length);
            }
        }
        return false;
    }

    private boolean has(byte[] text, int at) {
        if (at + text.length > answer.position()) {
            return false;
        }
        for (int i = 0; i < text.length; i++) {
            if (answer.get(at + i) != text[i]) {
                return false;
            }
        }
        return true;
    }

    private int number(int at) {
        int number = 0;
        for (int i = at; answer.get(i) >= '0' && answer.get(i) <= '9'; i++) {
            number = 10 * number + answer.get(i) - '0';
        }
        return number;
    }
}
