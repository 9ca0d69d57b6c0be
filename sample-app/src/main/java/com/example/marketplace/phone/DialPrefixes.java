package com.example.marketplace.phone;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import java.util.function.UnaryOperator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
public class DialPrefixes {

    /** For {@code normalize: phone, dialPrefix}: all numbers of +977 share one budget. */
    @Bean
    UnaryOperator<String> dialPrefix() {
        PhoneNumberUtil numbers = PhoneNumberUtil.getInstance();
        return e164 -> {
            try {
                return "+" + numbers.parse(e164, null).getCountryCode();
            } catch (NumberParseException noNumber) {
                throw new IllegalArgumentException(noNumber);
            }
        };
    }
}
