package io.github.ratelimit.autoconfigure;

import static io.github.ratelimit.autoconfigure.PropertyReader.at;
import static io.github.ratelimit.autoconfigure.PropertyReader.texts;

import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.StatusRange;
import io.github.ratelimit.internal.key.KeyExpression;
import io.github.ratelimit.internal.key.KeyPart;
import io.github.ratelimit.internal.limiter.RateLimitConfigurationException;
import java.time.Duration;
import java.util.List;

/** Maps what follows from a request's end and from a refusal: {@code refund-on}, {@code reset-on}, {@code block}. */
final class OutcomeMapper {

    private static final Duration SHORTEST_STEP = Duration.ofMillis(1);
    private static final Duration LONGEST_STEP = Duration.ofDays(366);

    private OutcomeMapper() {}

    static RateLimitPolicy map(String prefix, RateLimitProperties.Policy properties, RateLimitPolicy policy) {
        List<StatusRange> refundOn = statuses(prefix + ".refund-on", properties.refundOn());
        List<StatusRange> resetOn = statuses(prefix + ".reset-on", properties.resetOn());
        List<String> stepTexts = texts(properties.block());
        List<Duration> steps =
                stepTexts.stream().map(text -> step(prefix + ".block", text)).toList();
        RateLimitPolicy refunding =
                at(prefix + ".refund-on", join(texts(properties.refundOn())), () -> policy.withRefundOn(refundOn));
        return at(
                prefix + ".block",
                join(stepTexts),
                () -> refunding.withResetOn(resetOn).withBlock(steps));
    }

    /**
     * A success proves one account. To clear the count of an address or of all for it would give a guesser, who has one
     * account that works, tries without end at all the others.
     */
    static void checkKey(String prefix, RateLimitPolicy policy, KeyExpression key) {
        boolean namesAnAccount = key.first().parts().stream()
                .anyMatch(part -> part.kind() != KeyPart.Kind.IP && part.kind() != KeyPart.Kind.GLOBAL);
        if (!policy.resetOn().isEmpty() && !namesAnAccount) {
            throw new RateLimitConfigurationException(
                    prefix + ".reset-on",
                    join(policy.resetOn().stream().map(StatusRange::toString).toList()),
                    "needs a key that names the very account that was proven, and '" + key
                            + "' names none: use principal, header:NAME, cookie:NAME, param:NAME, path:VARIABLE, bean:NAME "
                            + "or spel:EXPRESSION, alone or joined with ip by +; or use refund-on, which gives back only "
                            + "what the request itself was charged");
        }
    }

    private static List<StatusRange> statuses(String property, List<String> values) {
        return texts(values).stream()
                .map(text -> at(property, text, () -> StatusRange.valueOf(text)))
                .toList();
    }

    /** A number without a unit would be read as milliseconds, which nobody means by a block. */
    private static Duration step(String property, String text) {
        if (Character.isDigit(text.charAt(text.length() - 1))) {
            throw new RateLimitConfigurationException(property, text, "needs a unit out of ms, s, m, h, d, such as 1m");
        }
        return PropertyReader.duration(property, text, SHORTEST_STEP, SHORTEST_STEP, LONGEST_STEP);
    }

    private static String join(List<String> texts) {
        return String.join(", ", texts);
    }
}
