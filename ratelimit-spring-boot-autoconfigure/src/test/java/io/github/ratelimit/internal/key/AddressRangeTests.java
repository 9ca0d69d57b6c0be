package io.github.ratelimit.internal.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRangeTests {

    @ParameterizedTest
    @CsvSource({
        "10.1.0.0/16, 10.1.255.255, true",
        "10.1.0.0/16, 10.2.0.0, false",
        "10.1.2.3/16, 10.1.0.0, true",
        "10.1.0.0/16, ::ffff:10.1.2.3, true",
        "10.1.2.3, 10.1.2.3, true",
        "10.1.2.3, 10.1.2.4, false",
        "0.0.0.0/0, 203.0.113.9, true",
        "0.0.0.0/0, 2001:db8::1, false",
        "10.0.0.0/9, 10.127.0.1, true",
        "10.0.0.0/9, 10.128.0.1, false",
        "2001:db8::/32, 2001:db8:ffff::1, true",
        "2001:db8::/32, 2001:db9::1, false",
        "2001:db8::/33, 2001:db8:8000::1, false",
        "::/0, 2001:db8::1, true",
        "2001:db8::1, 2001:db8::1%eth0, true",
        "2001:db8::1:0:0:0:0/128, 2001:db8::2:0:0:0:0, false",
        "::ffff:10.1.2.3, 10.1.2.3, true",
        "::ffff:10.0.0.0/104, 10.1.2.3, true",
        "::ffff:10.0.0.0/104, 11.1.2.3, false",
        "::ffff:0:0/96, 203.0.113.9, true",
        "::/0, 203.0.113.9, false",
        "10.1.2.3/32, 10.1.2.3, true",
        "10.1.2.3/31, 10.1.2.2, true",
        "10.1.2.3/31, 10.1.2.4, false",
    })
    void holdsItsAddresses(String range, String address, boolean holds) {
        assertThat(AddressRange.parse(range).contains(IpAddress.parse(address))).isEqualTo(holds);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/8",
                "10.0.0.0/",
                "10.0.0.0/33",
                "10.0.0.0/-1",
                "10.0.0.0/8/8",
                "2001:db8::/129",
                "host/8",
                "10.0/8",
                "10.0.0.0/1000",
                "10.0.0.0/٨",
                "::ffff:10.0.0.0/8",
                "%:/8"
            })
    void isNone(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AddressRange.parse(text))
                .withMessage("is no address range such as 10.1.0.0/16 or 2001:db8::/32");
    }
}
