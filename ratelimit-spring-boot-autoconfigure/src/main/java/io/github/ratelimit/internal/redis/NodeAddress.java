package io.github.ratelimit.internal.redis;

import org.jspecify.annotations.Nullable;

/** Where a node of a Cluster is. */
record NodeAddress(String host, int port) {

    /** Reads {@code host:port}; an IPv6 host has no brackets. Null if a node does not know its host, or it is no address. */
    static @Nullable NodeAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        if (colon <= 0 || text.startsWith("?:")) {
            return null;
        }
        try {
            return new NodeAddress(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
        } catch (NumberFormatException noPort) {
            return null;
        }
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
