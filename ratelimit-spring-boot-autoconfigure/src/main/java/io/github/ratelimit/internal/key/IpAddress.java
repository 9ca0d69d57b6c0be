package io.github.ratelimit.internal.key;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An address of the internet protocol, by its bits. IPv4 mapped into IPv6 ({@code ::ffff:203.0.113.9}) is that IPv4
 * address; a zone id ({@code fe80::1%eth0}) does not count. Read from text alone: nothing is ever looked up.
 */
public final class IpAddress {

    private static final int IPV4_BYTES = 4;
    private static final byte[] MAPPED = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1};

    private final byte[] bytes;

    private IpAddress(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The address that a text names; null if it names none. */
    public static @Nullable IpAddress parse(String text) {
        if (text.indexOf(':') < 0) {
            byte[] ipv4 = Ipv4Text.read(text, 0);
            return ipv4 == null ? null : new IpAddress(ipv4);
        }
        int zone = text.indexOf('%');
        byte[] ipv6 = new Ipv6Text(zone < 0 ? text : text.substring(0, zone)).read();
        if (ipv6 == null) {
            return null;
        }
        boolean mapped = Arrays.equals(ipv6, 0, MAPPED.length, MAPPED, 0, MAPPED.length);
        return new IpAddress(mapped ? Arrays.copyOfRange(ipv6, MAPPED.length, ipv6.length) : ipv6);
    }

    /** How many bits it has: 32 or 128. */
    int bits() {
        return bytes.length * 8;
    }

    /** Whether it is one of IPv4. */
    boolean isIpv4() {
        return bytes.length == IPV4_BYTES;
    }

    /** The first address of its network, which so many leading bits make. */
    IpAddress network(int prefix) {
        byte[] network = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            network[i] = (byte) (bytes[i] & mask(prefix, i));
        }
        return new IpAddress(network);
    }

    /** Whether the network of so many leading bits holds the other address. */
    boolean holds(int prefix, IpAddress other) {
        if (bytes.length != other.bytes.length) {
            return false;
        }
        for (int i = 0; i < bytes.length; i++) {
            if (((bytes[i] ^ other.bytes[i]) & mask(prefix, i)) != 0) {
                return false;
            }
        }
        return true;
    }

    /** The bits of one byte that belong to the prefix. */
    private static int mask(int prefix, int index) {
        int inThisByte = Math.max(0, Math.min(8, prefix - index * 8));
        return (0xFF00 >> inThisByte) & 0xFF;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof IpAddress address && Arrays.equals(bytes, address.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** Its one spelling: {@code 203.0.113.9}, {@code 2001:db8:0:0:0:0:0:1}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(39);
        if (isIpv4()) {
            for (byte octet : bytes) {
                text.append(text.isEmpty() ? "" : ".").append(octet & 0xFF);
            }
            return text.toString();
        }
        for (int i = 0; i < bytes.length; i += 2) {
            int group = ((bytes[i] & 0xFF) << 8) | (bytes[i + 1] & 0xFF);
            text.append(text.isEmpty() ? "" : ":").append(Integer.toHexString(group));
        }
        return text.toString();
    }
}
