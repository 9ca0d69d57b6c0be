package io.github.ratelimit.benchmarks;

import java.util.List;
import java.util.stream.Stream;

/** Policies of all algorithms and of each choice for a store that fails, with limits that some of the keys reach. */
final class SoakPolicies {

    static final List<String> PATHS =
            List.of("/items/bucket", "/items/fixed", "/items/sliding", "/items/log", "/items/blocked", "/items/two");

    private SoakPolicies() {}

    /** Settings of the application. */
    static List<String> properties() {
        return Stream.of(
                        policy("bucket", "limit=3/20s", "on-store-failure=local"),
                        policy("fixed", "limit=2/20s", "algorithm=fixed-window", "on-store-failure=open"),
                        policy("sliding", "limit=2/10s", "algorithm=sliding-window", "on-store-failure=closed"),
                        policy("log", "limit=3/20s", "algorithm=sliding-log", "refund-on=5xx"),
                        policy("blocked", "limit=2/10s", "block=1s,5s"),
                        policy("two", "limit=2/1s,4/20s"),
                        List.of("all.paths=/items/**", "all.limit=1000000/1s", "all.key=global"))
                .flatMap(List::stream)
                .map(property -> "--ratelimit.policies." + property)
                .toList();
    }

    private static List<String> policy(String name, String... settings) {
        Stream<String> where = Stream.of("paths=/items/" + name, "key=header:" + HttpApplication.API_KEY);
        return Stream.concat(where, Stream.of(settings))
                .map(setting -> name + "." + setting)
                .toList();
    }
}
