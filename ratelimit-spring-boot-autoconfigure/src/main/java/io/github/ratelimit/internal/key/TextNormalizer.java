package io.github.ratelimit.internal.key;

/** The normalizers that need no library. */
public enum TextNormalizer implements Normalizer {

    /** Takes white space and control characters off both ends. */
    TRIM {
        @Override
        public String normalize(String value) {
            return Whitespace.trim(value);
        }
    },

    /** Lower case, the same in every locale. */
    LOWERCASE {
        @Override
        public String normalize(String value) {
            return LetterCase.fold(value);
        }
    },

    /** An e-mail address in lower case, without white space around it. */
    EMAIL {
        @Override
        public String normalize(String value) {
            return EmailAddress.plain(LetterCase.fold(Whitespace.trim(value))).toString();
        }
    },

    /** An e-mail address without a tag: what follows a plus before the @. Nothing else is changed. */
    EMAIL_WITHOUT_TAG {
        @Override
        public String normalize(String value) {
            return EmailAddress.split(value).withoutTag().toString();
        }
    },

    /** An e-mail address without dots before the @. Nothing else is changed. */
    EMAIL_WITHOUT_DOTS {
        @Override
        public String normalize(String value) {
            return EmailAddress.split(value).withoutDots().toString();
        }
    }
}
