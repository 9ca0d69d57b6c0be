package io.github.ratelimit.internal.web;

import io.github.ratelimit.RateLimitDecision;
import io.github.ratelimit.internal.key.KeyPart;
import io.github.ratelimit.internal.limiter.RequestLedger;
import io.github.ratelimit.internal.limiter.RequestScope;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.security.Principal;
import org.jspecify.annotations.Nullable;

/** A servlet request as the limiter sees it. A view: what lasts as long as the request is one of its attributes. */
final class HttpRequestScope implements RequestScope {

    private static final String ATTRIBUTE = HttpRequestScope.class.getName() + ".state";

    private final HttpServletRequest request;
    private final @Nullable HttpServletResponse response;
    private final ClientAddress clientAddress;
    private final RateLimitHeaders headers;
    private final State state;

    private HttpRequestScope(
            HttpServletRequest request,
            @Nullable HttpServletResponse response,
            ClientAddress clientAddress,
            RateLimitHeaders headers) {
        this.request = request;
        this.response = response;
        this.clientAddress = clientAddress;
        this.headers = headers;
        this.state = State.of(request);
    }

    /** Makes scopes for one configuration. */
    record Factory(ClientAddress clientAddress, RateLimitHeaders headers) {

        HttpRequestScope of(HttpServletRequest request, @Nullable HttpServletResponse response) {
            return new HttpRequestScope(request, response, clientAddress, headers);
        }
    }

    @Override
    public @Nullable String value(KeyPart part) {
        return switch (part.kind()) {
            case PRINCIPAL -> {
                Principal principal = request.getUserPrincipal();
                yield principal == null ? null : principal.getName();
            }
            case IP -> clientAddress.of(request);
            case GLOBAL -> "global";
            case HEADER -> request.getHeader(part.name());
            case PARAM -> request.getParameter(part.name());
        };
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
                headers.write(response, tightest);
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
