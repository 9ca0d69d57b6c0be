package io.github.ratelimit.internal.actuate;

import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * Why nothing was done.
 *
 * @param status the HTTP status
 * @param detail what to change, for people
 */
public record ErrorView(int status, String detail) {

    static WebEndpointResponse<Object> of(int status, String detail) {
        return new WebEndpointResponse<>(new ErrorView(status, detail), status);
    }
}
