package io.github.ratelimit.benchmarks;

import java.util.concurrent.atomic.LongAdder;

/** How many decisions had to do without Redis; a measurement with many says little. */
final class DecisionsAside {

    static final LongAdder COUNT = new LongAdder();

    private DecisionsAside() {}
}
