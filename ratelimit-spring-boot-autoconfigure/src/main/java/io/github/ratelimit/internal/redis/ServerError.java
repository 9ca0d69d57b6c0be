package io.github.ratelimit.internal.redis;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An error that Redis answered with. Most say that it cannot count for now, whatever it is asked; a few are a bug of the
 * caller's, and say nothing of Redis.
 */
final class ServerError {

    /** Errors of one call: a script that fails (ERR), keys that do not go together, a wrong type; a slot that is elsewhere. */
    private static final List<String> BUGS =
            List.of("ERR", "CROSSSLOT", "WRONGTYPE", "NOSCRIPT", "MOVED", "ASK", "TRYAGAIN");

    /** Another connection may lead to a Redis that can: the primary after a failover, a server that has loaded. */
    private static final List<String> OF_THE_CONNECTION =
            List.of("READONLY", "LOADING", "MASTERDOWN", "NOAUTH", "WRONGPASS");

    private ServerError() {}

    /** Whether the server is all right, and the call is not. */
    static boolean isBug(String text) {
        return BUGS.contains(code(text));
    }

    static boolean isOfTheConnection(String text) {
        return OF_THE_CONNECTION.contains(code(text));
    }

    /** Whether the server has forgotten the script. */
    static boolean isNoScript(@Nullable String text) {
        return text != null && code(text).equals("NOSCRIPT");
    }

    /** Its first word. Redis 6 tells first where in a script it was: {@code @user_script: 7: -READONLY You can't…}. */
    private static String code(String text) {
        int begin = text.startsWith("-") ? 1 : 0;
        if (text.startsWith("@")) {
            int inner = text.indexOf(": -");
            if (inner < 0) {
                return "ERR";
            }
            begin = inner + 3;
        }
        int end = text.indexOf(' ', begin);
        return end < 0 ? text.substring(begin) : text.substring(begin, end);
    }
}
