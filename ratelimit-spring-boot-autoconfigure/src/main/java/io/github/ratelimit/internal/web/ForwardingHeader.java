package io.github.ratelimit.internal.web;

import io.github.ratelimit.internal.key.IpAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A header in which proxies write whom they forward for, each one at the end of the list. */
public enum ForwardingHeader {

    /** Addresses, separated by commas. */
    X_FORWARDED_FOR("X-Forwarded-For") {
        @Override
        EntriesFromTheRight entries(List<String> lines) {
            return new EntriesFromTheRight(lines, false);
        }

        @Override
        @Nullable
        String node(String entry) {
            return entry;
        }
    },

    /** That of RFC 7239. */
    FORWARDED("Forwarded") {
        @Override
        EntriesFromTheRight entries(List<String> lines) {
            return new EntriesFromTheRight(lines, true);
        }

        @Override
        @Nullable
        String node(String entry) {
            return new ForwardedElement(entry).node();
        }
    };

    private final String headerName;

    ForwardingHeader(String headerName) {
        this.headerName = headerName;
    }

    String headerName() {
        return headerName;
    }

    /** The entries of all lines of the header, which are one list. */
    abstract EntriesFromTheRight entries(List<String> lines);

    /** Whom the proxy forwarded for, by an entry; null if it does not say. */
    @Nullable
    abstract String node(String entry);

    /** The address that an entry names; null if it names none. */
    @Nullable
    IpAddress address(String entry) {
        String node = node(entry);
        return node == null ? null : NodeName.address(node);
    }
}
