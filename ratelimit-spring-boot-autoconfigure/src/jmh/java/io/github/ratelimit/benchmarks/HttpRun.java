package io.github.ratelimit.benchmarks;

import io.github.ratelimit.testing.Machine;
import io.github.ratelimit.testing.Page;
import io.github.ratelimit.testing.RedisServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Measures whole applications over HTTP, and how long they take to start, and writes what came of it into a page. */
public final class HttpRun {

    private final RedisServer server;
    private final long seconds;
    private final Map<HttpWay, HttpProcess> running = new EnumMap<>(HttpWay.class);
    private final Map<HttpWay, List<LoadResult>> results = new EnumMap<>(HttpWay.class);
    private final Map<HttpWay, Long> decidedAside = new EnumMap<>(HttpWay.class);

    private HttpRun(RedisServer server) {
        this.server = server;
        this.seconds = Long.getLong("benchmarks.seconds");
    }

    /** The page; and 0 if one round is to be printed and not written. */
    public static void main(String[] args) throws IOException, InterruptedException {
        int rounds = args[1].equals("0") ? 0 : Integer.getInteger("benchmarks.rounds");
        String before = Machine.now();
        String text;
        try (RedisServer server = RedisServer.start()) {
            HttpRun run = new HttpRun(server);
            StartTimes starts = StartTimes.measure(server.port(), rounds == 0 ? 1 : 5);
            run.rounds(Math.max(1, rounds));
            text = new HttpReport(run.results, run.decidedAside, starts)
                    .text("%s; %s, load by %s, rounds of %d seconds: %d."
                            .formatted(before, Versions.text(server.port()), HttpLoad.tool(), run.seconds, rounds));
        }
        System.out.println(text);
        if (rounds > 0) {
            new Page(Path.of(args[0]), "http").write(text);
        }
        System.exit(0); // clients' timers would keep this process for a while
    }

    /**
     * All applications stay up, and one at a time is asked, in rounds so short that what else happens meets all of them. Each
     * is asked a while before it counts: what has been idle has lost its caches.
     */
    private void rounds(int rounds) throws IOException, InterruptedException {
        try {
            for (HttpWay way : HttpWay.compared()) {
                running.put(way, HttpProcess.start(way, server.port()));
                load(way, Long.getLong("benchmarks.warm-up"));
            }
            for (int i = 0; i < rounds; i++) {
                for (HttpWay way : HttpWay.compared()) {
                    results.computeIfAbsent(way, unused -> new ArrayList<>()).add(measure(way));
                }
            }
        } finally {
            running.values().forEach(HttpProcess::close);
        }
    }

    private LoadResult measure(HttpWay way) throws IOException, InterruptedException {
        HttpProcess application = running.get(way);
        load(way, 1);
        long before = application.figures().aside();
        LoadResult result = load(way, seconds);
        long aside = application.figures().aside() - before;
        System.out.printf("%s: %s, decided without Redis: %d%n", way, result, aside);
        if (result.failed() > 0 || !way.isRefused() && result.refused() > 0) {
            throw new IllegalStateException(way + " was not answered as expected: " + result);
        }
        decidedAside.merge(way, aside, Long::sum);
        return result;
    }

    private LoadResult load(HttpWay way, long howLong) throws IOException, InterruptedException {
        return HttpLoad.run(running.get(way).port(), way.keys(), howLong);
    }
}
