package io.github.ratelimit.internal.web;

import static io.github.ratelimit.internal.web.TrustedProxiesTests.client;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers far beyond what a web server takes: read to a bound, and never an exception. */
class HugeForwardingHeadersTests {

    @ParameterizedTest
    @EnumSource
    void readsBoundedly(ForwardingHeader header) {
        String trusted = header == ForwardingHeader.FORWARDED ? "for=10.0.0.2, " : "10.0.0.2, ";
        String untrusted = header == ForwardingHeader.FORWARDED ? "for=203.0.113.9, " : "203.0.113.9, ";
        String last = trusted.substring(0, trusted.length() - 2);

        assertThat(client(header, untrusted + trusted.repeat(31) + last)).isEqualTo("10.0.0.2");
        assertThat(client(header, untrusted.repeat(100_000) + trusted.repeat(31) + last))
                .as("32 entries")
                .isEqualTo("10.0.0.2");
        assertThat(client(header, untrusted + trusted.repeat(30) + last)).isEqualTo("203.0.113.9");
        assertThat(client(header, Collections.nCopies(100_000, last).toArray(String[]::new)))
                .isEqualTo("10.0.0.2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"", "\\", "\\\"", "x", ";", "=", " ", "[", ":", "for=\"", ","})
    void findsNothingInJunkOfAnyLength(String junk) {
        String million = junk.repeat(1_000_000);
        for (ForwardingHeader header : ForwardingHeader.values()) {
            assertThat(client(header, million)).isEqualTo("10.0.0.1");
            assertThat(client(header, "for=\"" + million + "\"")).isEqualTo("10.0.0.1");
        }
    }

    @Test
    void readsAnEntryOfUpTo1024Characters() {
        String host = "x".repeat(1_024 - "for=203.0.113.9;host=".length());

        assertThat(client(ForwardingHeader.FORWARDED, "for=203.0.113.9;host=" + host))
                .isEqualTo("203.0.113.9");
        assertThat(client(ForwardingHeader.FORWARDED, "for=203.0.113.9;host=x" + host))
                .isEqualTo("10.0.0.1");
        assertThat(client(ForwardingHeader.FORWARDED, "a=b,for=203.0.113.9;host=" + host))
                .isEqualTo("203.0.113.9");
    }
}
