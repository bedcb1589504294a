package dev.wherry.testkit.sample;

import dev.wherry.Registers;
import java.util.Collection;

/** A method with a type variable of its own, open but for its bound. */
@Registers(Person.class)
public interface Sorter {
    <T extends Comparable<T>> Collection<T> sort(Collection<T> values);
}
