package io.github.ratelimit.autoconfigure;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.OrderUtils;
import org.springframework.web.filter.UrlHandlerFilter;

/** Warns of filters that change the path of a request after its limits were looked for by the old one. */
final class RewritingFilters {

    private static final Logger log = LoggerFactory.getLogger(RewritingFilters.class);

    private RewritingFilters() {}

    /** Looks among the application's filters for those that run after this order. */
    static void warn(ListableBeanFactory beans, int order) {
        beans.getBeansOfType(UrlHandlerFilter.class).forEach((name, filter) -> {
            Integer annotated = OrderUtils.getOrder(filter.getClass());
            warn(name, annotated == null ? Ordered.LOWEST_PRECEDENCE : annotated, order);
        });
        beans.getBeansOfType(FilterRegistrationBean.class).forEach((name, registration) -> {
            if (registration.getFilter() instanceof UrlHandlerFilter) {
                warn(name, registration.getOrder(), order);
            }
        });
    }

    private static void warn(String name, int order, int ours) {
        if (order >= ours) {
            log.warn(
                    "UrlHandlerFilter '{}' rewrites paths after rate limits were looked for by the path sent, so a trailing "
                            + "slash can evade a limit: register it with an order before {}",
                    name,
                    ours);
        }
    }
}
