package io.github.ratelimit.autoconfigure;

import io.github.ratelimit.internal.web.RequestBeans;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanNotOfRequiredTypeException;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;

/**
 * Beans of the application by the names that the configuration gives.
 *
 * @param beans where they are
 */
record NamedBeans(BeanFactory beans) implements RequestBeans {

    @Override
    public <T> T get(String name, Class<T> type) {
        try {
            return beans.getBean(name, type);
        } catch (NoSuchBeanDefinitionException | BeanNotOfRequiredTypeException none) {
            throw new IllegalArgumentException("there is no bean '" + name + "' of type " + type.getSimpleName(), none);
        }
    }
}
