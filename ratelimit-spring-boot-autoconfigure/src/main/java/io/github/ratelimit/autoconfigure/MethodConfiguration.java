package io.github.ratelimit.autoconfigure;

import io.github.ratelimit.internal.limiter.Admission;
import io.github.ratelimit.internal.limiter.CurrentRequest;
import io.github.ratelimit.internal.limiter.Policies;
import io.github.ratelimit.internal.method.RateLimitedAdvisor;
import io.github.ratelimit.internal.method.RateLimitedInterceptor;
import io.github.ratelimit.internal.method.RateLimitedMethods;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.util.function.SingletonSupplier;

/** The aspect for annotated methods. */
@Configuration(proxyBeanMethods = false)
@Import(MethodConfiguration.AutoProxyCreator.class)
class MethodConfiguration {

    /** Infrastructure, or a creator without AspectJ passes it over; reaches the limiter late, or it would be made early. */
    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static RateLimitedAdvisor rateLimitedAdvisor(
            ObjectProvider<Policies> policies,
            ObjectProvider<Admission> admission,
            ObjectProvider<CurrentRequest> currentRequest,
            Environment environment) {
        RateLimitedMethods methods = new RateLimitedMethods(policies::getObject, environment);
        return new RateLimitedAdvisor(
                methods,
                new RateLimitedInterceptor(
                        methods,
                        SingletonSupplier.of(admission::getObject),
                        SingletonSupplier.of(() -> currentRequest.getIfAvailable(() -> CurrentRequest.NONE))));
    }

    /**
     * With {@code spring.aop.auto: false} there would be no creator, and limits would silently not hold. Proxies are
     * subclasses, as Boot's are, unless {@code spring.aop.proxy-target-class} says otherwise.
     */
    static final class AutoProxyCreator implements ImportBeanDefinitionRegistrar {

        private final Environment environment;

        AutoProxyCreator(Environment environment) {
            this.environment = environment;
        }

        @Override
        public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
            AopConfigUtils.registerAutoProxyCreatorIfNecessary(registry);
            if (environment.getProperty("spring.aop.proxy-target-class", Boolean.class, true)) {
                AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(registry);
            }
        }
    }
}
