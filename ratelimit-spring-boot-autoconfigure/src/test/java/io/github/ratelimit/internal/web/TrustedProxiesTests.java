package io.github.ratelimit.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.internal.key.AddressRange;
import io.github.ratelimit.internal.key.IpAddress;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The proxy 10.0.0.1 sends a request, and 10.0.0.0/8 and 2001:db8:cd::/48 are trusted. */
class TrustedProxiesTests {

    private static final IpAddress PROXY = address("10.0.0.1");

    private static IpAddress address(String text) {
        IpAddress address = IpAddress.parse(text);
        assertThat(address).as(text).isNotNull();
        return address;
    }

    private static TrustedProxies trusting(ForwardingHeader header, String... ranges) {
        return new TrustedProxies(Stream.of(ranges).map(AddressRange::parse).toList(), header);
    }

    /** The client behind the proxy, by these lines of the header. */
    static String client(ForwardingHeader header, String... lines) {
        return trusting(header, "10.0.0.0/8", "2001:db8:cd::/48")
                .clientBehind(PROXY, Arrays.asList(lines))
                .toString();
    }

    @Nested
    class BehindXForwardedFor {

        private static String behind(String... lines) {
            return client(ForwardingHeader.X_FORWARDED_FOR, lines);
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
                203.0.113.9                                  | 203.0.113.9
                203.0.113.9:4711                             | 203.0.113.9
                203.0.113.9:_hidden                          | 203.0.113.9
                2001:db8::9                                  | 2001:db8:0:0:0:0:0:9
                [2001:db8::9]                                | 2001:db8:0:0:0:0:0:9
                [2001:db8::9]:4711                           | 2001:db8:0:0:0:0:0:9
                fe80::9%eth0                                 | fe80:0:0:0:0:0:0:9
                [fe80::9%eth0]:4711                          | fe80:0:0:0:0:0:0:9
                ::ffff:203.0.113.9                           | 203.0.113.9
                [::ffff:cb00:7109]:1                         | 203.0.113.9
                198.51.100.1, 203.0.113.9                    | 203.0.113.9
                198.51.100.1, 203.0.113.9, 10.0.0.2          | 203.0.113.9
                198.51.100.1,203.0.113.9,10.0.0.2,10.0.0.3   | 203.0.113.9
                198.51.100.1, 203.0.113.9, ::ffff:10.0.0.2   | 203.0.113.9
                203.0.113.9, 2001:db8:cd:1::2                | 203.0.113.9
                203.0.113.9, 2001:db8:ce:1::2                | 2001:db8:ce:1:0:0:0:2
                10.0.0.3, 10.0.0.2                           | 10.0.0.3
                127.0.0.1                                    | 127.0.0.1
                """)
        void isTheFirstFromTheRightThatIsNotTrusted(String line, String client) {
            assertThat(behind(line)).isEqualTo(client);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "",
                    ",",
                    "unknown",
                    "_hidden",
                    "localhost",
                    "unix:",
                    "203.0.113.9,",
                    "203.0.113.9, ,",
                    "203.0.113.9, unknown",
                    "203.0.113.9, _x:80",
                    "\"203.0.113.9\"",
                    "203.0.113.9:",
                    "203.0.113.9:x",
                    "203.0.113.9:123456",
                    "203.0.113.9:٣",
                    "203.0.113.9 x",
                    "203.0.113.9\u00A0",
                    "203.0.113.9\0",
                    "[203.0.113.9]",
                    "[203.0.113.9]:80",
                    "[2001:db8::9",
                    "[2001:db8::9]x",
                    "[2001:db8::9]:",
                    "[",
                    "[]",
                    "[]:80",
                    "[:]",
                    ":",
                    "%:",
                    "203.0.113.9%eth0",
                    "for=203.0.113.9",
                    "203.0.113.009",
                    "\uD83D"
                })
        void isTheProxyBeforeAnEntryThatIsNoAddress(String line) {
            assertThat(behind(line)).isEqualTo("10.0.0.1");
            assertThat(behind(line + ", 10.0.0.2")).isEqualTo("10.0.0.2");
            assertThat(behind(line + ", 198.51.100.1, 10.0.0.2")).isEqualTo("198.51.100.1");
        }

        @Test
        void readsSeveralLinesAsOneList() {
            assertThat(behind()).isEqualTo("10.0.0.1");
            assertThat(behind("203.0.113.9", "10.0.0.2")).isEqualTo("203.0.113.9");
            assertThat(behind("198.51.100.1", "203.0.113.9, 10.0.0.3", "10.0.0.2"))
                    .isEqualTo("203.0.113.9");
            assertThat(behind("203.0.113.9", "", "10.0.0.2")).isEqualTo("10.0.0.2");
            assertThat(behind("203.0.113.9", ",10.0.0.2")).isEqualTo("10.0.0.2");
        }

        @Test
        void leavesWhiteSpaceAroundEntriesOut() {
            assertThat(behind("198.51.100.1 \t, \t203.0.113.9\t ,\t10.0.0.2 ")).isEqualTo("203.0.113.9");
        }
    }

    @Nested
    class BehindForwarded {

        private static String behind(String... lines) {
            return client(ForwardingHeader.FORWARDED, lines);
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
                for=203.0.113.9                                                   | 203.0.113.9
                For="203.0.113.9"                                                 | 203.0.113.9
                FOR="203.0.113.9:4711"                                            | 203.0.113.9
                for=203.0.113.9:4711                                              | 203.0.113.9
                for="[2001:db8::9]"                                               | 2001:db8:0:0:0:0:0:9
                for="[2001:db8::9]:4711"                                          | 2001:db8:0:0:0:0:0:9
                for="[2001:db8::9]:_port"                                         | 2001:db8:0:0:0:0:0:9
                for="2001:db8::9"                                                 | 2001:db8:0:0:0:0:0:9
                for=[2001:db8::9]:4711                                            | 2001:db8:0:0:0:0:0:9
                for="[fe80::9%eth0]"                                              | fe80:0:0:0:0:0:0:9
                for="203.0\\.113.9"                                               | 203.0.113.9
                for=203.0.113.9;proto=https;by=10.0.0.1                           | 203.0.113.9
                proto=https ; host="a, b; for=198.51.100.1" ; for=203.0.113.9     | 203.0.113.9
                by="\\"";for=203.0.113.9                                          | 203.0.113.9
                by="\\\\";for=203.0.113.9                                         | 203.0.113.9
                for=203.0.113.9;                                                  | 203.0.113.9
                for=198.51.100.1, for=203.0.113.9, for=10.0.0.2;host="x,y"        | 203.0.113.9
                for=203.0.113.9, for="10.0.0.2:80";by="_a\\",b"                   | 203.0.113.9
                for=198.51.100.1;by=", for=203.0.113.9                            | 203.0.113.9
                for=198.51.100.1;by=", for="203.0.113.9";by="_x"                  | 203.0.113.9
                for=198.51.100.1;by="\\, for="[2001:db8::9]"                      | 2001:db8:0:0:0:0:0:9
                for="198.51.100.1, for=203.0.113.9, for=10.0.0.2                  | 203.0.113.9
                """)
        void isTheFirstFromTheRightThatIsNotTrusted(String line, String client) {
            assertThat(behind(line)).isEqualTo(client);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "",
                    "203.0.113.9",
                    "for",
                    "for=",
                    "for=;",
                    "for=\"\"",
                    "for=unknown",
                    "for=\"_hidden\"",
                    "for=_hidden:80",
                    "by=203.0.113.9",
                    "for =203.0.113.9",
                    "for= 203.0.113.9",
                    "xfor=203.0.113.9",
                    "for=203.0.113.9;for=203.0.113.9",
                    "for=203.0.113.9;by",
                    "for=203.0.113.9 by=x",
                    "for=\"203.0.113.9\"x",
                    "for=\"203.0.113.9\" x",
                    "for=203.0.113.9\"",
                    "for=\"203.0.113.9;",
                    "for=\"203.0.113.9\\",
                    "by=\"x;for=203.0.113.9",
                    "for=\"203.0.113.9, 198.51.100.1\"",
                    "for=\"203.0.113.9\0\"",
                    "=\";",
                    "\"",
                    "\\"
                })
        void isTheProxyBeforeAnEntryThatIsNoAddress(String line) {
            assertThat(behind(line)).isEqualTo("10.0.0.1");
            assertThat(behind(line + ", for=10.0.0.2")).isEqualTo("10.0.0.2");
            assertThat(behind(line + ", for=198.51.100.1, for=\"10.0.0.2:80\"")).isEqualTo("198.51.100.1");
        }

        @Test
        void readsSeveralLinesAsOneList() {
            assertThat(behind("for=203.0.113.9", "for=10.0.0.2;by=\"x\"")).isEqualTo("203.0.113.9");
            assertThat(behind("for=198.51.100.1;by=\"", "\", for=203.0.113.9")).isEqualTo("203.0.113.9");
        }
    }

    @Test
    void trustIpv6ByAllBitsOfTheAddress() {
        TrustedProxies oneHost = trusting(ForwardingHeader.X_FORWARDED_FOR, "2001:db8:cd::1/128");

        assertThat(oneHost.contain(address("2001:db8:cd::1"))).isTrue();
        assertThat(oneHost.contain(address("2001:db8:cd::2"))).isFalse();
    }

    @Test
    void trustNobodyWithoutRanges() {
        assertThat(trusting(ForwardingHeader.X_FORWARDED_FOR).contain(PROXY)).isFalse();
        assertThat(trusting(ForwardingHeader.X_FORWARDED_FOR).clientBehind(PROXY, List.of("203.0.113.9")))
                .isEqualTo(PROXY);
    }
}
