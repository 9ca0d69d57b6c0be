package io.github.ratelimit.benchmarks;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The load generator <a href="https://github.com/wg/wrk">wrk</a>.
 *
 * @param program where it is
 */
record Wrk(Path program) {

    /** The one on the PATH. */
    static Optional<Wrk> find() {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(directory -> Path.of(directory, "wrk"))
                .filter(Files::isExecutable)
                .findFirst()
                .map(Wrk::new);
    }

    /** What asks for the path with any of so many API keys; its last lines are those of {@link LoadResult#find}. */
    List<String> command(int port, int connections, int keys, long seconds, String path) throws IOException {
        Path script = Files.createTempFile("ratelimit-wrk", ".lua");
        script.toFile().deleteOnExit();
        Files.writeString(script, """
                request = function()
                  return wrk.format('GET', '%s', {['%s'] = 'user-' .. math.random(0, %d)})
                end
                done = function(summary, latency)
                  local refused, e = summary.errors.status, summary.errors
                  print(string.format('\\nload-result %%d %%d %%d %%.3f %%.1f %%.1f', summary.requests - refused, refused,
                      e.connect + e.read + e.write + e.timeout, summary.duration / 1e6,
                      latency:percentile(50), latency:percentile(99)))
                end
                """.formatted(path, HttpApplication.API_KEY, keys - 1));
        return List.of(
                program.toString(),
                "-t1",
                "-c" + connections,
                "-d" + seconds + "s",
                "-s" + script,
                "http://127.0.0.1:" + port);
    }
}
