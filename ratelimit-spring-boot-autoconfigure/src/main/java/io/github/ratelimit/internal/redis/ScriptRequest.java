package io.github.ratelimit.internal.redis;

import static io.github.ratelimit.internal.redis.DecisionScript.ascii;

import java.util.ArrayList;
import java.util.List;

/**
 * One request's part of a script call, in the order that {@code decide.lua} reads it.
 *
 * @param mode what is done with its checks
 * @param checks how many there are
 * @param keys those of all checks
 * @param arguments those of all checks
 */
record ScriptRequest(Mode mode, int checks, List<byte[]> keys, List<byte[]> arguments) {

    /** Of a check with one limit. */
    private static final int USUAL_ARGUMENTS = 7;

    /** What is done with a request's checks. */
    enum Mode {
        TAKE('t'),
        /** Takes too: one key and one packed argument a check, as {@code buckets.lua} reads them. */
        TAKE_FROM_BUCKETS('b'),
        PEEK('p'),
        /** Peeks at what {@link #TAKE_FROM_BUCKETS} takes from, written likewise. */
        PEEK_AT_BUCKETS('q'),
        REFUND('r');

        private final char letter;

        Mode(char letter) {
            this.letter = letter;
        }

        byte[] letter() {
            return new byte[] {(byte) letter};
        }

        /** Whether {@code buckets.lua} reads it. */
        boolean isOfBuckets() {
            return this == TAKE_FROM_BUCKETS || this == PEEK_AT_BUCKETS;
        }
    }

    /** A request that is filled by and by. */
    static ScriptRequest of(Mode mode, int checks) {
        return new ScriptRequest(mode, checks, new ArrayList<>(checks), new ArrayList<>(checks * USUAL_ARGUMENTS));
    }

    ScriptRequest add(byte[] argument) {
        arguments.add(argument);
        return this;
    }

    ScriptRequest add(long argument) {
        return add(ascii(argument));
    }
}
