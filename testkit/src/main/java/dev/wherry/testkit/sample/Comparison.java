package dev.wherry.testkit.sample;

import java.util.Collection;
import java.util.List;

/** An interface with a type variable that subinterfaces bind. */
public interface Comparison<T extends Comparable<T>> {
    T greatest(List<T> values);

    Collection<T> sorted(List<T> values);
}
