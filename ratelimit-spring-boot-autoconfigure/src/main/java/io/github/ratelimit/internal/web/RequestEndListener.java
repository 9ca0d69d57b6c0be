package io.github.ratelimit.internal.web;

import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;

/**
 * Hears of the end of a request: after the error page, if there is one.
 */
public final class RequestEndListener implements ServletRequestListener {

    @Override
    public void requestInitialized(ServletRequestEvent event) {
        RequestEnd.announce(event.getServletRequest());
    }

    @Override
    public void requestDestroyed(ServletRequestEvent event) {
        RequestEnd end = RequestEnd.find(event.getServletRequest());
        if (end != null) {
            end.destroyed();
        }
    }
}
