package com.example.marketplace.phone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.server.ResponseStatusException;

class PhoneReaderTests {

    private final PhoneReader phones = new PhoneReader("NP");

    @ParameterizedTest
    @ValueSource(strings = {"9841234567", "+977 984-1234567", "00977 9841234567", "tel:+977-984-1234567"})
    void spellingsOfOnePhoneAreOne(String text) {
        assertThat(phones.read(text)).isEqualTo(new Phone("+9779841234567"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "hello",
                "12",
                "+999 1",
                "0000000000000000000000000000000000000000000000000000000000000000000"
            })
    void whatIsNoPhoneIsABadRequest(String text) {
        assertThatThrownBy(() -> phones.read(text))
                .isInstanceOfSatisfying(
                        ResponseStatusException.class,
                        e -> assertThat(e.getStatusCode().value()).isEqualTo(400));
    }

    @Test
    void logsShowAPhoneMaskedOnly() {
        assertThat(phones.read("9841234567")).hasToString("+977********67");
        assertThat(new Phone("+12345").masked()).isEqualTo("******");
    }
}
