package io.github.ratelimit.internal.web;

import io.github.ratelimit.internal.key.AddressNormalizer;
import io.github.ratelimit.internal.key.IpAddress;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The address that a client is limited by: the socket's, or whom a trusted proxy forwards for. Read from the innermost
 * request, so that no wrapper can put another in its place.
 */
public final class ClientAddress {

    private final TrustedProxies proxies;
    private final AddressNormalizer normalizer;
    private final UntrustedProxyWarning warning = new UntrustedProxyWarning();

    /** Believes these proxies, and brings addresses into their one form. */
    public ClientAddress(TrustedProxies proxies, AddressNormalizer normalizer) {
        this.proxies = proxies;
        this.normalizer = normalizer;
    }

    /** The client's address in its one form; null when the socket has none. */
    @Nullable
    String of(HttpServletRequest request) {
        IpAddress address = address(request);
        return address == null ? null : normalizer.form(address);
    }

    /** The client's address with all its bits; null when the socket has none. */
    @Nullable
    IpAddress address(HttpServletRequest request) {
        ServletRequest innermost = innermost(request);
        String remote = innermost.getRemoteAddr();
        IpAddress socket = remote == null ? null : NodeName.address(remote); // Jetty puts IPv6 into brackets
        if (socket == null || !(innermost instanceof HttpServletRequest http)) {
            return socket;
        }
        IpAddress client = proxies.contain(socket) ? proxies.clientBehind(socket, lines(http)) : socket;
        warning.see(http, socket, client);
        return client;
    }

    private static ServletRequest innermost(ServletRequest request) {
        ServletRequest innermost = request;
        while (innermost instanceof ServletRequestWrapper wrapper) {
            innermost = wrapper.getRequest();
        }
        return innermost;
    }

    private List<String> lines(HttpServletRequest request) {
        Enumeration<String> lines = request.getHeaders(proxies.header().headerName());
        return lines == null ? List.of() : Collections.list(lines);
    }
}
