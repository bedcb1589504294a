package dev.wherry.testkit.sample;

import org.jspecify.annotations.Nullable;

/** Gives back what it is given. */
public interface Echo {
    @Nullable
    Object any(@Nullable Object value);

    byte[] bytes(byte[] bytes);

    Person person(Person person);

    @Nullable
    String text(@Nullable String text);
}
