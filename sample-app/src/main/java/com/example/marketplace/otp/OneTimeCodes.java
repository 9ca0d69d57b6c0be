package com.example.marketplace.otp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.example.marketplace.phone.Phone;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The codes that were sent and not yet used, the newest of each phone: good once, for {@link #LIFETIME}. Kept in this
 * instance only, at most {@value #CAPACITY}; that is twice the day's budget, so a code in use is not pushed out.
 */
class OneTimeCodes {

    static final Duration LIFETIME = Duration.ofMinutes(5);
    static final int CAPACITY = 10_000;

    private static final int BOUND = 1_000_000;

    private final SecureRandom random = new SecureRandom();
    private final Clock clock;

    /** In the order in which they end. */
    private final Map<Phone, Code> codes = new LinkedHashMap<>();

    OneTimeCodes(Clock clock) {
        this.clock = clock;
    }

    /** A new code for this phone; an earlier one is good no more. */
    synchronized String issue(Phone phone) {
        String digits = "%06d".formatted(random.nextInt(BOUND));
        codes.remove(phone);
        makeRoom();
        codes.put(phone, new Code(digits, clock.instant().plus(LIFETIME)));
        return digits;
    }

    /** Whether this is the phone's code; if so, it is used up. */
    synchronized boolean redeem(Phone phone, String digits) {
        Code code = codes.get(phone);
        if (code == null || code.isOver(clock.instant()) || !code.is(digits)) {
            return false;
        }
        codes.remove(phone);
        return true;
    }

    synchronized int size() {
        return codes.size();
    }

    private void makeRoom() {
        Instant now = clock.instant();
        Iterator<Code> oldest = codes.values().iterator();
        while (oldest.hasNext() && (oldest.next().isOver(now) || codes.size() >= CAPACITY)) {
            oldest.remove();
        }
    }

    private record Code(String digits, Instant end) {

        boolean isOver(Instant now) {
            return !now.isBefore(end);
        }

        /** Takes equally long wherever the difference is. */
        boolean is(String guess) {
            return MessageDigest.isEqual(digits.getBytes(UTF_8), guess.getBytes(UTF_8));
        }
    }
}
