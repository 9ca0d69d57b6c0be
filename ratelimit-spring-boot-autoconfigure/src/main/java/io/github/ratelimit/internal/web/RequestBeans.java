package io.github.ratelimit.internal.web;

/** Finds the beans that the configuration names. */
@FunctionalInterface
public interface RequestBeans {

    /**
     * The bean of this name and type.
     *
     * @throws IllegalArgumentException if there is none
     */
    <T> T get(String name, Class<T> type);
}
