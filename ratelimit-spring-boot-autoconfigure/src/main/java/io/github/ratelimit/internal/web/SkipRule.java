package io.github.ratelimit.internal.web;

import io.github.ratelimit.internal.key.AddressRange;
import io.github.ratelimit.internal.key.IpAddress;
import jakarta.servlet.http.HttpServletRequest;
import java.util.function.Predicate;

/** Which requests a policy does not charge. */
@FunctionalInterface
interface SkipRule {

    /** Whether the request is not charged. */
    boolean skips(HttpServletRequest request);

    /**
     * Reads {@code spel:EXPRESSION}, {@code bean:NAME} (a {@code Predicate<HttpServletRequest>}) or a CIDR of the client's
     * address.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    @SuppressWarnings("unchecked") // a bean's type argument is not to be had
    static SkipRule parse(String text, ClientAddress clientAddress, RequestBeans beans) {
        if (text.startsWith("spel:")) {
            RequestExpression expression = RequestExpression.parse(text.substring("spel:".length()));
            return request -> Boolean.TRUE.equals(expression.evaluate(request));
        }
        if (text.startsWith("bean:")) {
            Predicate<HttpServletRequest> predicate =
                    beans.get(text.substring("bean:".length()).trim(), Predicate.class);
            return predicate::test;
        }
        AddressRange range = AddressRange.parse(text);
        return request -> {
            IpAddress address = clientAddress.address(request);
            return address != null && range.contains(address);
        };
    }
}
