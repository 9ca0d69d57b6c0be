package io.github.ratelimit.internal.key;

/** A range of addresses in CIDR notation: {@code 10.1.0.0/16}, {@code 2001:db8::/32}, or a single address. */
public final class AddressRange {

    private final IpAddress network;
    private final int prefix;

    private AddressRange(IpAddress network, int prefix) {
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
        String first = slash < 0 ? text : text.substring(0, slash);
        IpAddress network = IpAddress.parse(first);
        if (network == null) {
            throw notARange();
        }
        int bits = first.indexOf(':') < 0 ? 32 : 128;
        int prefix = slash < 0 ? bits : prefix(text.substring(slash + 1));
        int mapping = bits - network.bits(); // the bits that say "IPv4" before an IPv4 address written as IPv6
        if (prefix > bits || prefix < mapping) {
            throw notARange();
        }
        return new AddressRange(network, prefix - mapping);
    }

    /** Whether the address lies in it, by all of its bits. */
    public boolean contains(IpAddress address) {
        return network.holds(prefix, address);
    }

    private static int prefix(String text) {
        if (text.isEmpty() || text.length() > 3 || !text.chars().allMatch(digit -> digit >= '0' && digit <= '9')) {
            throw notARange();
        }
        return Integer.parseInt(text);
    }

    private static IllegalArgumentException notARange() {
        return new IllegalArgumentException("is no address range such as 10.1.0.0/16 or 2001:db8::/32");
    }
}
