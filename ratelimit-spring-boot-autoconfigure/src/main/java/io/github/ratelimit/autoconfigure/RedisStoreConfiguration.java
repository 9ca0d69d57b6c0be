package io.github.ratelimit.autoconfigure;

import io.github.ratelimit.internal.denial.DenialCache;
import io.github.ratelimit.internal.lease.LeasingStore;
import io.github.ratelimit.internal.limiter.EventThread;
import io.github.ratelimit.internal.limiter.FailurePolicyStore;
import io.github.ratelimit.internal.limiter.Policies;
import io.github.ratelimit.internal.limiter.PolicyChanges;
import io.github.ratelimit.internal.limiter.RateLimitStore;
import io.github.ratelimit.internal.limiter.SharedStore;
import io.github.ratelimit.internal.local.LocalClock;
import io.github.ratelimit.internal.local.LocalStore;
import io.github.ratelimit.internal.redis.CallFigures;
import io.github.ratelimit.internal.redis.CallListener;
import io.github.ratelimit.internal.redis.ChangeWatch;
import io.github.ratelimit.internal.redis.ClusterLinks;
import io.github.ratelimit.internal.redis.ClusterStore;
import io.github.ratelimit.internal.redis.Heartbeat;
import io.github.ratelimit.internal.redis.RedisChanges;
import io.github.ratelimit.internal.redis.RedisConnections;
import io.github.ratelimit.internal.redis.RedisLink;
import io.github.ratelimit.internal.redis.RedisStatus;
import io.github.ratelimit.internal.redis.RedisStore;
import io.github.ratelimit.internal.redis.RedisWarmUp;
import io.github.ratelimit.internal.redis.StoreBreakers;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.util.function.IntSupplier;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** Counts in Redis, by a connection of its own made from the application's settings. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(RedisConnectionFactory.class)
@ConditionalOnBean(RedisConnectionFactory.class)
@Conditional(RedisStoreConfiguration.UnlessLocal.class)
class RedisStoreConfiguration {

    /** Its name in the application's registry. */
    private static final String BREAKER = "ratelimit";

    @Bean(destroyMethod = "close")
    RedisConnections rateLimitRedisLink(RateLimitSettings settings, BeanFactory beans) {
        RedisConnections link = RedisClients.connections(settings, beans);
        if (!settings.policies().isEmpty()) {
            link.start(); // connects while the other beans are made
        }
        return link;
    }

    @Bean
    @Lazy(false)
    RedisWarmUp rateLimitRedisWarmUp(RedisConnections link, Policies policies) {
        return new RedisWarmUp(link, () -> !policies.all().isEmpty());
    }

    @Bean
    RedisChanges rateLimitRedisChanges(RedisConnections link, RateLimitSettings settings) {
        return new RedisChanges(link, settings.keyPrefix());
    }

    @Bean
    @Lazy(false)
    ChangeWatch rateLimitChangeWatch(
            RedisConnections link, RedisChanges store, PolicyChanges changes, Policies policies) {
        return new ChangeWatch(link, store, changes, () -> !policies.all().isEmpty());
    }

    @Bean(destroyMethod = "close")
    StoreBreakers rateLimitStoreBreakers(
            RateLimitSettings settings,
            ObjectProvider<CircuitBreakerRegistry> registry,
            EventThread events,
            ApplicationEventPublisher publisher) {
        CircuitBreakerRegistry application = registry.getIfUnique(CircuitBreakerRegistry::ofDefaults);
        return new StoreBreakers(
                name -> application.circuitBreaker(name, settings.circuitBreaker()),
                application::remove,
                event -> events.tell(event, () -> publisher.publishEvent(event)));
    }

    @Bean
    RedisStatus rateLimitStoreStatus(RedisConnections link, StoreBreakers breakers) {
        return new RedisStatus(link, breakers);
    }

    @Bean
    CallFigures rateLimitCallFigures() {
        return new CallFigures();
    }

    @Bean
    RateLimitStore rateLimitStore(
            RedisConnections link,
            StoreBreakers breakers,
            RateLimitSettings settings,
            LocalClock clock,
            ObjectProvider<CallListener> callListeners) {
        SharedStore redis = store(link, breakers, settings, callListeners);
        LocalStore local = new LocalStore(settings.localMaxKeys(), clock);
        IntSupplier instances = instances(settings, link);
        RateLimitStore decided = new FailurePolicyStore(redis, local, instances, System::nanoTime);
        RateLimitStore leased = new LeasingStore(decided, instances, settings.redisDeadline(), System::nanoTime);
        return new DenialCache(leased, redis, System::nanoTime);
    }

    private static SharedStore store(
            RedisConnections connections,
            StoreBreakers breakers,
            RateLimitSettings settings,
            ObjectProvider<CallListener> callListeners) {
        if (connections instanceof ClusterLinks cluster) {
            ClusterStore store = new ClusterStore(cluster, settings.keyPrefix(), breakers, settings.redisDeadline());
            callListeners.forEach(store::onCallEnd);
            return store;
        }
        RedisStore store = RedisStore.over(
                (RedisLink) connections, settings.keyPrefix(), breakers.named(BREAKER), settings.redisDeadline());
        callListeners.forEach(store::onCallEnd);
        return store;
    }

    private static IntSupplier instances(RateLimitSettings settings, RedisConnections link) {
        Integer fixed = settings.instances();
        if (fixed != null) {
            return () -> fixed;
        }
        Heartbeat heartbeat = new Heartbeat(settings.keyPrefix());
        heartbeat.over(link);
        return heartbeat;
    }

    /** Whether Redis is asked: unless the store is local. A misspelt store is reported by the settings. */
    static final class UnlessLocal implements Condition {

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return !"local".equals(PropertyReader.text(context.getEnvironment().getProperty("ratelimit.store")));
        }
    }
}
