package io.github.ratelimit.internal.key;

import java.text.Normalizer;

/**
 * An e-mail address. No check of whether it exists or is allowed.
 *
 * @param local before the last @; not blank
 * @param domain after it; not blank
 */
record EmailAddress(String local, String domain) {

    /** 64 bytes, the @ and 255 bytes: what RFC 5321 allows its parts. */
    private static final int LONGEST = 320;

    private static final char IDEOGRAPHIC_DOT = '\u3002';

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
     * Reads an address without display name, comments or quotes, and with a domain in its one form: anything else would
     * give one mailbox any number of spellings.
     *
     * @throws UnreadableValueException if the text is none
     */
    static EmailAddress plain(String text) {
        EmailAddress address = split(text);
        if (address.local.indexOf('@') >= 0 || !isPlain(text) || !isInItsForm(address.domain)) {
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

    /** Whether it has neither white space, nor what cannot be seen, nor what RFC 5322 gives a meaning of its own. */
    private static boolean isPlain(String text) {
        return text.codePoints().noneMatch(EmailAddress::isSpecial);
    }

    private static boolean isSpecial(int character) {
        return "()<>[]:;,\\\"".indexOf(character) >= 0
                || Character.isISOControl(character)
                || Character.getType(character) == Character.FORMAT
                || (Character.isBmpCodePoint(character) && Whitespace.is((char) character));
    }

    /** Mailers write full-width letters and the like as plain ones, as IDNA says. */
    private static boolean isInItsForm(String domain) {
        return Normalizer.isNormalized(domain, Normalizer.Form.NFKC)
                && domain.indexOf(IDEOGRAPHIC_DOT) < 0
                && !domain.endsWith(".");
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
