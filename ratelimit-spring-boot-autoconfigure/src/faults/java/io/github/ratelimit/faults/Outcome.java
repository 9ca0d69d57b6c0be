package io.github.ratelimit.faults;

import io.github.ratelimit.testing.Calls;
import io.github.ratelimit.testing.Fault;
import java.time.Duration;
import java.util.List;

/**
 * What a fault did.
 *
 * @param calls all calls, also those before and after it
 * @param beginNanos when it began
 * @param endNanos when Redis could be reached and answered again
 * @param overcharged permits that Redis has charged beyond the calls that it answered in time
 */
record Outcome(Fault fault, Calls calls, long beginNanos, long endNanos, long overcharged) {

    /** Half of the deadline: who waited less has not waited for an answer that did not come. */
    private static final Duration FAST = Duration.ofMillis(25);

    private static final int FAST_CALLS = 50;
    private static final Duration NORMAL = Duration.ofMillis(100);
    private static final int NORMAL_CALLS = 100;

    /** The calls that were under way at some time of the fault. */
    Calls during() {
        return calls.which(call -> call.endNanos() - beginNanos >= 0 && call.beginNanos() - endNanos < 0);
    }

    /** The answer from which on nobody waited for the store: the first of 50 in a row; null if there is no such run. */
    Calls.Call opening() {
        Calls during = during();
        int first = during.firstRun(
                FAST_CALLS,
                call -> !Label.isByTheStore(call.label()) && call.took().compareTo(FAST) < 0);
        return first < 0 ? null : during.all().get(first);
    }

    /** Those answered before the opening, or all of the fault if there was none. */
    Calls beforeOpening() {
        Calls.Call opening = opening();
        return opening == null ? during() : during().answeredIn(beginNanos, opening.endNanos());
    }

    /** Those begun after the opening. */
    Calls afterOpening() {
        Calls.Call opening = opening();
        return opening == null ? new Calls(List.of()) : during().begunIn(opening.endNanos(), endNanos);
    }

    /** From the end of the fault until all is normal; null if that was not seen. */
    Duration timeToReturn() {
        Calls.Call first = firstOfTheReturn(calls.which(call -> call.endNanos() - endNanos >= 0));
        return first == null ? null : Duration.ofNanos(Math.max(0, first.beginNanos() - endNanos));
    }

    /** The first of a hundred answers in a row that the store gave within 100 ms; null if there is no such run. */
    static Calls.Call firstOfTheReturn(Calls after) {
        int first = after.firstRun(
                NORMAL_CALLS,
                call -> Label.isByTheStore(call.label()) && call.took().compareTo(NORMAL) < 0);
        return first < 0 ? null : after.all().get(first);
    }
}
