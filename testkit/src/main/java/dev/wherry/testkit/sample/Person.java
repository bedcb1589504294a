package dev.wherry.testkit.sample;

import java.io.Serializable;
import java.time.LocalDate;
import java.util.List;

/** A value class. */
public record Person(String name, LocalDate born, List<String> tags) implements Comparable<Person>, Serializable {
    @Override
    public int compareTo(Person other) {
        return name.compareTo(other.name);
    }

    /** Returns a person of this name, with a birthday that depends on the name. */
    public static Person named(String name) {
        return new Person(name, LocalDate.of(1900 + Math.floorMod(name.hashCode(), 100), 2, 3), List.of("a", name));
    }
}
