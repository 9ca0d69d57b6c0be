package io.github.ratelimit.internal.web;

import io.github.ratelimit.internal.key.AddressRange;
import io.github.ratelimit.internal.key.IpAddress;
import jakarta.servlet.http.HttpServletRequest;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns, once, when the application seems to stand behind a proxy that it does not know: the first hundred limited
 * requests all came from one private address and said that they were forwarded, and none was taken for anybody else's.
 * A single request to the contrary settles it for good; from then on a request pays for one read of a field.
 */
final class UntrustedProxyWarning {

    private static final Logger log = LoggerFactory.getLogger(UntrustedProxyWarning.class);
    private static final int ENOUGH = 100;
    private static final String SEEN = UntrustedProxyWarning.class.getName() + ".seen";
    private static final AddressRange[] PRIVATE = Stream.of(
                    "10.0.0.0/8",
                    "172.16.0.0/12",
                    "192.168.0.0/16",
                    "100.64.0.0/10",
                    "169.254.0.0/16",
                    "127.0.0.0/8",
                    "fc00::/7",
                    "fe80::/10",
                    "::1")
            .map(AddressRange::parse)
            .toArray(AddressRange[]::new);

    private final AtomicInteger alike = new AtomicInteger();
    private volatile @Nullable IpAddress only;
    private volatile boolean settled;

    /** Notes a request: which address it came from, and which it is limited by. */
    void see(HttpServletRequest request, IpAddress socket, IpAddress client) {
        if (!settled && request.getAttribute(SEEN) == null) {
            request.setAttribute(SEEN, true); // several policies may ask for one request's address
            note(request, socket, client);
        }
    }

    private void note(HttpServletRequest request, IpAddress socket, IpAddress client) {
        boolean isAlike = client.equals(socket) && isForwarded(request) && isPrivate(socket) && isTheOnlyOne(socket);
        if (!isAlike) {
            settled = true;
        } else if (alike.incrementAndGet() == ENOUGH) {
            settled = true;
            log.warn(
                    "The first {} limited requests all came from one private address, {}, with forwarding headers that "
                            + "are not believed: behind a proxy all clients share one budget. If it is a proxy of yours, "
                            + "name it in ratelimit.client-ip.trusted-proxies, and what it writes in ratelimit.client-ip.header",
                    ENOUGH,
                    socket);
        }
    }

    private boolean isTheOnlyOne(IpAddress socket) {
        IpAddress known = only;
        if (known == null) {
            only = socket; // of two at the same time one stays, and the next request of the other settles it
            return true;
        }
        return known.equals(socket);
    }

    private static boolean isForwarded(HttpServletRequest request) {
        for (ForwardingHeader header : ForwardingHeader.values()) {
            if (request.getHeader(header.headerName()) != null) {
                return true;
            }
        }
        return false;
    }

    private static boolean isPrivate(IpAddress address) {
        for (AddressRange range : PRIVATE) {
            if (range.contains(address)) {
                return true;
            }
        }
        return false;
    }
}
