package io.github.ratelimit.internal.denial;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.ratelimit.internal.limiter.ResolvedCheck;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The refusals that are remembered. Bounded: the least useful ones are forgotten. */
final class Denials {

    /** In bytes, about: 15,000 lists of one check with a hashed key. */
    static final int MOST_BYTES = 16_000_000;

    /** Null until something is refused: neither the start nor what passes till then pays for it. */
    private volatile @Nullable Cache<ExactChecks, Denial> cache;

    /** What is remembered of these checks. */
    @Nullable
    Denial find(List<ResolvedCheck> checks) {
        Cache<ExactChecks, Denial> known = cache;
        return known == null ? null : known.getIfPresent(new ExactChecks(checks));
    }

    void remember(ExactChecks checks, Denial denial) {
        Cache<ExactChecks, Denial> known = cache;
        (known == null ? first() : known).put(checks, denial);
    }

    /** Remembers another refusal, unless this one was forgotten or replaced meanwhile. */
    boolean replace(ExactChecks checks, Denial denial, Denial fresh) {
        Cache<ExactChecks, Denial> known = cache;
        return known != null && known.asMap().replace(checks, denial, fresh);
    }

    /** Forgets this refusal, unless it was replaced meanwhile. */
    void forget(ExactChecks checks, Denial denial) {
        Cache<ExactChecks, Denial> known = cache;
        if (known != null) {
            known.asMap().remove(checks, denial);
        }
    }

    /** Whether it is neither forgotten nor replaced. To ask does not make it more useful. */
    boolean holds(ExactChecks checks, Denial denial) {
        Cache<ExactChecks, Denial> known = cache;
        return known != null && known.policy().getIfPresentQuietly(checks) == denial;
    }

    private synchronized Cache<ExactChecks, Denial> first() {
        Cache<ExactChecks, Denial> made = cache;
        if (made == null) {
            made = Caffeine.newBuilder()
                    .maximumWeight(MOST_BYTES)
                    .weigher((ExactChecks checks, Denial denial) -> checks.bytes())
                    .executor(Runnable::run) // evicts on the calling thread, a few entries at a time
                    .build();
            cache = made;
        }
        return made;
    }
}
