package io.github.ratelimit.internal.limiter;

import io.github.ratelimit.internal.key.KeyPart;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Plans that stand in the request itself, such as a claim of a token. Read anew each time. */
public final class RequestPlans implements PlanSource {

    private static final Logger log = LoggerFactory.getLogger(RequestPlans.class);

    private final KeyPart part;
    private final PlanNames names;
    private final AtomicBoolean warned = new AtomicBoolean();

    /** Reads the plan where the part says. */
    public RequestPlans(KeyPart part, PlanNames names) {
        this.part = part;
        this.names = names;
    }

    /** Where the request has it. */
    public KeyPart part() {
        return part;
    }

    @Override
    public PlanAnswer planOf(String value, @Nullable RequestScope request) {
        if (request == null) {
            return PlanAnswer.UNKNOWN;
        }
        try {
            return names.read(request.value(part));
        } catch (RuntimeException failure) {
            note(failure);
            return PlanAnswer.FAILED;
        }
    }

    /** Once, since a caller may be able to make it fail. The exception's message may hold what the caller sent. */
    private void note(RuntimeException failure) {
        log.debug("{} of rate limit policy '{}' failed", names.source(), names.policy(), failure);
        if (warned.compareAndSet(false, true)) {
            log.warn(
                    "The expression for the plan of rate limit policy '{}' failed with {}: "
                            + "such clients have the default plan, else the policy's limit",
                    names.policy(),
                    failure.getClass().getName());
        }
    }
}
