package io.github.ratelimit.faults;

import io.github.ratelimit.testing.Calls;
import io.github.ratelimit.testing.DelayingProxy;
import io.github.ratelimit.testing.Fault;
import io.github.ratelimit.testing.RedisServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What one contender made of all faults. Those of the server and those on the way meet an application each, which is
 * never restarted between them.
 *
 * @param undisturbed calls without a fault
 * @param outcomes one per fault
 * @param before what the application of the server's faults held when it was warm
 * @param after what it held when all these faults were over
 */
record Measured(Contender contender, Calls undisturbed, List<Outcome> outcomes, Figures before, Figures after) {

    private static final Duration WARM_UP = Duration.ofSeconds(7);
    private static final Duration UNDISTURBED = Duration.ofSeconds(5);

    static Measured measure(Contender contender) throws IOException, InterruptedException {
        List<Outcome> outcomes = new ArrayList<>();
        try (RedisServer server = RedisServer.start();
                DelayingProxy proxy = DelayingProxy.before(server)) {
            Calls undisturbed;
            Figures before;
            Figures after;
            try (ContenderProcess direct = start(contender, server.port(), "direct")) {
                FaultRun run = new FaultRun(direct, server, proxy);
                run.undisturbed(WARM_UP);
                undisturbed = run.undisturbed(UNDISTURBED);
                before = direct.figures();
                outcomes.addAll(measure(contender, run, false));
                after = direct.figures();
            }
            try (ContenderProcess distant = start(contender, proxy.port(), "distant")) {
                FaultRun run = new FaultRun(distant, server, proxy);
                run.undisturbed(WARM_UP);
                outcomes.addAll(measure(contender, run, true));
            }
            return new Measured(contender, undisturbed, outcomes, before, after);
        }
    }

    private static ContenderProcess start(Contender contender, int redisPort, String where) {
        String log = (contender + "-" + where + ".log").toLowerCase(Locale.ROOT);
        return ContenderProcess.start(contender, redisPort, log);
    }

    private static List<Outcome> measure(Contender contender, FaultRun run, boolean onTheWay)
            throws InterruptedException {
        List<Outcome> outcomes = new ArrayList<>();
        for (Fault fault : Arrays.stream(Fault.values())
                .filter(each -> each.isOnTheWay() == onTheWay)
                .toList()) {
            System.out.println(contender.title() + ": " + fault);
            outcomes.add(run.of(fault));
        }
        return outcomes;
    }
}
