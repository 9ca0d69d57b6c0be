package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.InvalidRateLimitCheckException;
import io.github.ratelimit.internal.key.KeyAlternative;
import io.github.ratelimit.internal.key.KeyPart;
import io.github.ratelimit.internal.key.Normalizer;
import io.github.ratelimit.internal.key.UnreadableValueException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Brings the values of a key into their one form. */
final class ValueForms {

    private ValueForms() {}

    /** Null if a value is blank in its one form. An address is in its one form already. */
    static @Nullable List<String> normalize(PolicyVersion policy, KeyAlternative alternative, List<String> values) {
        List<Normalizer> normalizers = policy.keyRule().normalizers();
        if (normalizers.isEmpty()) {
            return values;
        }
        List<String> normalized = new ArrayList<>(values.size());
        for (int i = 0; i < values.size(); i++) {
            String value = values.get(i);
            if (!isAddress(alternative, i)) {
                value = normalize(policy, normalizers, value);
            }
            if (value.isBlank()) {
                return null;
            }
            normalized.add(value);
        }
        return normalized;
    }

    /** Whether a part of the key is the client's address. */
    static boolean isAddress(KeyAlternative alternative, int part) {
        return part < alternative.parts().size()
                && alternative.parts().get(part).kind() == KeyPart.Kind.IP;
    }

    /** A value after all of the normalizers. */
    static String normalize(PolicyVersion policy, List<Normalizer> normalizers, String value) {
        String normalized = value;
        try {
            for (Normalizer normalizer : normalizers) {
                normalized = normalizer.normalize(normalized);
            }
        } catch (UnreadableValueException unreadable) {
            throw unreadable(policy, unreadable);
        }
        return normalized;
    }

    /** The 400 for a value that nobody can read. */
    static InvalidRateLimitCheckException unreadable(PolicyVersion policy, UnreadableValueException unreadable) {
        return new InvalidRateLimitCheckException(
                policy.name(), "policy '" + policy.name() + "': the key's value " + unreadable.getMessage());
    }
}
