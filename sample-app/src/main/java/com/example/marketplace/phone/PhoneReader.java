package com.example.marketplace.phone;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import com.google.i18n.phonenumbers.PhoneNumberUtil.PhoneNumberFormat;
import com.google.i18n.phonenumbers.PhoneNumberUtil.ValidationResult;
import com.google.i18n.phonenumbers.Phonenumber.PhoneNumber;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ResponseStatusException;

/**
 * Reads phone numbers as {@code normalize: phone} of the limits does, so that one number is one key there and one
 * customer here.
 */
@Component
public class PhoneReader {

    private static final int MAX_LENGTH = 64;

    private final PhoneNumberUtil phoneNumbers = PhoneNumberUtil.getInstance();
    private final String region;

    /** Reads numbers without a country code as numbers of this region. */
    public PhoneReader(@Value("${ratelimit.phone-region}") String region) {
        this.region = region;
    }

    /** Reads a number written in any usual way; what is none is answered with 400. */
    public Phone read(String text) {
        if (text.length() > MAX_LENGTH) {
            throw noPhone();
        }
        try {
            PhoneNumber number = phoneNumbers.parse(text, region);
            if (phoneNumbers.isPossibleNumberWithReason(number) != ValidationResult.IS_POSSIBLE) {
                throw noPhone();
            }
            return new Phone(phoneNumbers.format(number, PhoneNumberFormat.E164));
        } catch (NumberParseException noNumber) {
            throw noPhone();
        }
    }

    private static ResponseStatusException noPhone() {
        return new ResponseStatusException(HttpStatus.BAD_REQUEST, "This is not a phone number");
    }
}
