package io.github.ratelimit.internal.key;

import java.util.Locale;

/** The normalizers that need no library. */
public enum TextNormalizer implements Normalizer {

    /** Takes white space off both ends. */
    TRIM {
        @Override
        public String normalize(String value) {
            return value.strip();
        }
    },

    /** Lower case, the same in every locale. */
    LOWERCASE {
        @Override
        public String normalize(String value) {
            return value.toLowerCase(Locale.ROOT);
        }
    },

    /** An e-mail address in lower case, without white space around it. */
    EMAIL {
        @Override
        public String normalize(String value) {
            String address = value.strip().toLowerCase(Locale.ROOT);
            int at = address.lastIndexOf('@');
            if (at < 1 || at == address.length() - 1) {
                throw new UnreadableValueException("an e-mail address");
            }
            return address;
        }
    }
}
