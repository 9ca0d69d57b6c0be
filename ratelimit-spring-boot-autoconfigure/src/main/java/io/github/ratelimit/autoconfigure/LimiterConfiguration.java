package io.github.ratelimit.autoconfigure;

import io.github.ratelimit.RateLimitListener;
import io.github.ratelimit.internal.limiter.Admission;
import io.github.ratelimit.internal.limiter.AlertEvents;
import io.github.ratelimit.internal.limiter.AlertLog;
import io.github.ratelimit.internal.limiter.ChangeStore;
import io.github.ratelimit.internal.limiter.CheckResolver;
import io.github.ratelimit.internal.limiter.CostWarning;
import io.github.ratelimit.internal.limiter.CurrentRequest;
import io.github.ratelimit.internal.limiter.DecisionListeners;
import io.github.ratelimit.internal.limiter.DecisionObserver;
import io.github.ratelimit.internal.limiter.EventThread;
import io.github.ratelimit.internal.limiter.GlobalBudgets;
import io.github.ratelimit.internal.limiter.LogTimer;
import io.github.ratelimit.internal.limiter.Policies;
import io.github.ratelimit.internal.limiter.PolicyChanges;
import io.github.ratelimit.internal.limiter.RateLimitStore;
import io.github.ratelimit.internal.limiter.RefusalLog;
import io.github.ratelimit.internal.limiter.StoreRateLimiter;
import io.github.ratelimit.internal.local.LocalClock;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import org.springframework.util.function.SingletonSupplier;

/** The limiter, whatever the store and whether or not there is a web. */
@Configuration(proxyBeanMethods = false)
class LimiterConfiguration {

    @Bean
    RateLimitSettings rateLimitSettings(Environment environment, BeanFactory beans) {
        return SettingsMapper.map(
                PropertiesBinding.bind(environment), environment.getProperty("spring.application.name"), beans);
    }

    @Bean
    Policies rateLimitPolicies(RateLimitSettings settings) {
        return new Policies(settings.policies(), settings.region());
    }

    @Bean
    PolicyChanges rateLimitPolicyChanges(
            Policies policies, ChangeStore store, EventThread events, ApplicationEventPublisher publisher) {
        return new PolicyChanges(
                policies, store, ChangeMapper::apply, event -> events.tell(event, () -> publisher.publishEvent(event)));
    }

    @Bean
    CheckResolver rateLimitCheckResolver(
            Policies policies, RateLimitSettings settings, ObjectProvider<CurrentRequest> currentRequest) {
        CurrentRequest request = currentRequest.getIfAvailable(() -> CurrentRequest.NONE);
        return new CheckResolver(policies, settings.keyEncoder(), settings.addresses(), request);
    }

    @Bean
    StoreRateLimiter rateLimitRateLimiter(CheckResolver resolver, RateLimitStore store, DecisionListeners listeners) {
        return new StoreRateLimiter(resolver, store, listeners);
    }

    @Bean
    DecisionListeners rateLimitDecisionListeners(
            RefusalLog refusals,
            ObjectProvider<DecisionObserver> observers,
            ObjectProvider<RateLimitListener> listeners,
            EventThread events,
            ApplicationEventPublisher publisher) {
        AlertEvents alerts = new AlertEvents(event -> events.tell(event, () -> publisher.publishEvent(event)));
        // At the first decision, since a listener may itself use the limiter.
        SingletonSupplier<List<RateLimitListener>> all = SingletonSupplier.of(() -> {
            List<RateLimitListener> found = new ArrayList<>(List.of(new CostWarning(), alerts));
            observers.forEach(observer -> found.add(observer::observe));
            listeners.orderedStream().forEach(found::add);
            return List.copyOf(found);
        });
        return new DecisionListeners(all::obtain, refusals, System::nanoTime);
    }

    @Bean(destroyMethod = "close")
    LogTimer rateLimitLogTimer() {
        return new LogTimer();
    }

    @Bean(destroyMethod = "close")
    RefusalLog rateLimitRefusalLog(RateLimitSettings settings, LogTimer timer) {
        return new RefusalLog(settings.keyEncoder(), timer);
    }

    @Bean(destroyMethod = "close")
    AlertLog rateLimitAlertLog(LogTimer timer) {
        return new AlertLog(timer);
    }

    @Bean
    GlobalBudgets rateLimitGlobalBudgets(Policies policies) {
        return new GlobalBudgets(policies, System::nanoTime);
    }

    @Bean(destroyMethod = "close")
    EventThread rateLimitEventThread() {
        return new EventThread();
    }

    /** Tests set the time of local counts by a bean of this name; a bean of this type alone may be meant otherwise. */
    @Bean
    LocalClock rateLimitLocalClock(BeanFactory beans) {
        return beans.containsBean("rateLimitClock")
                ? LocalClock.of(beans.getBean("rateLimitClock", InstantSource.class))
                : LocalClock.SYSTEM;
    }

    @Bean
    Admission rateLimitAdmission(StoreRateLimiter limiter, RateLimitSettings settings) {
        return new Admission(limiter, settings.leakyMaxWaiting());
    }

    @Bean
    @Lazy(false)
    StartupChecks rateLimitStartupChecks(
            RateLimitSettings settings,
            Policies policies,
            RateLimitStore store,
            ObjectProvider<CurrentRequest> currentRequest,
            Environment environment) {
        ProcessedChoices.checkEnabled(true, environment);
        ProcessedChoices.checkStore(store, settings.store());
        boolean web = currentRequest.getIfAvailable() != null;
        boolean lazy = environment.getProperty("spring.main.lazy-initialization", Boolean.class, false);
        return new StartupChecks(settings, policies, store, web, lazy);
    }
}
