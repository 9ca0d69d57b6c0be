package io.github.ratelimit.internal.redis;

/** Where a node of a Cluster is. */
record NodeAddress(String host, int port) {

    /** Reads {@code host:port}; an IPv6 host has no brackets. */
    static NodeAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        return new NodeAddress(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
