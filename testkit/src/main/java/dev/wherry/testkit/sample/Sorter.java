package dev.wherry.testkit.sample;

import dev.wherry.RegisterTypes;
import java.util.Collection;

/** A method with a type variable of its own, open but for its bound. */
@RegisterTypes(Person.class)
public interface Sorter {
    <T extends Comparable<T>> Collection<T> sort(Collection<T> values);
}
