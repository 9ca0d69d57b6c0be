package io.github.ratelimit.internal.denial;

import io.github.ratelimit.internal.limiter.ResolvedCheck;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One exact list of checks as the key of a map: policies, numbers in effect, keys and costs, in order. Has an order, so
 * that a map finds it quickly even among keys that a caller has chosen for their equal hash codes.
 */
final class ExactChecks implements Comparable<ExactChecks> {

    /** As measured, what callers are told included. */
    private static final int BYTES_OF_A_CHECK = 620;

    private static final int BYTES_OF_A_LIMIT = 370;

    private final List<ResolvedCheck> checks;
    private final int hash;

    /** A view of the list, which must not change as long as this is used. */
    ExactChecks(List<ResolvedCheck> checks) {
        this.checks = checks;
        this.hash = checks.hashCode();
    }

    /** The same with a list of its own, to be kept. */
    static ExactChecks copyOf(List<ResolvedCheck> checks) {
        return new ExactChecks(List.copyOf(checks));
    }

    List<ResolvedCheck> checks() {
        return checks;
    }

    /** Bytes that a refusal of them takes, about. */
    int bytes() {
        int bytes = 0;
        for (ResolvedCheck check : checks) {
            int limits = check.numbers().limits().size();
            bytes += BYTES_OF_A_CHECK + limits * BYTES_OF_A_LIMIT + check.key().length();
        }
        return bytes;
    }

    @Override
    public int compareTo(ExactChecks other) {
        int order = Integer.compare(checks.size(), other.checks.size());
        for (int i = 0; order == 0 && i < checks.size(); i++) {
            order = checks.get(i).key().compareTo(other.checks.get(i).key());
        }
        return order;
    }

    @Override
    public boolean equals(@Nullable Object object) {
        return object instanceof ExactChecks other && hash == other.hash && checks.equals(other.checks);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
