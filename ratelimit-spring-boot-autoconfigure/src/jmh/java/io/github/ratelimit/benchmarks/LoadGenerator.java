package io.github.ratelimit.benchmarks;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/** Asks over kept connections, each again as soon as it was answered; one thread, so that the server has the machine. */
public final class LoadGenerator {

    private static final int MOST_MICROS = 1_000_000;

    private final int port;
    private final byte[][] keys;
    private final byte[][] paths;
    private final ByteBuffer request = ByteBuffer.allocate(1_024);
    private final int[] answersByMicros = new int[MOST_MICROS + 1];
    private long ok;
    private long refused;
    private long failed;

    private LoadGenerator(int port, int keys, List<String> paths) {
        this.port = port;
        this.keys = IntStream.range(0, keys)
                .mapToObj(i -> ("user-" + i + "\r\n\r\n").getBytes(ISO_8859_1))
                .toArray(byte[][]::new);
        this.paths = paths.stream()
                .map(path -> "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + HttpApplication.API_KEY + ": ")
                .map(head -> head.getBytes(ISO_8859_1))
                .toArray(byte[][]::new);
    }

    /** Port, connections, number of API keys, seconds, and the paths that are asked for at random. */
    public static void main(String[] args) throws IOException {
        List<String> paths = Arrays.asList(args).subList(4, args.length);
        LoadGenerator load = new LoadGenerator(Integer.parseInt(args[0]), Integer.parseInt(args[2]), paths);
        Duration length = Duration.ofSeconds(Long.parseLong(args[3]));
        System.out.println(load.run(Integer.parseInt(args[1]), length).line());
    }

    private LoadResult run(int connections, Duration length) throws IOException {
        try (Selector selector = Selector.open()) {
            List<LoadConnection> opened = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                opened.add(LoadConnection.open(port, selector));
            }
            long begin = System.nanoTime();
            for (LoadConnection connection : opened) {
                connection.send(request());
            }
            while (System.nanoTime() - begin < length.toNanos()) {
                selector.select(this::answered, 100);
            }
            return result((System.nanoTime() - begin) / 1e9);
        }
    }

    private void answered(SelectionKey selected) {
        LoadConnection connection = (LoadConnection) selected.attachment();
        try {
            int status = connection.read();
            if (status != 0) {
                note(status, (System.nanoTime() - connection.sentNanos()) / 1_000);
                next(connection, status, selected.selector());
            }
        } catch (IOException ended) {
            throw new UncheckedIOException(ended);
        }
    }

    /** Tomcat ends a connection after a 503. */
    private void next(LoadConnection answered, int status, Selector selector) throws IOException {
        if (status < 500) {
            answered.send(request());
        } else {
            answered.close();
            LoadConnection.open(port, selector).send(request());
        }
    }

    private ByteBuffer request() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        request.clear();
        request.put(paths[random.nextInt(paths.length)]).put(keys[random.nextInt(keys.length)]);
        return request.flip();
    }

    private void note(int status, long micros) {
        answersByMicros[(int) Math.min(micros, MOST_MICROS)]++;
        if (status < 400) {
            ok++;
        } else if (status == 429) {
            refused++;
        } else {
            failed++;
        }
    }

    private LoadResult result(double seconds) {
        return new LoadResult(ok, refused, failed, seconds, percentile(0.5), percentile(0.99));
    }

    private double percentile(double part) {
        long answers = ok + refused;
        long seen = 0;
        for (int micros = 0; micros < MOST_MICROS; micros++) {
            seen += answersByMicros[micros];
            if (seen >= part * answers) {
                return micros;
            }
        }
        return MOST_MICROS;
    }
}
