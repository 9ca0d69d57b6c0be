package io.github.ratelimit.internal.web;

import io.github.ratelimit.RateLimitDecision.Usage;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Writes the headers that tell what is left. Sets them, so a later phase replaces what an earlier one wrote. */
public final class RateLimitHeaders {

    private final boolean classic;
    private final boolean ietf;

    /** Writes these families; none is fine. */
    public RateLimitHeaders(Set<HeaderStyle> styles) {
        this.classic = styles.contains(HeaderStyle.X_RATELIMIT);
        this.ietf = styles.contains(HeaderStyle.IETF_11);
    }

    void write(HttpServletResponse response, Tightest tightest) {
        Usage usage = tightest.usage();
        String reset = Long.toString(seconds(usage.resetAfter()));
        String remaining = Long.toString(usage.remaining());
        if (classic) {
            response.setHeader("X-RateLimit-Limit", Long.toString(usage.capacity()));
            response.setHeader("X-RateLimit-Remaining", remaining);
            response.setHeader("X-RateLimit-Reset", reset);
        }
        if (ietf) {
            String policy = tightest.result().policy().name();
            List<Usage> usages = tightest.result().usages();
            response.setHeader("RateLimit-Policy", policies(policy, usages));
            String name = member(policy, usages, usage);
            response.setHeader("RateLimit", name + ";r=" + remaining + ";t=" + reset);
        }
    }

    /** Capacity and seconds from empty to full of each limit: {@code "api/1m";q=100;w=60, "api/1s";q=10;w=1}. */
    private static String policies(String policy, List<Usage> usages) {
        StringBuilder text = new StringBuilder(32);
        for (Usage usage : usages) {
            if (!text.isEmpty()) {
                text.append(", ");
            }
            text.append(member(policy, usages, usage))
                    .append(";q=")
                    .append(usage.capacity())
                    .append(";w=")
                    .append(Math.max(1, seconds(usage.timeToFull())));
        }
        return text.toString();
    }

    private static String member(String policy, List<Usage> usages, Usage usage) {
        return usages.size() == 1
                ? '"' + policy + '"'
                : '"' + policy + '/' + usage.limit().periodText() + '"';
    }

    /** Whole seconds, rounded up. */
    static long seconds(Duration duration) {
        return duration.getNano() == 0 ? duration.getSeconds() : duration.getSeconds() + 1;
    }
}
