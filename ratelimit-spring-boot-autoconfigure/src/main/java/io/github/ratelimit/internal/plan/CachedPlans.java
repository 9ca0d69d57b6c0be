package io.github.ratelimit.internal.plan;

import com.github.benmanes.caffeine.cache.Ticker;
import io.github.ratelimit.internal.limiter.PlanAnswer;
import io.github.ratelimit.internal.limiter.PlanNames;
import io.github.ratelimit.internal.limiter.PlanSource;
import io.github.ratelimit.internal.limiter.RequestScope;
import io.github.ratelimit.plan.RateLimitPlanResolver;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Plans that a resolver of the application knows. Its answers are kept and asked for again in the background, so that a
 * request waits at most once for a value, and hardly longer than the timeout even then. A value whose plan nobody could
 * say is {@link PlanAnswer#FAILED}; one that could not be asked about, since there were too many, is
 * {@link PlanAnswer#UNKNOWN}: else a flood of invented values would give each of them a client's limit.
 */
public final class CachedPlans implements PlanSource {

    /** In characters. What is longer is no client; nobody is asked about it, and nothing of it is kept. */
    private static final int LONGEST_VALUE = 8_192;

    private final PlanTimes times;
    private final Ticker ticker;
    private final AnswerCache cache = new AnswerCache();
    private final Map<String, LookUp> lookUps = new ConcurrentHashMap<>();
    private final LookUpThreads threads;
    private final ResolverHealth health;
    private final WatchedResolver resolver;

    /**
     * Keeps the answers of this resolver.
     *
     * @param resolver fetched at the first look-up, by when all beans are made
     */
    public CachedPlans(Supplier<RateLimitPlanResolver> resolver, PlanNames names, PlanTimes times, Ticker ticker) {
        this.times = times;
        this.ticker = ticker;
        this.threads = new LookUpThreads(names.policy());
        this.health = new ResolverHealth(names);
        this.resolver = new WatchedResolver(resolver, names, health, ticker);
    }

    @Override
    public PlanAnswer planOf(String value, @Nullable RequestScope request) {
        if (value.length() > LONGEST_VALUE) {
            return PlanAnswer.UNKNOWN;
        }
        KeptAnswer kept = cache.find(value);
        if (kept == null) {
            return ask(value, null);
        }
        if (kept.takeTurn(ticker.read(), times.pauseNanos())) {
            if (kept.isFailure()) {
                return ask(value, kept);
            }
            refresh(value, kept);
        }
        return kept.answer();
    }

    @Override
    public void close() {
        health.close();
        threads.close();
    }

    private PlanAnswer ask(String value, @Nullable KeptAnswer last) {
        LookUp mine = new LookUp(ticker.read());
        LookUp running = lookUps.putIfAbsent(value, mine);
        if (running != null) {
            return await(running);
        }
        KeptAnswer newer = cache.find(value);
        if (newer != null && newer != last) {
            end(value, mine, newer.answer()); // that of a look-up which ended a moment ago
        } else if (!threads.run(() -> lookUp(value, mine))) {
            end(value, mine, tooMany());
        }
        return await(mine);
    }

    private void refresh(String value, KeptAnswer last) {
        LookUp mine = new LookUp(ticker.read());
        if (lookUps.putIfAbsent(value, mine) == null && !threads.runInBackground(() -> lookUp(value, mine))) {
            end(value, mine, last.answer());
        }
    }

    private PlanAnswer await(LookUp lookUp) {
        try {
            PlanAnswer answer = lookUp.await(times.timeoutNanos(), ticker.read());
            return answer != null ? answer : gaveUp(lookUp);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return PlanAnswer.FAILED;
        }
    }

    private PlanAnswer gaveUp(LookUp lookUp) {
        long now = ticker.read();
        if (!lookUp.hasRunFor(times.timeoutNanos() / 2, now)) {
            return tooMany();
        }
        health.failed("no answer within " + times.timeout().toMillis() + " ms", now);
        return PlanAnswer.FAILED;
    }

    /** They are many because the resolver fails, or because somebody invents values. */
    private PlanAnswer tooMany() {
        if (health.isFailing()) {
            return PlanAnswer.FAILED;
        }
        health.crowded(ticker.read());
        return PlanAnswer.UNKNOWN;
    }

    private void lookUp(String value, LookUp lookUp) {
        lookUp.run(ticker.read());
        PlanAnswer answer = resolver.planOf(value);
        keep(value, answer);
        end(value, lookUp, answer);
    }

    /** Kept before the look-up ends, or two could follow each other. A failure takes no answer's place. */
    private void keep(String value, PlanAnswer answer) {
        long now = ticker.read();
        if (answer != PlanAnswer.FAILED) {
            cache.keep(value, new KeptAnswer(answer, now + times.refreshNanos()));
            return;
        }
        KeptAnswer last = cache.find(value);
        if (last == null || last.isFailure()) {
            cache.keep(value, new KeptAnswer(answer, now + times.pauseNanos()));
        }
    }

    private void end(String value, LookUp lookUp, PlanAnswer answer) {
        lookUps.remove(value, lookUp);
        lookUp.answer(answer);
    }
}
