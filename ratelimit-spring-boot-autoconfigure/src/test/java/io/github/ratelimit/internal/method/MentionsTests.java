package io.github.ratelimit.internal.method;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimit.RateLimited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is not found here is not limited. */
class MentionsTests {

    private final Mentions mentions = new Mentions();

    @RateLimited(policy = "p")
    static class OnType {}

    static class OnMethod {

        @RateLimited(policy = "p")
        private void hidden() {}
    }

    interface OnDefaultMethod {

        @RateLimited(policy = "p")
        default void call() {}
    }

    interface Between extends OnDefaultMethod {}

    static class OfSuperclass extends OnMethod {}

    static class OfInterface extends ArrayList<String> implements Between {

        private static final long serialVersionUID = 1L;
    }

    interface OnAbstractMethod<T> {

        @RateLimited(policy = "p")
        void call(T argument);
    }

    static class OfAbstractMethod implements OnAbstractMethod<String> {

        @Override
        public void call(String argument) {}
    }

    static class Repeated {

        @RateLimited(policy = "p")
        @RateLimited(policy = "q")
        void call() {}
    }

    @Retention(RetentionPolicy.RUNTIME)
    @RateLimited(policy = "p")
    @interface Composed {}

    @Retention(RetentionPolicy.RUNTIME)
    @RateLimited(policy = "p")
    @RateLimited(policy = "q")
    @interface ComposedOfTwo {}

    static class WithComposed {

        @Composed
        void call() {}
    }

    @ComposedOfTwo
    static class WithTwo {}

    static class Other extends ArrayList<String> {

        private static final long serialVersionUID = 1L;

        @Deprecated
        void call() {}
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                OnType.class,
                OnMethod.class,
                Between.class,
                OfSuperclass.class,
                OfInterface.class,
                OfAbstractMethod.class,
                Repeated.class,
                WithComposed.class,
                WithTwo.class
            })
    void findsTheAnnotationWhereverItIsInherited(Class<?> type) {
        assertThat(mentions.in(type)).isTrue();
        assertThat(mentions.in(type)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(classes = {Other.class, ArrayList.class, Object.class, Runnable.class})
    void findsNoneElsewhere(Class<?> type) {
        assertThat(mentions.in(type)).isFalse();
    }
}
