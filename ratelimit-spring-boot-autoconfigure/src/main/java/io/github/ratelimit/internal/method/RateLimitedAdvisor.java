package io.github.ratelimit.internal.method;

import java.lang.reflect.Method;
import org.aopalliance.aop.Advice;
import org.springframework.aop.ClassFilter;
import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;

/** Puts the interceptor around annotated methods: inside method authorization, outside transactions and caching. */
public final class RateLimitedAdvisor extends AbstractPointcutAdvisor {

    private static final long serialVersionUID = 1L;

    private static final int ORDER = 1000;

    private final transient Pointcut pointcut;
    private final transient RateLimitedInterceptor interceptor;

    /** Matches methods with annotations. */
    public RateLimitedAdvisor(RateLimitedMethods methods, RateLimitedInterceptor interceptor) {
        this.pointcut = new AnnotatedMethods(methods);
        this.interceptor = interceptor;
        setOrder(ORDER);
    }

    @Override
    public Pointcut getPointcut() {
        return pointcut;
    }

    @Override
    public Advice getAdvice() {
        return interceptor;
    }

    private static final class AnnotatedMethods extends StaticMethodMatcherPointcut {

        private final RateLimitedMethods methods;

        AnnotatedMethods(RateLimitedMethods methods) {
            this.methods = methods;
            ClassFilter annotated = methods::hasAny;
            setClassFilter(annotated);
        }

        @Override
        public boolean matches(Method method, Class<?> targetClass) {
            return methods.of(method, targetClass) != null;
        }
    }
}
