package io.github.ratelimit.internal.key;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/**
 * The one form of a client's address. IPv6 counts by prefix, since a client owns a whole network:
 * {@code 2001:db8:1:2:0:0:0:0/64}. An IPv4 address mapped into IPv6 is that IPv4 address. Zone ids do not count. Never
 * asks DNS.
 */
public final class AddressNormalizer implements Normalizer {

    private final int ipv6Prefix;

    /** Takes that many leading bits of an IPv6 address for the client. */
    public AddressNormalizer(int ipv6Prefix) {
        this.ipv6Prefix = ipv6Prefix;
    }

    /** The one form of an address, or of what this has returned before. */
    @Override
    public String normalize(String value) {
        String suffix = "/" + ipv6Prefix;
        String address = read(value.endsWith(suffix) ? value.substring(0, value.length() - suffix.length()) : value);
        if (address == null) {
            throw new UnreadableValueException("an IP address");
        }
        return address;
    }

    /** The one form; null if the text is no address. */
    public @Nullable String read(String address) {
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

    private static boolean isMadeOfDigits(String address) {
        for (int i = 0; i < address.length(); i++) {
            if ("0123456789abcdefABCDEF:.".indexOf(address.charAt(i)) < 0) {
                return false;
            }
        }
        return true;
    }

    private @Nullable String ipv6(String address) {
        int zone = address.indexOf('%');
        String digits = zone < 0 ? address : address.substring(0, zone);
        if (!isMadeOfDigits(digits)) {
            return null;
        }
        try {
            // Text of digits and colons is read as an address or refused; any other would be looked up.
            InetAddress parsed = InetAddress.getByName(digits);
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
