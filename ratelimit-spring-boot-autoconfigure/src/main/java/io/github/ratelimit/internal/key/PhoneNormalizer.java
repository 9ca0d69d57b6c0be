package io.github.ratelimit.internal.key;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import com.google.i18n.phonenumbers.PhoneNumberUtil.PhoneNumberFormat;
import com.google.i18n.phonenumbers.PhoneNumberUtil.ValidationResult;
import com.google.i18n.phonenumbers.Phonenumber.PhoneNumber;
import org.jspecify.annotations.Nullable;

/** A phone number in E.164 form: {@code +9779841234567}. Needs libphonenumber. */
public final class PhoneNormalizer implements Normalizer {

    /** Longer text is no phone number; libphonenumber reads up to 250 characters. */
    private static final int MAX_LENGTH = 64;

    private final PhoneNumberUtil phoneNumbers = PhoneNumberUtil.getInstance();
    private final @Nullable String region;

    /**
     * Reads numbers without a country code as numbers of this region.
     *
     * @param region an ISO 3166 code such as {@code NP}; null: every number needs its country code
     */
    public PhoneNormalizer(@Nullable String region) {
        if (region != null && !phoneNumbers.getSupportedRegions().contains(region)) {
            throw new IllegalArgumentException("'" + region + "' is no ISO 3166 region code such as NP or DE");
        }
        this.region = region;
    }

    @Override
    public String normalize(String value) {
        if (value.length() > MAX_LENGTH) {
            throw new UnreadableValueException("a phone number");
        }
        try {
            PhoneNumber number = phoneNumbers.parse(value, region);
            // Not isPossibleNumber, which takes a number without its area code: a second spelling, and no E.164.
            if (phoneNumbers.isPossibleNumberWithReason(number) != ValidationResult.IS_POSSIBLE) {
                throw new UnreadableValueException("a phone number");
            }
            return phoneNumbers.format(number, PhoneNumberFormat.E164);
        } catch (NumberParseException noNumber) {
            throw new UnreadableValueException("a phone number");
        }
    }
}
