package io.github.ratelimit.internal.key;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/** A range of addresses in CIDR notation: {@code 10.1.0.0/16}, {@code 2001:db8::/32}, or a single address. */
public final class AddressRange {

    private static final AddressNormalizer READER = new AddressNormalizer(128);

    private final byte[] network;
    private final int prefix;

    private AddressRange(byte[] network, int prefix) {
        this.network = network;
        this.prefix = prefix;
    }

    /**
     * Reads a range.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static AddressRange parse(String text) {
        int slash = text.indexOf('/');
        byte[] network = bytes(slash < 0 ? text : text.substring(0, slash));
        int prefix = slash < 0 ? network.length * 8 : prefix(text.substring(slash + 1));
        if (prefix > network.length * 8) {
            throw notARange();
        }
        return new AddressRange(masked(network, prefix), prefix);
    }

    /** Whether the address lies in it; what is no address does not. */
    public boolean contains(String address) {
        String read = READER.read(address);
        if (read == null) {
            return false;
        }
        byte[] bytes = bytes(read);
        return bytes.length == network.length && Arrays.equals(masked(bytes, prefix), network);
    }

    private static byte[] bytes(String address) {
        String read = READER.read(address);
        if (read == null) {
            throw notARange();
        }
        try {
            return InetAddress.getByName(read).getAddress();
        } catch (UnknownHostException noAddress) {
            throw notARange();
        }
    }

    private static int prefix(String text) {
        if (text.isEmpty() || text.length() > 3 || !text.chars().allMatch(digit -> digit >= '0' && digit <= '9')) {
            throw notARange();
        }
        return Integer.parseInt(text);
    }

    private static byte[] masked(byte[] address, int prefix) {
        byte[] masked = address.clone();
        for (int bit = prefix; bit < masked.length * 8; bit++) {
            masked[bit / 8] &= (byte) ~(0x80 >> (bit % 8));
        }
        return masked;
    }

    private static IllegalArgumentException notARange() {
        return new IllegalArgumentException("is no address range such as 10.1.0.0/16 or 2001:db8::/32");
    }
}
