package io.github.ratelimit.internal.key;

/**
 * An e-mail address. No check of whether it exists or is allowed.
 *
 * @param local before the last @; not blank
 * @param domain after it; not blank
 */
record EmailAddress(String local, String domain) {

    /** 64 bytes, the @ and 255 bytes: what RFC 5321 allows its parts. */
    private static final int LONGEST = 320;

    EmailAddress {
        if (Whitespace.trim(local).isEmpty() || Whitespace.trim(domain).isEmpty()) {
            throw unreadable();
        }
    }

    /**
     * Splits an address, however it is written.
     *
     * @throws UnreadableValueException if the text is none
     */
    static EmailAddress split(String text) {
        int at = text.lastIndexOf('@');
        if (at < 0 || text.length() > LONGEST) {
            throw unreadable();
        }
        return new EmailAddress(text.substring(0, at), text.substring(at + 1));
    }

    /**
     * Reads an address without display name, comments or quotes, which would give one mailbox any number of spellings.
     *
     * @throws UnreadableValueException if the text is none
     */
    static EmailAddress plain(String text) {
        EmailAddress address = split(text);
        if (address.local.indexOf('@') >= 0 || !isPlain(text)) {
            throw unreadable();
        }
        return address;
    }

    EmailAddress withoutTag() {
        int plus = local.indexOf('+');
        return plus < 0 ? this : new EmailAddress(local.substring(0, plus), domain);
    }

    EmailAddress withoutDots() {
        return new EmailAddress(local.replace(".", ""), domain);
    }

    /** Whether it has neither white space nor any of the characters that RFC 5322 gives a meaning of their own. */
    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if ("()<>[]:;,\\\"".indexOf(character) >= 0
                    || Whitespace.is(character)
                    || Character.isISOControl(character)) {
                return false;
            }
        }
        return true;
    }

    private static UnreadableValueException unreadable() {
        return new UnreadableValueException("an e-mail address");
    }

    /** As sent to. */
    @Override
    public String toString() {
        return local + '@' + domain;
    }
}
