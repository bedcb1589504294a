package dev.wherry.testkit.endpoint;

import dev.wherry.testkit.sample.Echo;
import dev.wherry.testkit.sample.Person;
import org.jspecify.annotations.Nullable;

/** An echo service: each method returns its argument. */
class Echoing implements Echo {
    @Override
    public @Nullable Object any(@Nullable Object value) {
        return value;
    }

    @Override
    public byte[] bytes(byte[] bytes) {
        return bytes;
    }

    @Override
    public Person person(Person person) {
        return person;
    }

    @Override
    public @Nullable String text(@Nullable String text) {
        return text;
    }
}
