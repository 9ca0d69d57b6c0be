package io.github.ratelimit.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * One direction of a connection through a {@link DelayingProxy}. What was read waits in a queue for its own time, so that
 * a delay makes answers late and not rare.
 */
final class OneWay {

    private static final Chunk END = new Chunk(new byte[0], 0);

    private final Socket from;
    private final Socket to;
    private final AtomicBoolean silent;
    private final Supplier<Duration> delay;
    private final BlockingQueue<Chunk> underWay = new LinkedBlockingQueue<>();

    OneWay(Socket from, Socket to, AtomicBoolean silent, Supplier<Duration> delay) {
        this.from = from;
        this.to = to;
        this.silent = silent;
        this.delay = delay;
    }

    void start() {
        daemon(this::read);
        daemon(this::write);
    }

    private void read() {
        byte[] buffer = new byte[65_536];
        try (from) {
            InputStream in = from.getInputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                long due = System.nanoTime() + delay.get().toNanos();
                underWay.add(new Chunk(Arrays.copyOf(buffer, read), due));
            }
        } catch (IOException closed) {
            // one of the two has gone
        } finally {
            underWay.add(END);
        }
    }

    private void write() {
        try (to) {
            OutputStream out = to.getOutputStream();
            for (Chunk chunk = underWay.take(); chunk != END; chunk = underWay.take()) {
                TimeUnit.NANOSECONDS.sleep(chunk.dueNanos - System.nanoTime());
                if (!silent.get()) {
                    out.write(chunk.bytes);
                    out.flush();
                }
            }
        } catch (IOException closed) {
            // one of the two has gone
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    static void daemon(Runnable task) {
        Thread thread = new Thread(task, "delaying-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private record Chunk(byte[] bytes, long dueNanos) {}
}
