package io.github.ratelimit.testing;

import java.util.List;
import java.util.stream.Collectors;

/** The user that docs/operations.md makes for the limiter: the rights that it needs, and no other. */
public final class AclUser {

    /** The user's name. */
    public static final String NAME = "ratelimit";

    /** The user's password. */
    public static final String PASSWORD = "secret";

    /** What it may send, and what its scripts may call. */
    public static final List<String> COMMANDS = List.of(
            "time",
            "script|load",
            "evalsha",
            "eval",
            "get",
            "set",
            "del",
            "pexpire",
            "zadd",
            "zcard",
            "zcount",
            "zrange",
            "zrangebyscore",
            "zrem",
            "zremrangebyrank",
            "zremrangebyscore",
            "hgetall",
            "hset",
            "hkeys",
            "hdel",
            "publish",
            "subscribe");

    private AclUser() {}

    /** As {@code ACL SETUSER} takes them. */
    public static String rules(String keyPrefix) {
        return rulesWithout("", keyPrefix);
    }

    /** The same without one command. */
    public static String rulesWithout(String missing, String keyPrefix) {
        return "%s reset on >%s ~%s:* resetchannels &%s:changes %s"
                .formatted(
                        NAME,
                        PASSWORD,
                        keyPrefix,
                        keyPrefix,
                        COMMANDS.stream()
                                .filter(command -> !command.equals(missing))
                                .map(command -> "+" + command)
                                .collect(Collectors.joining(" ")));
    }
}
