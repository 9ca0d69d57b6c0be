package com.example.marketplace.infrastructure;

import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.aot.AbstractAotProcessor;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Gives a demo that was told of no Redis one of its own, for as long as the context lives. An initializer, so that
 * every bean finds the address already set.
 */
class OwnRedisInitializer implements ApplicationContextInitializer<GenericApplicationContext> {

    private static final Logger log = LoggerFactory.getLogger(OwnRedisInitializer.class);

    private static final String BEAN = "ownRedis";

    @Override
    public void initialize(GenericApplicationContext context) {
        ConfigurableEnvironment environment = context.getEnvironment();
        if (isConnectionSet(environment) || isWithoutRedis(environment) || isProcessedAheadOfTime()) {
            return;
        }
        OwnRedis redis = OwnRedis.start();
        SpringApplication.getShutdownHandlers().add(redis::close);
        closeWith(context.getDefaultListableBeanFactory(), redis);
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource(
                        BEAN, Map.of("spring.data.redis.host", redis.host(), "spring.data.redis.port", redis.port())));
        log.info("No spring.data.redis connection is set: started a Redis of our own on port {}", redis.port());
    }

    /** Limits that are counted in the process, as in tests of a controller, need none. */
    private static boolean isWithoutRedis(ConfigurableEnvironment environment) {
        return "local".equals(environment.getProperty("ratelimit.store"));
    }

    /** During the build, where nothing is asked of Redis. */
    private static boolean isProcessedAheadOfTime() {
        return Boolean.getBoolean(AbstractAotProcessor.AOT_PROCESSING);
    }

    private static boolean isConnectionSet(ConfigurableEnvironment environment) {
        Binder binder = Binder.get(environment);
        return Stream.of("host", "port", "url").anyMatch(name -> hasText(binder, name))
                || Stream.of("sentinel", "cluster", "masterreplica").anyMatch(name -> isBound(binder, name));
    }

    private static boolean hasText(Binder binder, String name) {
        return !binder.bind("spring.data.redis." + name, String.class)
                .orElse("")
                .isBlank();
    }

    private static boolean isBound(Binder binder, String name) {
        return binder.bind("spring.data.redis." + name, Bindable.mapOf(String.class, Object.class))
                .isBound();
    }

    /** Registered before all other beans, so stopped after them. */
    private static void closeWith(DefaultListableBeanFactory beans, OwnRedis redis) {
        beans.registerSingleton(BEAN, redis);
        beans.registerDisposableBean(BEAN, redis::close);
    }
}
