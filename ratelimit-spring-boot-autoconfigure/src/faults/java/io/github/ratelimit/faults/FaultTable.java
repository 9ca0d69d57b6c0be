package io.github.ratelimit.faults;

import io.github.ratelimit.testing.Machine;
import io.github.ratelimit.testing.Page;
import io.github.ratelimit.testing.RedisServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Does all faults to all contenders and writes what came of it between two comments of a page. */
public final class FaultTable {

    private FaultTable() {}

    /** The page; then names of contenders, if only some are wanted: their tables are printed and nothing is written. */
    public static void main(String[] args) throws IOException, InterruptedException {
        List<Contender> some = Arrays.stream(args)
                .skip(1)
                .filter(name -> !name.isBlank())
                .flatMap(names -> Arrays.stream(names.split(",")))
                .map(Contender::valueOf)
                .toList();
        String circumstances =
                Machine.now() + "; Java " + System.getProperty("java.version") + "; Redis " + redisVersion();
        List<Measured> measured = new ArrayList<>();
        for (Contender contender : some.isEmpty() ? List.of(Contender.values()) : some) {
            measured.add(Measured.measure(contender));
        }
        String tables = new Tables(circumstances, measured).text();
        System.out.println(tables);
        if (some.isEmpty()) {
            new Page(Path.of(args[0]), "faults").write(tables);
        }
        System.exit(0); // Lettuce's timers would keep this process for a while
    }

    private static String redisVersion() {
        try (RedisServer server = RedisServer.start()) {
            return Charged.version(server);
        }
    }
}
