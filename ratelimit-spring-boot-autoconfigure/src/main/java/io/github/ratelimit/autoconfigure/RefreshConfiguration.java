package io.github.ratelimit.autoconfigure;

import io.github.ratelimit.internal.limiter.PolicyChanges;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;

/** With Spring Cloud, a refreshed environment changes the policies' numbers. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(EnvironmentChangeEvent.class)
class RefreshConfiguration {

    /** Made early, since it remembers what the application was started with. */
    @Bean
    @Lazy(false)
    RefreshListener rateLimitRefreshListener(Environment environment, BeanFactory beans, PolicyChanges changes) {
        return new RefreshListener(new ConfigurationRefresh(environment, beans, changes));
    }

    /** A class of its own, so that nothing else refers to the event. */
    record RefreshListener(ConfigurationRefresh refresh) implements ApplicationListener<EnvironmentChangeEvent> {

        @Override
        public void onApplicationEvent(EnvironmentChangeEvent event) {
            if (event.getKeys().stream().anyMatch(ConfigurationRefresh::concerns)) {
                refresh.run();
            }
        }
    }
}
