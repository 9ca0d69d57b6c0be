package io.github.ratelimit.internal.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressNormalizerTests {

    @ParameterizedTest
    @CsvSource({
        "203.0.113.9, 64, 203.0.113.9",
        "0.0.0.0, 64, 0.0.0.0",
        "255.255.255.255, 64, 255.255.255.255",
        "203.0.113.9, 128, 203.0.113.9",
        "2001:db8:1:2:3:4:5:6, 64, 2001:db8:1:2:0:0:0:0/64",
        "2001:db8:1:2:ffff:ffff:ffff:ffff, 64, 2001:db8:1:2:0:0:0:0/64",
        "2001:0DB8:0001:0002::6, 64, 2001:db8:1:2:0:0:0:0/64",
        "2001:db8:1:2:3:4:5:6, 48, 2001:db8:1:0:0:0:0:0/48",
        "2001:db8:1:2:8000:4:5:6, 65, 2001:db8:1:2:8000:0:0:0/65",
        "2001:db8:1:2:3:4:5:6, 128, 2001:db8:1:2:3:4:5:6",
        "1:2:3:4:5:6:7::, 128, 1:2:3:4:5:6:7:0",
        "::2:3:4:5:6:7:8, 128, 0:2:3:4:5:6:7:8",
        "1::8, 128, 1:0:0:0:0:0:0:8",
        "::, 128, 0:0:0:0:0:0:0:0",
        "64:ff9b::203.0.113.9, 128, 64:ff9b:0:0:0:0:cb00:7109",
        "::ffff:203.0.113.9, 64, 203.0.113.9",
        "::ffff:cb00:7109, 64, 203.0.113.9",
        "0:0:0:0:0:FFFF:203.0.113.9, 128, 203.0.113.9",
        "::203.0.113.9, 128, 0:0:0:0:0:0:cb00:7109",
        "fe80::1%eth0, 64, fe80:0:0:0:0:0:0:0/64",
        "fe80::1%eth0, 128, fe80:0:0:0:0:0:0:1",
        "::1, 64, 0:0:0:0:0:0:0:0/64",
    })
    void hasOneSpelling(String address, int prefix, String expected) {
        assertThat(new AddressNormalizer(prefix).normalize(address)).isEqualTo(expected);
        assertThat(new AddressNormalizer(prefix).normalize(expected)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "unknown",
                "203.0.113",
                "203.0.113.256",
                "1.2.3.4.5",
                "1..2.3",
                "1.2.3.",
                ".1.2.3",
                "01.2.3.4",
                "00.2.3.4",
                "0x1.2.3.4",
                "3221234697",
                "١.2.3.4",
                "_x",
                "1.2.3.4 ",
                "1.2.3.4/64",
                "1.2.3.4%eth0",
                "g::1",
                "1:2",
                ":1",
                "1:",
                ":",
                ":::",
                "1::2::3",
                "1:::2",
                "1:2:3:4:5:6:7",
                "1:2:3:4:5:6:7:8:9",
                "1:2:3:4:5:6:7:8::",
                "::1:2:3:4:5:6:7:8",
                "12345::",
                "::1.2.3",
                "::1.2.3.4.5",
                "::01.2.3.4",
                "1.2.3.4::",
                "1:2:3:4:5:6:7:1.2.3.4",
                "::١",
                "localhost",
                "unknown:80",
                "_x::1",
                "zzz:1",
                "[::1]",
                "%:",
                "%eth0:",
                "1.2.3.4%:",
                ".:1",
                "localhost%:1"
            })
    void isNoneForJunk(String address) {
        assertThat(IpAddress.parse(address)).isNull();
        assertThatThrownBy(() -> new AddressNormalizer(64).normalize(address))
                .isInstanceOf(UnreadableValueException.class);
    }
}
