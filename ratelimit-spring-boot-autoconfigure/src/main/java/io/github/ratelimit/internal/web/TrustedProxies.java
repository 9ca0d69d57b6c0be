package io.github.ratelimit.internal.web;

import io.github.ratelimit.internal.key.AddressRange;
import io.github.ratelimit.internal.key.IpAddress;
import java.util.List;

/**
 * Proxies that are believed whom they forward for.
 *
 * @param ranges their addresses; without any nobody is believed
 * @param header the one header that is read
 */
public record TrustedProxies(List<AddressRange> ranges, ForwardingHeader header) {

    /** Copies the list. */
    public TrustedProxies {
        ranges = List.copyOf(ranges);
    }

    /** Whether the address is that of such a proxy. */
    boolean contain(IpAddress address) {
        for (AddressRange range : ranges) {
            if (range.contains(address)) {
                return true;
            }
        }
        return false;
    }

    /**
     * The client behind a trusted proxy: the first address from the right that is not trusted. What is no address ends
     * the search; the client is then the proxy that passed it on.
     *
     * @param lines of the header
     */
    IpAddress clientBehind(IpAddress proxy, List<String> lines) {
        EntriesFromTheRight entries = header.entries(lines);
        IpAddress client = proxy;
        while (contain(client)) {
            String entry = entries.next();
            IpAddress address = entry == null ? null : header.address(entry);
            if (address == null) {
                return client;
            }
            client = address;
        }
        return client;
    }
}
