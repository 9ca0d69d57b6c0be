package io.github.ratelimit.internal.redis;

import io.github.ratelimit.internal.limiter.StoreFailureException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** Sends calls, and hands each of their requests its part of the answer. */
final class CallSender {

    private final RedisLink link;
    private final ScriptRunner runner;

    CallSender(RedisLink link, ScriptRunner runner) {
        this.link = link;
        this.runner = runner;
    }

    /** All of them, in one write when there are several and the client can. */
    void send(List<SentCall> calls) {
        RedisSession session = link.session();
        if (session == null) {
            calls.forEach(this::failWithoutConnection);
            return;
        }
        List<CompletionStage<List<Object>>> replies;
        try {
            replies = send(calls, session);
        } catch (RuntimeException rejected) {
            StoreFailureException failure = lost(session, rejected);
            calls.forEach(call -> fail(call, failure));
            return;
        }
        for (int i = 0; i < calls.size(); i++) {
            handOver(calls.get(i), session, replies.get(i));
        }
    }

    private List<CompletionStage<List<Object>>> send(List<SentCall> calls, RedisSession session) {
        SentCall first = calls.get(0);
        if (calls.size() == 1 && !first.isAsking()) {
            return List.of(runner.send(session, scriptCall(first, session)));
        }
        return runner.sendAll(
                session,
                calls.stream()
                        .map(call -> new SlotCall(scriptCall(call, session), call.isAsking()))
                        .toList());
    }

    private void handOver(SentCall call, RedisSession session, CompletionStage<List<Object>> reply) {
        CompletionStage<List<Object>> unused = reply.whenComplete((values, failure) -> {
            if (failure == null) {
                answered(call, session, values == null ? List.of() : values);
            } else {
                failed(call, session, failure);
            }
        });
    }

    private static ScriptCall scriptCall(SentCall call, RedisSession session) {
        List<ScriptRequest> requests = new ArrayList<>(call.requests().size());
        for (PendingRequest request : call.requests()) {
            requests.add(request.request());
        }
        return ScriptCall.of(session.redisMicros(call.end()), requests);
    }

    private void answered(SentCall call, RedisSession session, List<?> values) {
        try {
            ScriptReply reply = new ScriptReply(values);
            session.observe(reply.nowMicros());
            if (reply.isTooLate()) {
                tooLate(call);
            } else {
                distribute(call, session, reply);
            }
        } catch (StoreFailureException malformed) {
            fail(call, malformed);
        }
    }

    /** Redis's clock has moved: the answer told by how much, so that sending once more helps. */
    private static void tooLate(SentCall call) {
        boolean again = call.requests().stream().anyMatch(PendingRequest::isSentAgain);
        call.end(
                again
                        ? Ending.failed(new StoreFailureException("Redis ran a call later than its callers could wait"))
                        : Ending.WITHOUT_MEANING);
        call.answer(new Answer.TooLate());
    }

    private void distribute(SentCall call, RedisSession session, ScriptReply reply) throws StoreFailureException {
        List<RequestReply> replies = new ArrayList<>(call.requests().size());
        Ending ending = Ending.ANSWERED;
        for (PendingRequest request : call.requests()) {
            RequestReply each = reply.next(request.fields());
            replies.add(each);
            if (each.error() != null && !ServerError.isBug(each.error())) {
                ending = Ending.failed(serverError(session, each.error()));
            }
        }
        call.end(ending);
        for (int i = 0; i < replies.size(); i++) {
            call.requests().get(i).answer(new Answer.Replied(replies.get(i), session));
        }
    }

    private void failed(SentCall call, RedisSession session, Throwable thrown) {
        Throwable failure =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        String text = session.errorAnswered(failure);
        if (text == null) {
            fail(call, lost(session, failure));
        } else if (ServerError.isBug(text)) {
            call.end(Ending.WITHOUT_MEANING);
            call.answer(new Answer.Failed(new StoreFailureException("Redis answered " + text, failure)));
        } else {
            fail(call, serverError(session, text));
        }
    }

    /** The client takes a lost connection for open a while longer: it would fail, and count, one call after the other. */
    private StoreFailureException lost(RedisSession session, Throwable failure) {
        link.drop(session);
        return new StoreFailureException(failure.toString(), failure);
    }

    private StoreFailureException serverError(RedisSession session, String text) {
        if (ServerError.isOfTheConnection(text)) {
            link.drop(session);
        }
        return new StoreFailureException("Redis answered " + text);
    }

    /** It has not left, so it says nothing of Redis; who comes next sees whether there is one. */
    private void failWithoutConnection(SentCall call) {
        call.end(Ending.WITHOUT_MEANING);
        call.answer(new Answer.Failed(link.failure()));
    }

    private static void fail(SentCall call, StoreFailureException failure) {
        call.end(Ending.failed(failure));
        call.answer(new Answer.Failed(failure));
    }
}
