package io.github.ratelimit.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ServerSocketFactory;

/**
 * A network between clients and a server. What the server answers arrives late: each byte by the same time, however much
 * is on the way. Or nothing arrives any more, and neither side is told.
 */
public final class DelayingProxy implements AutoCloseable {

    private final ServerSocket entrance;
    private final String host;
    private final int port;
    private volatile long answerDelayNanos;
    private volatile AtomicBoolean silence = new AtomicBoolean();

    private DelayingProxy(ServerSocketFactory sockets, String host, int port) throws IOException {
        this.entrance = sockets.createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.host = host;
        this.port = port;
    }

    /** Stands before this server. */
    public static DelayingProxy before(RedisServer server) {
        return before(server, ServerSocketFactory.getDefault());
    }

    /** The same, with TLS on the clients' side. */
    public static DelayingProxy before(RedisServer server, SelfSigned certificate) {
        return before(server, certificate.sockets());
    }

    private static DelayingProxy before(RedisServer server, ServerSocketFactory sockets) {
        try {
            DelayingProxy proxy = new DelayingProxy(sockets, server.host(), server.port());
            OneWay.daemon(proxy::accept);
            return proxy;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    public int port() {
        return entrance.getLocalPort();
    }

    /** Answers take so much longer from now on. */
    public void delayAnswers(long millis) {
        answerDelayNanos = TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** From now on no byte arrives, on connections old and new, and none of them is closed. */
    public void fallSilent() {
        silence.set(true);
    }

    /** New connections work again. The old ones stay silent, as when a firewall on the way has forgotten them. */
    public void speakAgain() {
        silence = new AtomicBoolean();
    }

    private void accept() {
        try {
            while (true) {
                connect(entrance.accept());
            }
        } catch (IOException closed) {
            // the proxy is closed
        }
    }

    private void connect(Socket client) throws IOException {
        try {
            Socket server = new Socket(host, port);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            AtomicBoolean silent = silence;
            new OneWay(client, server, silent, () -> Duration.ZERO).start();
            new OneWay(server, client, silent, () -> Duration.ofNanos(answerDelayNanos)).start();
        } catch (IOException noServer) {
            client.close();
        }
    }

    /** Lets nobody in any more; connections that stand go on. */
    @Override
    public void close() {
        try {
            entrance.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
