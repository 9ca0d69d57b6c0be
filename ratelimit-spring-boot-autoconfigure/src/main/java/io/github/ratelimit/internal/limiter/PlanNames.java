package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.RateLimitPolicy;
import io.github.ratelimit.internal.key.KeyEncoder;
import io.github.ratelimit.internal.limiter.PlanAnswer.OnPlan;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the names of a policy's plans, as a source outside the configuration gives them. */
public final class PlanNames {

    private static final Logger log = LoggerFactory.getLogger(PlanNames.class);
    private static final int LONGEST_IN_LOG = 40;

    private final String policy;
    private final String source;
    private final Map<String, PlanAnswer> answers;
    private final AtomicBoolean warned = new AtomicBoolean();

    /**
     * Reads names of this policy's plans.
     *
     * @param source who gives them, as written in YAML
     */
    public PlanNames(RateLimitPolicy policy, String source) {
        this.policy = policy.name();
        this.source = source;
        this.answers = policy.plans().keySet().stream().collect(Collectors.toMap(Function.identity(), OnPlan::new));
    }

    /** The policy's name. */
    public String policy() {
        return policy;
    }

    /** Who gives the names. */
    public String source() {
        return source;
    }

    /** What a name says. Null and blank: there is no such client. One that is no plan is a failure, warned of once. */
    public PlanAnswer read(@Nullable String plan) {
        if (plan == null || plan.isBlank()) {
            return PlanAnswer.UNKNOWN;
        }
        PlanAnswer answer = answers.get(plan);
        if (answer != null) {
            return answer;
        }
        if (warned.compareAndSet(false, true)) {
            log.warn(
                    "Rate limit policy '{}' has no plan '{}', which {} named for a client; it has {}. "
                            + "Such clients keep the plan they had, else have the default plan or the policy's limit",
                    policy,
                    KeyEncoder.escape(plan.substring(0, Math.min(plan.length(), LONGEST_IN_LOG))),
                    source,
                    new TreeMap<>(answers).keySet());
        }
        return PlanAnswer.FAILED;
    }
}
