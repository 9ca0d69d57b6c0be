package io.github.ratelimit.internal.web;

import io.github.ratelimit.internal.limiter.Outcomes;
import io.github.ratelimit.internal.limiter.RequestLedger;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Finds the moment at which a request's status is final, and tells it once. That is when a dispatch has come back, but
 * not for an exception and a {@code sendError}: the container makes an error page of them first, which may have another
 * status. Until then the response pretends to be committed.
 */
final class RequestEnd implements AsyncListener {

    private static final String ATTRIBUTE = RequestEnd.class.getName();
    private static final String ANNOUNCED = RequestEnd.class.getName() + ".announced";

    private final HttpServletRequest request;
    private final HttpServletResponse response;
    private final Outcomes outcomes;
    private volatile boolean failed;
    private volatile boolean listening;
    private volatile boolean sentError;
    private volatile boolean hasErrorPage;
    private volatile @Nullable Integer errorStatus;

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

    /** Somebody will say when the request has ended. Nobody does in MockMvc, which has no error pages either. */
    static void announce(ServletRequest request) {
        request.setAttribute(ANNOUNCED, true);
    }

    /** A dispatch begins; it is to write to the response that this returns. */
    HttpServletResponse dispatched(HttpServletRequest dispatched, HttpServletResponse answer) {
        if (dispatched.getDispatcherType() == DispatcherType.ERROR && !hasErrorPage) {
            hasErrorPage = true;
            errorStatus = dispatched.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer status
                    ? status
                    : null;
        }
        return new Watched(answer);
    }

    /** A dispatch came back. */
    void returned(HttpServletRequest dispatched) {
        if (dispatched.isAsyncStarted()) {
            listen(dispatched);
        } else if (!sentError || hasErrorPage || !isAnnounced()) {
            tell(response.getStatus());
        }
    }

    /** An exception left a dispatch. Nobody sees it when the response is committed. */
    void failed(HttpServletRequest dispatched) {
        failed |= !response.isCommitted();
        if (dispatched.isAsyncStarted()) {
            listen(dispatched);
        } else if (!isAnnounced()) {
            over();
        }
    }

    /** The container is done with the request, or, as Jetty sees it, with one dispatch of it. */
    void destroyed() {
        if (!listening && !awaitsErrorPage()) {
            over();
        }
    }

    /** Whether the container has not come to its error page. Tomcat notes an exception before, and Jetty after it ends a dispatch. */
    private boolean awaitsErrorPage() {
        boolean isUnnoted = failed && request.getAttribute(RequestDispatcher.ERROR_EXCEPTION) == null;
        return !hasErrorPage && (isUnnoted || (sentError && response.isCommitted()));
    }

    private boolean isAnnounced() {
        return request.getAttribute(ANNOUNCED) != null;
    }

    /** Nothing comes any more. An exception that no error page was made of is a 500. */
    private void over() {
        tell(failed && !hasErrorPage ? HttpServletResponse.SC_INTERNAL_SERVER_ERROR : response.getStatus());
    }

    private void tell(int status) {
        RequestLedger ledger = HttpRequestScope.ledgerOf(request);
        if (ledger != null) {
            Integer error = errorStatus;
            outcomes.apply(ledger, error == null ? status : error, status);
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
        if (!awaitsErrorPage()) { // Tomcat makes one after a timeout, and completes once more
            over();
        }
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

    /** Notes a {@code sendError}, which nothing tells of later. */
    private final class Watched extends HttpServletResponseWrapper {

        Watched(HttpServletResponse response) {
            super(response);
        }

        @Override
        public void sendError(int status) throws IOException {
            sentError = true;
            super.sendError(status);
        }

        @Override
        public void sendError(int status, String message) throws IOException {
            sentError = true;
            super.sendError(status, message);
        }
    }
}
