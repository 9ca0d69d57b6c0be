package io.github.ratelimit.internal.web;

import io.github.ratelimit.internal.limiter.Outcomes;
import io.github.ratelimit.internal.limiter.RequestLedger;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

/**
 * Finds the moment at which a request's status is final, and tells it once. After a dispatch came back, a response that is
 * committed, or no error, stays what it is. What may still become an error page waits for the end of the request: an
 * exception, and an error that nothing was written for yet.
 */
final class RequestEnd implements AsyncListener {

    private static final String ATTRIBUTE = RequestEnd.class.getName();

    private final HttpServletRequest request;
    private final HttpServletResponse response;
    private final Outcomes outcomes;
    private volatile boolean failed;
    private volatile boolean listening;

    private RequestEnd(HttpServletRequest request, HttpServletResponse response, Outcomes outcomes) {
        this.request = request;
        this.response = response;
        this.outcomes = outcomes;
    }

    /** That of the request, from its first dispatch on. */
    static RequestEnd of(HttpServletRequest request, HttpServletResponse response, Outcomes outcomes) {
        RequestEnd known = find(request);
        if (known != null) {
            return known;
        }
        RequestEnd end = new RequestEnd(request, response, outcomes);
        request.setAttribute(ATTRIBUTE, end);
        return end;
    }

    /** That of the request; null if the filter has not seen it. */
    static @Nullable RequestEnd find(ServletRequest request) {
        return request.getAttribute(ATTRIBUTE) instanceof RequestEnd known ? known : null;
    }

    /** A dispatch came back. */
    void returned(HttpServletRequest dispatched) {
        if (dispatched.isAsyncStarted()) {
            listen(dispatched);
        } else if (response.isCommitted() || response.getStatus() < HttpServletResponse.SC_BAD_REQUEST) {
            tell(response.getStatus());
        }
    }

    /** An exception left a dispatch. Nobody sees it when the response is committed. */
    void failed(HttpServletRequest dispatched) {
        failed |= !response.isCommitted();
        if (dispatched.isAsyncStarted()) {
            listen(dispatched);
        }
    }

    /** The container is done with the request, or, as Jetty sees it, with one dispatch of what completes later. */
    void destroyed() {
        if (!listening) {
            over();
        }
    }

    /** Nothing comes any more. An exception that no error page was made of is a 500. */
    private void over() {
        boolean hadErrorPage = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) != null;
        tell(failed && !hadErrorPage ? HttpServletResponse.SC_INTERNAL_SERVER_ERROR : response.getStatus());
    }

    private void tell(int status) {
        RequestLedger ledger = HttpRequestScope.ledgerOf(request);
        if (ledger != null) {
            outcomes.apply(ledger, status);
        }
    }

    private void listen(HttpServletRequest dispatched) {
        if (!listening) {
            listening = true;
            dispatched.getAsyncContext().addListener(this);
        }
    }

    @Override
    public void onComplete(AsyncEvent event) {
        over();
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        event.getAsyncContext().addListener(this); // a new start forgets the listeners of the last one
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        // somebody answers it, or the container does; then it completes
    }

    @Override
    public void onError(AsyncEvent event) {
        // then it completes
    }
}
