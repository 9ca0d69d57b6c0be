package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.InvalidRateLimitCheckException;
import io.github.ratelimit.RateLimitCheck;
import io.github.ratelimit.internal.key.AddressNormalizer;
import io.github.ratelimit.internal.key.KeyAlternative;
import io.github.ratelimit.internal.key.KeyEncoder;
import io.github.ratelimit.internal.key.KeyPart;
import io.github.ratelimit.internal.key.UnreadableValueException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the key and the numbers of a check: values, normalized, looked up among the plans, encoded. The one place that
 * knows what happens to a request without a key, or with one that no plan knows.
 */
public final class CheckResolver {

    /** The client's address where the container knows none, as with a Unix socket. */
    private static final String NO_ADDRESS = "unknown";

    private final Policies policies;
    private final KeyEncoder encoder;
    private final AddressNormalizer addresses;
    private final CurrentRequest currentRequest;

    /** Resolves checks of these policies. */
    public CheckResolver(
            Policies policies, KeyEncoder encoder, AddressNormalizer addresses, CurrentRequest currentRequest) {
        this.policies = policies;
        this.encoder = encoder;
        this.addresses = addresses;
        this.currentRequest = currentRequest;
    }

    /**
     * The check with its values, or with those of the current request.
     *
     * @return null if the policy does not apply ({@code on-missing-key: skip})
     * @throws InvalidRateLimitCheckException if a value cannot be read or the key is missing and must not be
     */
    public @Nullable ResolvedCheck resolve(RateLimitCheck check) {
        ActivePolicy policy = policies.get(check.policy());
        RequestScope request = currentRequest.find();
        if (check.values().isEmpty()) {
            return ofRequest(policy, check.cost(), request);
        }
        return explicit(policy, check.kind(), check.values(), check.cost(), request);
    }

    /** The current request; null outside one. */
    @Nullable
    RequestScope currentRequest() {
        return currentRequest.find();
    }

    /** The check of a policy by its own key. The request is null outside one. */
    public @Nullable ResolvedCheck ofRequest(ActivePolicy active, long cost, @Nullable RequestScope request) {
        PolicyVersion policy = active.current();
        for (KeyAlternative alternative : policy.keyRule().expression().alternatives()) {
            if (alternative.isGlobal()) {
                return resolved(policy, cost, alternative, List.of("global"), policy.numbersOfProven());
            }
            List<String> values = request == null ? null : values(policy, alternative, request);
            if (values != null) {
                return ofValues(policy, cost, alternative, values, alternative.isClaimed(), request);
            }
        }
        return missing(policy, cost, request);
    }

    /** The check of a policy for values that code or an annotation gave; a null or blank one makes the key missing. */
    public @Nullable ResolvedCheck explicit(
            ActivePolicy active,
            @Nullable String kind,
            List<? extends @Nullable String> values,
            long cost,
            @Nullable RequestScope request) {
        PolicyVersion policy = active.current();
        return explicit(policy, alternative(policy, kind), values, cost, true, request);
    }

    /**
     * The check of one permit for values that some caller sent at another time: what it proves then, it has proven.
     *
     * @param values empty for the one key of all
     * @return null if the policy does not apply to such a caller
     */
    @Nullable
    ResolvedCheck ofCaller(ActivePolicy active, @Nullable String kind, List<String> values) {
        PolicyVersion policy = active.current();
        KeyAlternative alternative = alternative(policy, kind);
        if (alternative.isGlobal() && values.isEmpty()) {
            return resolved(policy, 1, alternative, List.of("global"), policy.numbersOfProven());
        }
        if (values.isEmpty()) {
            throw new IllegalArgumentException(
                    "Rate limit policy '" + policy.name() + "' has a key for each caller; give its value");
        }
        return explicit(policy, alternative, values, 1, alternative.isClaimed(), null);
    }

    private @Nullable ResolvedCheck explicit(
            PolicyVersion policy,
            KeyAlternative alternative,
            List<? extends @Nullable String> values,
            long cost,
            boolean claimed,
            @Nullable RequestScope request) {
        if (alternative.isGlobal()) {
            throw new IllegalArgumentException(
                    "Rate limit policy '" + policy.name() + "' has one key for all; no value goes with it");
        }
        String[] present = new String[values.size()];
        for (int i = 0; i < present.length; i++) {
            String value = values.get(i);
            if (value == null || value.isBlank()) {
                return missing(policy, cost, request);
            }
            present[i] = ValueForms.isAddress(alternative, i)
                    ? ValueForms.normalize(policy, List.of(addresses), value)
                    : value;
        }
        return ofValues(policy, cost, alternative, List.of(present), claimed, request);
    }

    private static KeyAlternative alternative(PolicyVersion policy, @Nullable String kind) {
        List<KeyAlternative> alternatives = policy.keyRule().expression().alternatives();
        if (kind == null) {
            return alternatives.get(0);
        }
        for (KeyAlternative alternative : alternatives) {
            if (alternative.kind().equalsIgnoreCase(kind.replace(" ", ""))) {
                return alternative;
            }
        }
        if (kind.equals(KeyAlternative.IP.kind())) {
            return KeyAlternative.IP;
        }
        throw new IllegalArgumentException("Rate limit policy '" + policy.name() + "' has no such kind of key; it has "
                + alternatives.stream().map(KeyAlternative::kind).toList());
    }

    private static @Nullable List<String> values(
            PolicyVersion policy, KeyAlternative alternative, RequestScope request) {
        List<String> values = new ArrayList<>(alternative.parts().size());
        for (KeyPart part : alternative.parts()) {
            String value = value(policy, part, request);
            if (value == null || value.isBlank()) {
                return null;
            }
            values.add(value);
        }
        return values;
    }

    private static @Nullable String value(PolicyVersion policy, KeyPart part, RequestScope request) {
        try {
            return request.value(part);
        } catch (UnreadableValueException unreadable) {
            throw ValueForms.unreadable(policy, unreadable);
        }
    }

    private @Nullable ResolvedCheck ofValues(
            PolicyVersion policy,
            long cost,
            KeyAlternative alternative,
            List<String> values,
            boolean claimed,
            @Nullable RequestScope request) {
        List<String> normalized = ValueForms.normalize(policy, alternative, values);
        if (normalized == null) {
            return missing(policy, cost, request);
        }
        PlanNumbers numbers = numbers(policy, alternative, normalized.get(0), request);
        if (numbers == null) {
            if (isFallbackAddress(policy, alternative)) {
                numbers = policy.numbersOfUnknown();
            } else if (claimed) {
                return missing(policy, cost, request);
            } else {
                numbers = policy.numbersOfProven();
            }
        }
        return resolved(policy, cost, alternative, normalized, numbers);
    }

    /** An address in place of a client is the same key, with the same numbers, however it came to that. */
    private static boolean isFallbackAddress(PolicyVersion policy, KeyAlternative alternative) {
        return alternative.equals(KeyAlternative.IP)
                && !alternative.equals(policy.keyRule().expression().first());
    }

    /** Null if there is no such client. What is merely claimed is never taken for a client who is proven. */
    private static @Nullable PlanNumbers numbers(
            PolicyVersion policy, KeyAlternative alternative, String value, @Nullable RequestScope request) {
        if (!policy.hasPlans()) {
            return policy.numbersOfUnknown();
        }
        if (alternative.isClaimed() && !policy.keyRule().expression().first().isClaimed()) {
            return null;
        }
        return isFallbackAddress(policy, alternative)
                ? policy.numbersOfMember(value)
                : policy.numbersOf(value, request);
    }

    private @Nullable ResolvedCheck missing(PolicyVersion policy, long cost, @Nullable RequestScope request) {
        return switch (policy.keyRule().onMissing()) {
            case SKIP -> null;
            case REJECT ->
                throw new InvalidRateLimitCheckException(
                        policy.name(), "policy '" + policy.name() + "': the key's value is missing or not known");
            case IP ->
                resolved(policy, cost, KeyAlternative.IP, List.of(address(policy, request)), policy.numbersOfUnknown());
        };
    }

    private static String address(PolicyVersion policy, @Nullable RequestScope request) {
        if (request == null) {
            throw new InvalidRateLimitCheckException(
                    policy.name(),
                    "policy '" + policy.name() + "': the key's value is missing or not known, and outside a request "
                            + "there is no address to limit by (on-missing-key: ip); give the key, or use on-missing-key: skip");
        }
        String address = request.value(KeyPart.IP);
        return address == null ? NO_ADDRESS : address;
    }

    private ResolvedCheck resolved(
            PolicyVersion policy, long cost, KeyAlternative alternative, List<String> values, PlanNumbers numbers) {
        boolean isFirst = alternative.equals(policy.keyRule().expression().first());
        String kind = isFirst ? null : alternative.kind();
        return new ResolvedCheck(policy.active(), numbers, encoder.encode(kind, alternative.parts(), values), cost);
    }
}
