package io.github.ratelimit.scale;

import io.github.ratelimit.testing.Machine;
import io.github.ratelimit.testing.Page;
import io.github.ratelimit.testing.RedisServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;

/** Measures what accounts take and checks cost, and writes it between two comments of a page. */
public final class Scale {

    /** All that are active at once. */
    static final int MANY = 20_000;

    private static final int[] CALLERS = {1, 8, 32, 128};

    private Scale() {}

    /** The page; then the seconds of each measured load: 0 for a second that is printed and not written. */
    public static void main(String[] args) throws IOException, InterruptedException, ExecutionException {
        int seconds = Integer.parseInt(args[1]);
        String machine = Machine.now();
        RedisServer redis = RedisServer.start();
        Server server = new Server(redis);
        Shop shop = new Shop(redis.port());
        List<Memory> memory = new ArrayList<>();
        for (State state : State.values()) {
            memory.add(Memory.of(state, state.accounts(), shop, server));
        }
        Memory active = Memory.of(State.TOKEN_BUCKET, MANY, shop, server);
        String tables = new Tables(
                        "%s; Java %s; Redis %s on the same machine; %s."
                                .formatted(
                                        machine,
                                        System.getProperty("java.version"),
                                        server.version(),
                                        LocalDate.now(ZoneOffset.UTC)),
                        memory,
                        active,
                        loads(Duration.ofSeconds(Math.max(1, seconds)), shop, server))
                .text();
        System.out.println(tables);
        if (seconds > 0) {
            new Page(Path.of(args[0]), "scale").write(tables);
        }
        shop.close();
        server.close();
        redis.close();
        System.exit(0); // Lettuce's timers would keep this process for a while
    }

    private static List<Load> loads(Duration time, Shop shop, Server server)
            throws InterruptedException, ExecutionException {
        List<Load> loads = new ArrayList<>();
        for (int callers : CALLERS) {
            loads.add(Load.ofManyKeys(callers, time, shop, server));
        }
        loads.add(Load.ofOneKey(128, time, shop, server));
        loads.add(Load.ofOneRefusedKey(128, time, shop, server));
        return loads;
    }
}
