package io.github.ratelimit.internal.limiter;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Lists made for each request. Nearly all have one element: such a list is one small object, not three, and is not copied
 * again by whoever keeps it.
 */
public final class Lists {

    private Lists() {}

    /** What is made of each element. */
    @FunctionalInterface
    public interface Each<T, R, E extends Exception> {

        /** Makes it of one element. */
        R of(T element) throws E;
    }

    /** An unmodifiable list of what is made of each element, in order. */
    public static <T, R, E extends Exception> List<R> map(List<T> all, Each<? super T, ? extends R, E> each) throws E {
        if (all.size() == 1) {
            return List.of(each.of(all.get(0)));
        }
        List<R> made = new ArrayList<>(all.size());
        for (T element : all) {
            made.add(each.of(element));
        }
        return List.copyOf(made);
    }

    /** The same of two lists of one length. */
    public static <T, U, R> List<R> map(
            List<T> all, List<U> others, BiFunction<? super T, ? super U, ? extends R> each) {
        if (all.size() == 1) {
            return List.of(each.apply(all.get(0), others.get(0)));
        }
        List<R> made = new ArrayList<>(all.size());
        for (int i = 0; i < all.size(); i++) {
            made.add(each.apply(all.get(i), others.get(i)));
        }
        return List.copyOf(made);
    }
}
