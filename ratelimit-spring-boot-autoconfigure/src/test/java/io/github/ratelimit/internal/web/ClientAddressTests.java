package io.github.ratelimit.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.internal.key.AddressNormalizer;
import io.github.ratelimit.internal.key.AddressRange;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.Enumeration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.mock.web.MockHttpServletRequest;

class ClientAddressTests {

    private static ClientAddress trusting(String... ranges) {
        List<AddressRange> proxies = Stream.of(ranges).map(AddressRange::parse).toList();
        return new ClientAddress(
                new TrustedProxies(proxies, ForwardingHeader.X_FORWARDED_FOR), new AddressNormalizer(64));
    }

    private static MockHttpServletRequest from(String socket, String... forwardedFor) {
        MockHttpServletRequest request = new MockHttpServletRequest();
        request.setRemoteAddr(socket);
        for (String line : forwardedFor) {
            request.addHeader("x-forwarded-for", line);
        }
        return request;
    }

    @Test
    void isReadFromTheInnermostRequest() {
        HttpServletRequestWrapper spoofed = new HttpServletRequestWrapper(from("10.0.0.1", "203.0.113.9")) {
            @Override
            public String getRemoteAddr() {
                return "198.51.100.1";
            }

            @Override
            public Enumeration<String> getHeaders(String name) {
                throw new IllegalStateException("not asked");
            }
        };

        assertThat(trusting().of(new HttpServletRequestWrapper(spoofed))).isEqualTo("10.0.0.1");
        assertThat(trusting("10.0.0.1").of(new HttpServletRequestWrapper(spoofed)))
                .isEqualTo("203.0.113.9");
    }

    @Test
    void isThatOfTheSocketUnlessAProxyIsTrusted() {
        assertThat(trusting().of(from("10.0.0.1", "203.0.113.9"))).isEqualTo("10.0.0.1");
        assertThat(trusting("10.0.0.2").of(from("10.0.0.1", "203.0.113.9"))).isEqualTo("10.0.0.1");
        assertThat(trusting("10.0.0.0/8").of(from("10.0.0.1"))).isEqualTo("10.0.0.1");
        assertThat(trusting("10.0.0.0/8").of(from("10.0.0.1", "198.51.100.1", "203.0.113.9")))
                .isEqualTo("203.0.113.9");
    }

    @Test
    void isANetworkOfIpv6OnlyAsAKey() {
        ClientAddress address = trusting("fd00::1");

        assertThat(address.of(from("fd00::1", "2001:db8::9"))).isEqualTo("2001:db8:0:0:0:0:0:0/64");
        assertThat(address.address(from("fd00::1", "2001:db8::9"))).hasToString("2001:db8:0:0:0:0:0:9");
        assertThat(address.of(from("fd00::2", "2001:db8::9"))).as("not trusted").isEqualTo("fd00:0:0:0:0:0:0:0/64");
    }

    @Test
    void isReadFromBracketsAsJettyWritesIpv6() {
        assertThat(trusting().of(from("[2001:db8::9]"))).isEqualTo("2001:db8:0:0:0:0:0:0/64");
        assertThat(trusting("fd00::1").of(from("[fd00:0:0:0:0:0:0:1]", "203.0.113.9")))
                .isEqualTo("203.0.113.9");
    }

    @Test
    void isNoneWithoutASocketAddress() {
        assertThat(trusting("0.0.0.0/0").of(from(null, "203.0.113.9"))).isNull();
        assertThat(trusting("0.0.0.0/0").of(from("", "203.0.113.9"))).isNull();
    }

    @Test
    void isThatOfTheSocketWhereTheContainerTellsNoHeaders() {
        MockHttpServletRequest request = new MockHttpServletRequest() {
            @Override
            @SuppressWarnings("NullAway") // the servlet API allows it
            public Enumeration<String> getHeaders(String name) {
                return null;
            }
        };
        request.setRemoteAddr("10.0.0.1");

        assertThat(trusting("10.0.0.1").of(request)).isEqualTo("10.0.0.1");
    }

    @Nested
    @ExtendWith(OutputCaptureExtension.class)
    class Warning {

        private static final String WARNING = "The first 100 limited requests all came from one private address, ";

        private static void ask(ClientAddress address, int times, String socket, String... forwardedFor) {
            for (int i = 0; i < times; i++) {
                MockHttpServletRequest request = from(socket, forwardedFor);
                address.of(request);
                address.of(new HttpServletRequestWrapper(request));
            }
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "10.0.0.1",
                    "172.16.0.1",
                    "192.168.0.1",
                    "100.64.0.1",
                    "169.254.0.1",
                    "127.0.0.1",
                    "0:0:0:0:0:0:0:1",
                    "fd00:0:0:0:0:0:0:1",
                    "fe80:0:0:0:0:0:0:1"
                })
        void isGivenOnceWhenAHundredRequestsCameFromOnePrivateAddress(String socket, CapturedOutput output) {
            ClientAddress address = trusting("10.9.9.9");
            ask(address, 99, socket, "203.0.113.9");
            assertThat(output).doesNotContain(WARNING);

            ask(address, 1, socket, "203.0.113.9");
            assertThat(output).contains(WARNING + socket + ", with").contains("ratelimit.client-ip.trusted-proxies");

            ask(address, 300, socket, "203.0.113.9");
            assertThat(output).containsOnlyOnce(WARNING);
        }

        @Test
        void isGivenForTheHeaderThatIsNotReadToo(CapturedOutput output) {
            ClientAddress address = trusting("10.0.0.1");
            for (int i = 0; i < 100; i++) {
                MockHttpServletRequest request = from("10.0.0.1");
                request.addHeader("Forwarded", "for=203.0.113.9");
                address.of(request);
            }

            assertThat(output).contains(WARNING);
        }

        @Test
        void isNotGivenForAPublicAddress(CapturedOutput output) {
            ask(trusting(), 200, "203.0.113.1", "203.0.113.9");

            assertThat(output).doesNotContain(WARNING);
        }

        @Test
        void isNotGivenWhereTheProxyIsTrusted(CapturedOutput output) {
            ask(trusting("10.0.0.1"), 200, "10.0.0.1", "10.9.9.9");

            assertThat(output).doesNotContain(WARNING);
        }

        @Test
        void isRuledOutForGoodByARequestThatWasNotForwarded(CapturedOutput output) {
            ClientAddress address = trusting();
            ask(address, 99, "10.0.0.1", "203.0.113.9");
            ask(address, 1, "10.0.0.1");
            ask(address, 200, "10.0.0.1", "203.0.113.9");

            assertThat(output).doesNotContain(WARNING);
        }

        @Test
        void isRuledOutForGoodByARequestFromAnotherAddress(CapturedOutput output) {
            ClientAddress address = trusting();
            ask(address, 50, "10.0.0.1", "203.0.113.9");
            ask(address, 1, "10.0.0.2", "203.0.113.9");
            ask(address, 200, "10.0.0.1", "203.0.113.9");

            assertThat(output).doesNotContain(WARNING);
        }
    }
}
