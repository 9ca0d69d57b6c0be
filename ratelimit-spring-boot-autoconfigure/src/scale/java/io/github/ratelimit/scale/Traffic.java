package io.github.ratelimit.scale;

import io.lettuce.core.cluster.SlotHash;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Accounts that all use their plan up: Free (1 a second), Paid (10) and Enterprise (100). 20,000 active ones with 56,000
 * checks a second, or some times as many.
 */
final class Traffic {

    private static final int FREE = 17_000;
    private static final int PAID = 2_900;
    private static final int ENTERPRISE = 100;

    private final int times;
    private final int[] slots;

    Traffic(int times) {
        this.times = times;
        this.slots = IntStream.range(0, active())
                .map(number -> SlotHash.getSlot("rl:shop:{account-" + (10_000_000 + number) + "}:bucket"))
                .toArray();
    }

    int active() {
        return times * (FREE + PAID + ENTERPRISE);
    }

    double checks() {
        return times * (FREE + 10.0 * PAID + 100.0 * ENTERPRISE);
    }

    /** Checks a second of the account of this number. */
    private static double rate(int number) {
        int kind = number % (FREE + PAID + ENTERPRISE);
        return kind < ENTERPRISE ? 100 : kind < ENTERPRISE + PAID ? 10 : 1;
    }

    /** Checks a second that the busiest of so many primaries gets, by the slots of the accounts' keys. */
    double busiest(int primaries) {
        double[] load = new double[primaries];
        for (int number = 0; number < active(); number++) {
            load[slots[number] * primaries / SlotHash.SLOT_COUNT] += rate(number);
        }
        return Arrays.stream(load).max().orElseThrow();
    }

    /** The fewest primaries of which the busiest has no more than so many checks a second. */
    int primaries(double most) {
        int primaries = (int) Math.ceil(checks() / most);
        while (busiest(primaries) > most) {
            primaries++;
        }
        return primaries;
    }
}
