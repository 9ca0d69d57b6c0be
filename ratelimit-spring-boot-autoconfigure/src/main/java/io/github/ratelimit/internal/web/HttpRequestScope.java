package io.github.ratelimit.internal.web;

import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.internal.key.KeyPart;
import io.github.ratelimit.internal.limiter.RequestLedger;
import io.github.ratelimit.internal.limiter.RequestScope;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A servlet request as the limiter sees it. A view: what lasts as long as the request is one of its attributes. */
final class HttpRequestScope implements RequestScope {

    private static final String ATTRIBUTE = HttpRequestScope.class.getName() + ".state";

    private final HttpServletRequest request;
    private final @Nullable HttpServletResponse response;
    private final Scopes scopes;
    private final @Nullable Map<String, String> pathVariables;
    private final State state;

    private HttpRequestScope(
            HttpServletRequest request,
            @Nullable HttpServletResponse response,
            Scopes scopes,
            @Nullable Map<String, String> pathVariables) {
        this.request = request;
        this.response = response;
        this.scopes = scopes;
        this.pathVariables = pathVariables;
        this.state = State.of(request);
    }

    /**
     * Makes scopes.
     *
     * @param values reads values
     * @param headers tells what is left
     */
    record Scopes(RequestValues values, RateLimitHeaders headers) {

        HttpRequestScope of(HttpServletRequest request, @Nullable HttpServletResponse response) {
            return new HttpRequestScope(request, response, this, null);
        }
    }

    /** What the request was charged; null if nothing asked for that yet. */
    static @Nullable RequestLedger ledgerOf(HttpServletRequest request) {
        return request.getAttribute(ATTRIBUTE) instanceof State known ? known.ledger : null;
    }

    /** The same request with the variables of a policy's own path pattern. */
    HttpRequestScope with(Map<String, String> variables) {
        return new HttpRequestScope(request, response, scopes, variables);
    }

    @Override
    public @Nullable String value(KeyPart part) {
        return pathVariables != null && part.kind() == KeyPart.Kind.PATH
                ? pathVariables.get(part.name())
                : scopes.values.of(part, request);
    }

    @Override
    public RequestLedger ledger() {
        return state.ledger;
    }

    @Override
    public void announce(RateLimitDecision decision) {
        Tightest tightest = Tightest.of(decision, state.tightest);
        if (tightest != null && !tightest.equals(state.tightest)) {
            state.tightest = tightest;
            if (response != null && !response.isCommitted()) {
                scopes.headers.write(response, tightest);
            }
        }
    }

    /** What lasts as long as the request. */
    private static final class State {

        private final RequestLedger ledger = new RequestLedger();
        private volatile @Nullable Tightest tightest;

        static State of(HttpServletRequest request) {
            if (request.getAttribute(ATTRIBUTE) instanceof State known) {
                return known;
            }
            State state = new State();
            request.setAttribute(ATTRIBUTE, state);
            return state;
        }
    }
}
