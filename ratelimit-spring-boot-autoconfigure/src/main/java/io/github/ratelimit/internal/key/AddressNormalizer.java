package io.github.ratelimit.internal.key;

/**
 * The one form of a client's address. IPv6 counts by prefix, since a client owns a whole network:
 * {@code 2001:db8:1:2:0:0:0:0/64}.
 */
public final class AddressNormalizer implements Normalizer {

    private final int ipv6Prefix;
    private final String suffix;

    /** Takes that many leading bits of an IPv6 address for the client. */
    public AddressNormalizer(int ipv6Prefix) {
        this.ipv6Prefix = ipv6Prefix;
        this.suffix = "/" + ipv6Prefix;
    }

    /** The one form of an address, or of what this has returned before. */
    @Override
    public String normalize(String value) {
        boolean isForm = value.endsWith(suffix) && value.indexOf(':') >= 0;
        IpAddress address = IpAddress.parse(isForm ? value.substring(0, value.length() - suffix.length()) : value);
        if (address == null) {
            throw new UnreadableValueException("an IP address");
        }
        return form(address);
    }

    /** The one form of an address. */
    public String form(IpAddress address) {
        if (address.isIpv4()) {
            return address.toString();
        }
        return ipv6Prefix == address.bits()
                ? address.toString()
                : address.network(ipv6Prefix).toString() + suffix;
    }
}
