package io.github.ratelimit.autoconfigure;

import io.github.ratelimit.internal.key.AddressNormalizer;
import io.github.ratelimit.internal.key.AddressRange;
import io.github.ratelimit.internal.web.ForwardingHeader;
import io.github.ratelimit.internal.web.TrustedProxies;
import java.util.List;

/** Maps how the client's address is found. */
final class ClientIpMapper {

    private static final String PREFIX = "ratelimit.client-ip";
    private static final long DEFAULT_IPV6_PREFIX = 64;

    private ClientIpMapper() {}

    static TrustedProxies trustedProxies(RateLimitProperties.ClientIp properties) {
        List<AddressRange> ranges = PropertyReader.texts(properties.trustedProxies()).stream()
                .map(text -> PropertyReader.at(PREFIX + ".trusted-proxies", text, () -> AddressRange.parse(text)))
                .toList();
        ForwardingHeader header = PropertyReader.choice(
                PREFIX + ".header", properties.header(), ForwardingHeader.X_FORWARDED_FOR, ForwardingHeader.class);
        return new TrustedProxies(ranges, header);
    }

    static AddressNormalizer addresses(RateLimitProperties.ClientIp properties) {
        return new AddressNormalizer((int)
                PropertyReader.number(PREFIX + ".ipv6-prefix", properties.ipv6Prefix(), DEFAULT_IPV6_PREFIX, 48, 128));
    }
}
