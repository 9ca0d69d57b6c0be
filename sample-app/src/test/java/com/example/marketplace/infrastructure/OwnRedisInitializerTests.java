package com.example.marketplace.infrastructure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.boot.test.util.TestPropertyValues.Type;
import org.springframework.context.support.GenericApplicationContext;

class OwnRedisInitializerTests {

    private final GenericApplicationContext context = new GenericApplicationContext();

    @Test
    void startsARedisAndStopsItWithTheContext() {
        initialize();
        OwnRedis redis = context.getBean(OwnRedis.class);
        assertThat(redis.answers()).isTrue();
        assertThat(context.getEnvironment().getProperty("spring.data.redis.host"))
                .isEqualTo("127.0.0.1");
        assertThat(context.getEnvironment().getProperty("spring.data.redis.port", Integer.class))
                .isEqualTo(redis.port());
        context.close();
        assertThat(redis.answers()).isFalse();
    }

    @Test
    void stopsItAfterTheBeansThatUseIt() {
        AtomicBoolean stillThere = new AtomicBoolean();
        context.registerBean(
                DisposableBean.class,
                () -> () -> stillThere.set(context.getBean(OwnRedis.class).answers()));
        initialize();
        context.close();
        assertThat(stillThere).isTrue();
    }

    @Test
    void blankSettingIsNone() {
        TestPropertyValues.of("spring.data.redis.host=").applyTo(context);
        initialize();
        assertThat(context.containsBean("ownRedis")).isTrue();
        context.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spring.data.redis.host=redis",
                "spring.data.redis.port=6379",
                "spring.data.redis.url=redis://redis",
                "spring.data.redis.sentinel.master=main",
                "spring.data.redis.sentinel.nodes=a:1,b:2",
                "spring.data.redis.cluster.nodes[0]=a:1"
            })
    void usesTheRedisThatIsSet(String property) {
        TestPropertyValues.of(property).applyTo(context);
        initialize();
        assertThat(context.containsBean("ownRedis")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SPRING_DATA_REDIS_HOST=redis",
                "SPRING_DATA_REDIS_URL=redis://redis",
                "SPRING_DATA_REDIS_SENTINEL_NODES=a:1,b:2",
                "SPRING_DATA_REDIS_CLUSTER_NODES_0=a:1"
            })
    void usesTheRedisThatTheSystemEnvironmentSets(String variable) {
        TestPropertyValues.of(variable).applyTo(context.getEnvironment(), Type.SYSTEM_ENVIRONMENT);
        initialize();
        assertThat(context.containsBean("ownRedis")).isFalse();
    }

    private void initialize() {
        new OwnRedisInitializer().initialize(context);
        context.refresh();
    }
}
