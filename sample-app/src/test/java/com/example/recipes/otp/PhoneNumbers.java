package com.example.recipes.otp;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import com.google.i18n.phonenumbers.PhoneNumberUtil.PhoneNumberFormat;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/** Reads phones as the limits do, so that no code goes to another number than the one that was counted. */
@Component
class PhoneNumbers {

    private final PhoneNumberUtil numbers = PhoneNumberUtil.getInstance();
    private final String region;

    PhoneNumbers(@Value("${ratelimit.phone-region}") String region) {
        this.region = region;
    }

    /** A number that the limits have read, in E.164 form. */
    String e164(String phone) {
        try {
            return numbers.format(numbers.parse(phone, region), PhoneNumberFormat.E164);
        } catch (NumberParseException noNumber) {
            throw new IllegalArgumentException("not read by the limits", noNumber);
        }
    }
}
