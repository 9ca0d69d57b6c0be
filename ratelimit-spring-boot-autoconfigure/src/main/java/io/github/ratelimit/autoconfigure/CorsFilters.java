package io.github.ratelimit.autoconfigure;

import io.github.ratelimit.internal.web.RefusalCors.CorsFilterFinder;
import io.github.ratelimit.internal.web.SecurityCors;
import jakarta.servlet.Filter;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.filter.CorsFilter;

/** Where the application may have a CORS filter: in Spring Security's chain, as a bean, or registered for all paths. */
final class CorsFilters {

    private static final String SECURITY_CHAIN = "springSecurityFilterChain";

    private CorsFilters() {}

    static CorsFilterFinder of(ListableBeanFactory beans) {
        SingletonSupplier<List<CorsFilter>> own = SingletonSupplier.of(() -> ofApplication(beans));
        CorsFilterFinder ofApplication =
                request -> CorsFilterFinder.firstOf(own.obtain()).find(request);
        boolean hasSecurity = beans.containsBean(SECURITY_CHAIN)
                && ClassUtils.isPresent(
                        "org.springframework.security.web.FilterChainProxy", CorsFilters.class.getClassLoader());
        return hasSecurity ? OfSecurity.finder(beans).or(ofApplication) : ofApplication;
    }

    private static List<CorsFilter> ofApplication(ListableBeanFactory beans) {
        List<CorsFilter> filters =
                new ArrayList<>(beans.getBeansOfType(CorsFilter.class).values());
        beans.getBeansOfType(FilterRegistrationBean.class).values().forEach(registration -> {
            boolean forAllPaths = registration.getUrlPatterns().isEmpty()
                    || registration.getUrlPatterns().contains("/*");
            if (registration.getFilter() instanceof CorsFilter filter && forAllPaths) {
                filters.add(filter);
            }
        });
        return filters;
    }

    /** Apart, so that nothing of Spring Security is loaded without it. */
    private static final class OfSecurity {

        static CorsFilterFinder finder(ListableBeanFactory beans) {
            SingletonSupplier<SecurityCors> cors =
                    SingletonSupplier.of(() -> new SecurityCors(beans.getBean(SECURITY_CHAIN, Filter.class)));
            return request -> cors.obtain().find(request);
        }
    }
}
