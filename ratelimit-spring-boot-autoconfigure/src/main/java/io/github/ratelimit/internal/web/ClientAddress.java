package io.github.ratelimit.internal.web;

import io.github.ratelimit.internal.key.AddressNormalizer;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * The address that a client is limited by: the socket's, read from the innermost request, so that no wrapper can put
 * another in its place.
 */
public final class ClientAddress {

    private final AddressNormalizer normalizer;

    /** Brings addresses into their one form. */
    public ClientAddress(AddressNormalizer normalizer) {
        this.normalizer = normalizer;
    }

    /** The client's address in its one form; null when the socket has none. */
    @Nullable
    String of(HttpServletRequest request) {
        String address = socketAddress(request);
        return address == null ? null : normalizer.read(address);
    }

    /** The address as the container writes it. */
    @Nullable
    String socketAddress(HttpServletRequest request) {
        ServletRequest innermost = request;
        while (innermost instanceof ServletRequestWrapper wrapper) {
            innermost = wrapper.getRequest();
        }
        return innermost.getRemoteAddr();
    }
}
