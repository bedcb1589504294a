package dev.wherry.dds.types;

import dev.wherry.reflect.GenericTypes;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;

/** Names in IDL of Java types. A package is a scope; {@code bank.Receipt} is {@code bank::Receipt}. */
final class IdlNames {
    /** Cyclone DDS refuses longer ones. */
    private static final int LONGEST = 255;

    private IdlNames() {}

    /** Returns the name of a type. A nested class {@code Bank.Receipt} is {@code Bank_Receipt}, since a class is not a scope. */
    static String of(Type type) throws UnsupportedTypeException {
        Class<?> raw = GenericTypes.erase(type);
        StringBuilder name = new StringBuilder();
        if (!raw.getPackageName().isEmpty()) {
            name.append(raw.getPackageName().replace(".", "::")).append("::");
        }
        name.append(simple(raw));
        if (type instanceof ParameterizedType applied) {
            for (Type argument : applied.getActualTypeArguments()) {
                name.append('_').append(flat(argument));
            }
        }
        return checked(name.toString());
    }

    /** Returns the name of the structure for the entries of a map. */
    static String ofEntry(Type key, Type value) throws UnsupportedTypeException {
        return checked("wherry::Entry_" + flat(key) + "_" + flat(value));
    }

    /** Returns a name without its package, such as {@code Bank_Receipt}. */
    static String simple(Class<?> raw) {
        String name = raw.getName()
                .substring(
                        raw.getPackageName().isEmpty()
                                ? 0
                                : raw.getPackageName().length() + 1);
        return name.replace('$', '_');
    }

    /** Returns a name that can be a part of another one. */
    static String flat(Type type) throws UnsupportedTypeException {
        if (type instanceof GenericArrayType array) {
            return "array_" + flat(array.getGenericComponentType());
        }
        Class<?> raw = GenericTypes.erase(type);
        if (raw.isArray()) {
            return "array_" + flat(raw.getComponentType());
        }
        if (!raw.getPackageName().startsWith("java.")) {
            return of(type).replace("::", "_");
        }
        StringBuilder name = new StringBuilder(raw.getSimpleName());
        if (type instanceof ParameterizedType applied) {
            for (Type argument : applied.getActualTypeArguments()) {
                name.append('_').append(flat(argument));
            }
        }
        return name.toString();
    }

    /** Returns the name of a member or literal, which is the same in Java. */
    static String member(String name) throws UnsupportedTypeException {
        return checked(name);
    }

    private static String checked(String name) throws UnsupportedTypeException {
        boolean start = true;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
            boolean digit = c >= '0' && c <= '9';
            boolean scope = c == ':';
            if (!letter && !scope && (start || !digit)) {
                throw new UnsupportedTypeException("the name '" + name
                        + "' is not a name in IDL: use letters from a to z, digits and underscores");
            }
            start = scope;
        }
        if (name.length() > LONGEST) {
            throw new UnsupportedTypeException(
                    "the name '" + name + "' is longer than " + LONGEST + " characters, which DDS does not allow");
        }
        return name;
    }
}
