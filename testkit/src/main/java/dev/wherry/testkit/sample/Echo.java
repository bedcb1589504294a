package dev.wherry.testkit.sample;

import org.jspecify.annotations.Nullable;

/** An echo service: each method returns its argument. */
public interface Echo {
    @Nullable
    Object any(@Nullable Object value);

    byte[] bytes(byte[] bytes);

    Person person(Person person);

    @Nullable
    String text(@Nullable String text);
}
