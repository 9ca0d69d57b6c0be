package io.github.ratelimit.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.internal.key.AddressNormalizer;
import jakarta.servlet.http.HttpServletRequestWrapper;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;

class ClientAddressTests {

    @Test
    void isReadFromTheInnermostRequest() {
        MockHttpServletRequest socket = new MockHttpServletRequest();
        socket.setRemoteAddr("203.0.113.9");
        HttpServletRequestWrapper spoofed = new HttpServletRequestWrapper(socket) {
            @Override
            public String getRemoteAddr() {
                return "198.51.100.1";
            }
        };

        assertThat(new ClientAddress(new AddressNormalizer(64)).of(new HttpServletRequestWrapper(spoofed)))
                .isEqualTo("203.0.113.9");
    }
}
