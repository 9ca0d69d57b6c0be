package io.github.ratelimit.internal.redis;

import io.github.ratelimit.RateLimitCircuitBreakerEvent;
import io.github.ratelimit.RateLimitCircuitBreakerEvent.State;
import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The circuit breaker around Redis. It counts script calls; whoever takes a permission reports how its call ended. */
public final class StoreBreaker {

    private static final Logger log = LoggerFactory.getLogger(StoreBreaker.class);
    private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);

    private final CircuitBreaker breaker;
    private final List<Consumer<RateLimitCircuitBreakerEvent>> listeners = new CopyOnWriteArrayList<>();
    private volatile long openUntilNanos = System.nanoTime();
    private volatile @Nullable String lastFailure;

    /** Counts with this breaker, which may belong to the application. */
    public StoreBreaker(CircuitBreaker breaker) {
        this.breaker = breaker;
        breaker.getEventPublisher()
                .onStateTransition(event -> changed(
                        event.getStateTransition().getFromState(),
                        event.getStateTransition().getToState()));
    }

    /** Tells every change of the state, on the thread that led to it, which may be one that reads Redis's answers. */
    public void onChange(Consumer<RateLimitCircuitBreakerEvent> listener) {
        listeners.add(listener);
    }

    /** The state, for people. */
    public State state() {
        return state(breaker.getState());
    }

    /** Whether calls may leave without a permission of their own: nothing is wrong. */
    boolean isClosed() {
        return state(breaker.getState()) == State.CLOSED;
    }

    /** Whether no call may leave yet. */
    boolean isWaiting() {
        return state(breaker.getState()) == State.OPEN && untilNextTry().compareTo(Duration.ZERO) > 0;
    }

    /**
     * A new connection has just run the script, so what failed over the last one counts no more: else the first call that
     * succeeds again could be the one that completes the window, and open it.
     */
    void connected() {
        if (breaker.getState() == CircuitBreaker.State.CLOSED) {
            breaker.reset();
        }
    }

    /** Takes the permission for one call. */
    boolean tryAcquire() {
        return breaker.tryAcquirePermission();
    }

    void succeeded(long nanos) {
        breaker.onSuccess(nanos, TimeUnit.NANOSECONDS);
    }

    void failed(long nanos, StoreFailureException failure) {
        lastFailure = failure.getMessage();
        breaker.onError(nanos, TimeUnit.NANOSECONDS, failure);
    }

    /** The call has said nothing of Redis. */
    void release() {
        breaker.releasePermission();
    }

    /** When a refused caller may try again: what is left of the open state, at least a second. */
    Duration retryAfter() {
        Duration left = untilNextTry();
        return left.compareTo(SHORTEST_WAIT) > 0 ? left : SHORTEST_WAIT;
    }

    private Duration untilNextTry() {
        return Duration.ofNanos(openUntilNanos - System.nanoTime());
    }

    private void changed(CircuitBreaker.State before, CircuitBreaker.State after) {
        if (after == CircuitBreaker.State.OPEN) {
            long waitMillis = breaker.getCircuitBreakerConfig()
                    .getWaitIntervalFunctionInOpenState()
                    .apply(1);
            openUntilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis);
        }
        State from = state(before);
        State to = state(after);
        if (from == to) {
            return;
        }
        RateLimitCircuitBreakerEvent event = new RateLimitCircuitBreakerEvent(from, to, lastFailure);
        tellLog(event);
        listeners.forEach(listener -> listener.accept(event));
    }

    private static void tellLog(RateLimitCircuitBreakerEvent event) {
        if (event.to() == State.CLOSED) {
            log.info("The circuit breaker of the rate limit store is closed: the store is asked again");
        } else if (event.from() == State.CLOSED) {
            log.warn(
                    "The circuit breaker of the rate limit store is open ({}). Until it closes each policy does what its on-store-failure says",
                    event.failure() == null ? "by hand" : event.failure());
        } else {
            log.debug("The circuit breaker of the rate limit store went from {} to {}", event.from(), event.to());
        }
    }

    /** The states that an operator may force count as the state that they act like. */
    private static State state(CircuitBreaker.State state) {
        return switch (state) {
            case CLOSED, DISABLED, METRICS_ONLY -> State.CLOSED;
            case OPEN, FORCED_OPEN -> State.OPEN;
            case HALF_OPEN -> State.HALF_OPEN;
        };
    }
}
