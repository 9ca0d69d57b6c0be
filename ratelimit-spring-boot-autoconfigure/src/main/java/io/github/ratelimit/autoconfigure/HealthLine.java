package io.github.ratelimit.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanClassLoaderAware;
import org.springframework.context.annotation.ImportSelector;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.util.ClassUtils;

/** Spring Boot 4 has moved the health classes. The configuration of the other line is named only, and never loaded. */
final class HealthLine implements ImportSelector, BeanClassLoaderAware {

    private static final String PACKAGE = "io.github.ratelimit.autoconfigure.";

    private @Nullable ClassLoader classes;

    @Override
    public void setBeanClassLoader(ClassLoader classLoader) {
        this.classes = classLoader;
    }

    @Override
    public String[] selectImports(AnnotationMetadata importing) {
        if (ClassUtils.isPresent("org.springframework.boot.health.contributor.HealthIndicator", classes)) {
            return new String[] {PACKAGE + "HealthConfiguration"};
        }
        if (ClassUtils.isPresent("org.springframework.boot.actuate.health.HealthIndicator", classes)) {
            return new String[] {PACKAGE + "Boot3HealthConfiguration"};
        }
        return new String[0];
    }
}
