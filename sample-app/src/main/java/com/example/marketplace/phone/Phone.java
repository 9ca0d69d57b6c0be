package com.example.marketplace.phone;

/**
 * A phone number in E.164 form, however it was written. Comes from {@link PhoneReader} only.
 *
 * @param e164 for example {@code +9779841234567}
 */
public record Phone(String e164) {

    private static final int SHOWN_AT_START = 4;
    private static final int SHOWN_AT_END = 2;

    /** For logs: {@code +977********67}. */
    public String masked() {
        int hidden = e164.length() - SHOWN_AT_START - SHOWN_AT_END;
        if (hidden <= 0) {
            return "*".repeat(e164.length());
        }
        return e164.substring(0, SHOWN_AT_START) + "*".repeat(hidden) + e164.substring(e164.length() - SHOWN_AT_END);
    }

    /** Masked, so that a number does not get into a log by accident. */
    @Override
    public String toString() {
        return masked();
    }
}
