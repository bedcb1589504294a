package dev.wherry.spi;

import java.lang.reflect.Type;

/**
 * A place in a signature: its generic type and what to call it in messages.
 *
 * @param type with the variables that the interface's own hierarchy binds already replaced
 * @param place such as {@code parameter 'from' of dev.acme.Bank.transfer}
 */
public record Declared(Type type, String place) {}
