package io.github.ratelimit.internal.redis;

import io.github.ratelimit.internal.limiter.StoreFailureException;
import io.github.ratelimit.internal.limiter.StoreNotAskedException;
import io.github.ratelimit.internal.limiter.YieldingWait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of requests to one Redis. A request leaves at once while a place in flight is free; else it waits, and all that
 * wait leave as one call when a place becomes free. A few callers have two places; a crowd has one, since one call of many
 * costs less than two of fewer. Answers of a distant Redis take longer than it pays to wait: then further calls leave, one a
 * millisecond. A caller that has been alone for a while stays awake for its answer. Behind the circuit breaker: while that
 * is open nothing leaves and nobody waits; half-open, a request that it permits leaves alone, as a probe. Without a lock
 * but the breaker's, when a call ends.
 */
final class CallLine {

    private static final Logger log = LoggerFactory.getLogger(CallLine.class);
    private static final int PLACES = 2;

    /** While calls carry more requests than a few. */
    private static final int PLACES_OF_A_CROWD = 1;

    private static final int A_FEW = 2;

    /** In calls: where there are other callers, so many do not leave one by one. */
    private static final int A_WHILE = 16;

    /** While answers take long. */
    private static final int MOST_PLACES = 16;

    private static final long LONGEST_GATHERING_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Keeps one run of the script below 200 µs of Redis's time. */
    private static final int MAX_CHECKS = 64;

    private final RedisLink link;
    private final StoreBreaker breaker;
    private final CallSender sender;
    private final Duration deadline;
    private final Queue<PendingRequest> waiting = new ConcurrentLinkedQueue<>();
    private final List<CallListener> listeners = new CopyOnWriteArrayList<>();
    private final AtomicInteger inPlaces = new AtomicInteger();
    private final YieldingWait waitInCrowd = YieldingWait.ofCrowd(System::nanoTime);
    private final YieldingWait waitAlone = YieldingWait.ofOne(System::nanoTime);
    private volatile long lastCallNanos = System.nanoTime();
    private volatile int lastGathered;

    /** Calls in a row that carried one request and met no other: a hint, as the number before. */
    private volatile int callsAlone;

    /**
     * A line over a connection.
     *
     * @param deadline the longest that a caller waits
     */
    CallLine(RedisLink link, StoreBreaker breaker, DecisionScript script, Duration deadline) {
        this.link = link;
        this.breaker = breaker;
        this.sender = new CallSender(link, new ScriptRunner(script));
        this.deadline = deadline;
    }

    /** Tells how each call ends. */
    void onEnd(CallListener listener) {
        listeners.add(listener);
    }

    /**
     * The connection, if Redis is asked at all for now.
     *
     * @throws StoreFailureException if it is not, without a wait
     */
    RedisSession session() throws StoreFailureException {
        RedisSession session = link.session();
        if (session == null) {
            throw withoutConnection();
        }
        if (breaker.isWaiting()) {
            throw notAsked();
        }
        return session;
    }

    /**
     * While there is no connection an open breaker stays open: a probe could not leave. A closed one opens only when none
     * can be made, or each lost connection would be an outage of the open state's length.
     */
    private StoreFailureException withoutConnection() {
        if (!breaker.isClosed()) {
            return notAsked();
        }
        StoreFailureException failure = link.failure();
        if (link.isUnreachable()) {
            if (!breaker.tryAcquire()) {
                return notAsked();
            }
            breaker.failed(0, failure);
        }
        return failure;
    }

    private StoreNotAskedException notAsked() {
        return new StoreNotAskedException("Redis is not asked for now", breaker.retryAfter());
    }

    /**
     * Sends a request and waits for its answer, at most until its deadline.
     *
     * @throws StoreFailureException if there is none
     */
    Answer ask(PendingRequest request) throws StoreFailureException {
        start(request);
        return await(request);
    }

    /** Sends a request, whose caller must {@link #await} it. */
    void start(PendingRequest request) throws StoreFailureException {
        if (breaker.isClosed()) {
            waiting.add(request);
            sendWaiting();
        } else {
            probe(request);
        }
    }

    /**
     * Sends requests at once, in a call that takes no place, so that others neither wait behind it nor for it. Their caller
     * must {@link #await} them all. They are no probes of a breaker that is not closed.
     */
    void startBeside(List<PendingRequest> requests) {
        requests.forEach(PendingRequest::claim);
        sendTogether(groups(requests), false);
    }

    /**
     * Waits for a request's answer, at most until its deadline.
     *
     * @throws StoreFailureException if there is none
     */
    Answer await(PendingRequest request) throws StoreFailureException {
        if (isCrowded() && request.isWaiting()) {
            waitInCrowd.await(request::isAnswered);
        } else if (isAlone()) {
            waitAlone.await(() -> request.isAnswered() || !isAlone());
        }
        for (long pause = LONGEST_GATHERING_NANOS; isFirst(request) && !request.isSentWithin(pause); pause *= 2) {
            sendWaiting();
        }
        Answer answer = request.await();
        if (answer == null) {
            throw Thread.currentThread().isInterrupted()
                    ? new StoreFailureException("the waiting thread was interrupted")
                    : noAnswer();
        }
        if (answer instanceof Answer.Failed failed) {
            throw failed.failure();
        }
        return answer;
    }

    private void probe(PendingRequest request) throws StoreNotAskedException {
        if (!breaker.tryAcquire()) {
            throw notAsked();
        }
        request.claim();
        send(List.of(new SentCall(this, List.of(request), false)));
    }

    private void sendWaiting() {
        while (!waiting.isEmpty() && takePlace()) {
            List<PendingRequest> gathered = gather();
            if (gathered.isEmpty()) {
                inPlaces.decrementAndGet(); // all have left
            } else {
                List<List<PendingRequest>> groups = groups(gathered);
                inPlaces.addAndGet(groups.size() - 1); // free or not
                sendTogether(groups, true);
            }
        }
    }

    /** What may go in one call each. */
    private List<List<PendingRequest>> groups(List<PendingRequest> requests) {
        return link.isOfCluster() ? Slots.split(requests) : List.of(requests);
    }

    /** One call each, in one write. */
    private void sendTogether(List<List<PendingRequest>> groups, boolean inPlace) {
        List<SentCall> calls = new ArrayList<>(groups.size());
        for (List<PendingRequest> group : groups) {
            if (breaker.isClosed() && breaker.tryAcquire()) {
                calls.add(new SentCall(this, group, inPlace));
            } else {
                if (inPlace) {
                    inPlaces.decrementAndGet();
                }
                Answer refusal = new Answer.Failed(notAsked());
                group.forEach(request -> request.answer(refusal));
            }
        }
        send(calls);
    }

    private boolean takePlace() {
        int taken = inPlaces.get();
        while (taken < places() || (taken < MOST_PLACES && isGatheringLong())) {
            if (inPlaces.compareAndSet(taken, taken + 1)) {
                lastCallNanos = System.nanoTime();
                return true;
            }
            taken = inPlaces.get();
        }
        return false;
    }

    private int places() {
        return isCrowded() ? PLACES_OF_A_CROWD : PLACES;
    }

    private boolean isCrowded() {
        return lastGathered > A_FEW;
    }

    private boolean isAlone() {
        return callsAlone >= A_WHILE;
    }

    /** Of all that wait for a place the first looks after it, so that the others need not wake up. */
    private boolean isFirst(PendingRequest request) {
        return waiting.peek() == request;
    }

    private boolean isGatheringLong() {
        return System.nanoTime() - lastCallNanos >= LONGEST_GATHERING_NANOS;
    }

    private List<PendingRequest> gather() {
        List<PendingRequest> gathered = new ArrayList<>();
        int checks = 0;
        while (checks < MAX_CHECKS) {
            PendingRequest next = waiting.poll();
            if (next == null) {
                break;
            }
            if (next.claim()) {
                gathered.add(next);
                checks += next.request().checks();
            }
        }
        if (!gathered.isEmpty()) {
            lastGathered = gathered.size();
            boolean alone = gathered.size() == 1 && inPlaces.get() == 1;
            callsAlone = alone ? Math.min(callsAlone + 1, A_WHILE) : 0;
        }
        return gathered;
    }

    private void send(List<SentCall> calls) {
        List<SentCall> wanted = new ArrayList<>(calls.size());
        for (SentCall call : calls) {
            call.endIfAbandoned();
            if (!call.hasEnded()) {
                wanted.add(call);
            }
        }
        if (!wanted.isEmpty()) {
            sender.send(wanted);
        }
    }

    /** A call has ended: its breaker learns how, and its place is free. */
    void ended(SentCall call, Ending ending, long ageNanos) {
        ending.tell(breaker, ageNanos);
        if (call.isInPlace()) {
            inPlaces.decrementAndGet();
        }
        sendWaiting();
        for (CallListener listener : listeners) {
            tell(listener, call, ending, ageNanos);
        }
    }

    /** A meter that fails must not keep the call's answers from its callers. */
    private static void tell(CallListener listener, SentCall call, Ending ending, long ageNanos) {
        try {
            listener.ended(ending.end(), ageNanos, call.requests().size());
        } catch (RuntimeException failure) {
            log.debug("A call could not be measured", failure);
        }
    }

    /** How a call ends without an answer. Callers that had waited before, in another phase, leave early: that says nothing. */
    Ending overdue(long ageNanos) {
        return ageNanos * 2 < deadline.toNanos() ? Ending.WITHOUT_MEANING : Ending.overdue(noAnswer());
    }

    private StoreFailureException noAnswer() {
        return new StoreFailureException("no answer from Redis within " + deadline.toMillis() + " ms");
    }
}
