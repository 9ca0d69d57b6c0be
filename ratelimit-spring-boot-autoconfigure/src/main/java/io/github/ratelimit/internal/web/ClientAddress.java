package io.github.ratelimit.internal.web;

import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/**
 * The address that a client is limited by: the socket's, read from the innermost request, so that no wrapper can put
 * another in its place. IPv6 counts by prefix, since a client owns a whole network; an IPv4 address mapped into IPv6 is
 * that IPv4 address. Never asks DNS.
 */
public final class ClientAddress {

    private final int ipv6Prefix;

    /** Takes that many leading bits of an IPv6 address for the client. */
    public ClientAddress(int ipv6Prefix) {
        this.ipv6Prefix = ipv6Prefix;
    }

    /** The client's address in its one spelling; null when the socket has none. */
    @Nullable
    String of(HttpServletRequest request) {
        ServletRequest innermost = request;
        while (innermost instanceof ServletRequestWrapper wrapper) {
            innermost = wrapper.getRequest();
        }
        return normalize(innermost.getRemoteAddr());
    }

    @Nullable
    String normalize(@Nullable String address) {
        if (address == null) {
            return null;
        }
        if (address.indexOf(':') < 0) {
            return isIpv4(address) ? address : null;
        }
        return ipv6(address);
    }

    private static boolean isIpv4(String address) {
        int octets = 1;
        int value = -1;
        for (int i = 0; i < address.length(); i++) {
            char character = address.charAt(i);
            if (character == '.') {
                if (value < 0) {
                    return false;
                }
                octets++;
                value = -1;
            } else if (character >= '0' && character <= '9' && value != 0) {
                value = Math.max(value, 0) * 10 + character - '0';
                if (value > 255) {
                    return false;
                }
            } else {
                return false;
            }
        }
        return octets == 4 && value >= 0;
    }

    private @Nullable String ipv6(String address) {
        int zone = address.indexOf('%');
        try {
            // Text with a colon is read as an address or refused, never looked up.
            InetAddress parsed = InetAddress.getByName(zone < 0 ? address : address.substring(0, zone));
            if (!(parsed instanceof Inet6Address)) {
                return parsed.getHostAddress();
            }
            byte[] bits = parsed.getAddress();
            for (int bit = ipv6Prefix; bit < bits.length * 8; bit++) {
                bits[bit / 8] &= (byte) ~(0x80 >> (bit % 8));
            }
            String network = InetAddress.getByAddress(bits).getHostAddress();
            return ipv6Prefix == 128 ? network : network + "/" + ipv6Prefix;
        } catch (UnknownHostException noAddress) {
            return null;
        }
    }
}
