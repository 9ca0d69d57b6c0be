package io.github.ratelimit.internal.web;

import io.github.ratelimit.internal.key.IpAddress;
import org.jspecify.annotations.Nullable;

/**
 * How proxies write whom they forward for: {@code 203.0.113.9}, {@code 203.0.113.9:4711}, {@code 2001:db8::1},
 * {@code [2001:db8::1]:4711}. Other names, {@code unknown} and {@code _hidden}, are no address.
 */
final class NodeName {

    private static final int MAX_PORT_DIGITS = 5;

    private NodeName() {}

    /** The address; null if the name is none. */
    static @Nullable IpAddress address(String name) {
        if (name.startsWith("[")) {
            int close = name.indexOf(']');
            return close >= 0 && name.lastIndexOf(':', close) >= 0 && isPortOrNothing(name, close + 1)
                    ? IpAddress.parse(name.substring(1, close))
                    : null;
        }
        int colon = name.indexOf(':');
        if (colon < 0 || colon != name.lastIndexOf(':')) {
            return IpAddress.parse(name);
        }
        return isPortOrNothing(name, colon) ? IpAddress.parse(name.substring(0, colon)) : null;
    }

    /** Whether nothing follows, or a colon and a port: digits, or a made-up name that begins with a low line. */
    private static boolean isPortOrNothing(String name, int from) {
        if (from == name.length()) {
            return true;
        }
        int begin = from + 1;
        if (name.charAt(from) != ':' || begin == name.length()) {
            return false;
        }
        if (name.charAt(begin) == '_') {
            return true;
        }
        return name.length() - begin <= MAX_PORT_DIGITS
                && name.chars().skip(begin).allMatch(digit -> digit >= '0' && digit <= '9');
    }
}
