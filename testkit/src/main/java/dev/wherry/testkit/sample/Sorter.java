package dev.wherry.testkit.sample;

import dev.wherry.RegisterTypes;
import java.util.Collection;

/** A service whose method has a type variable with a bound. */
@RegisterTypes(Person.class)
public interface Sorter {
    <T extends Comparable<T>> Collection<T> sort(Collection<T> values);
}
