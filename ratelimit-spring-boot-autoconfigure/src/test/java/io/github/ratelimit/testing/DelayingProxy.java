package io.github.ratelimit.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;

/** A network between a client and a server: what the server answers arrives late. */
public final class DelayingProxy implements AutoCloseable {

    private final ServerSocket entrance;
    private final String host;
    private final int port;
    private volatile long answerDelayMillis;

    private DelayingProxy(String host, int port) throws IOException {
        this.entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.host = host;
        this.port = port;
    }

    /** Stands before this server. */
    public static DelayingProxy before(RedisServer server) {
        try {
            DelayingProxy proxy = new DelayingProxy(server.host(), server.port());
            daemon(proxy::accept);
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
        answerDelayMillis = millis;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = entrance.accept();
                Socket server = new Socket(host, port);
                daemon(() -> copy(client, server, false));
                daemon(() -> copy(server, client, true));
            }
        } catch (IOException closed) {
            // the proxy is closed
        }
    }

    private void copy(Socket from, Socket to, boolean delayed) {
        byte[] buffer = new byte[65_536];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (delayed) {
                    TimeUnit.MILLISECONDS.sleep(answerDelayMillis);
                }
                out.write(buffer, 0, read);
                out.flush();
            }
        } catch (IOException closed) {
            // one of the two has gone
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "delaying-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            entrance.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
