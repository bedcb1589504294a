package dev.wherry.testkit.sample;

import java.io.Serializable;
import java.time.LocalDate;
import java.util.List;

/** A value. */
public record Person(String name, LocalDate born, List<String> tags) implements Comparable<Person>, Serializable {
    @Override
    public int compareTo(Person other) {
        return name.compareTo(other.name);
    }

    /** Somebody of this name, born on a day that follows from it. */
    public static Person named(String name) {
        return new Person(name, LocalDate.of(1900 + Math.floorMod(name.hashCode(), 100), 2, 3), List.of("a", name));
    }
}
