package dev.wherry.dds.types;

import dev.wherry.dds.Name;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.regex.Pattern;

/** Names in IDL of Java types. A package is a scope; {@code bank.Receipt} is {@code bank::Receipt}. */
final class IdlNames {
    /** Cyclone DDS refuses longer ones. */
    private static final int LONGEST = 255;

    private static final Pattern MEMBER = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*+");
    private static final Pattern TYPE = Pattern.compile(MEMBER + "(::" + MEMBER + ")*+");

    private IdlNames() {}

    /** Returns the name of a type. A nested class {@code Bank.Receipt} is {@code Bank_Receipt}, since a class is not a scope. */
    static String of(Type type) throws UnsupportedTypeException {
        Class<?> raw = AppliedType.erase(type);
        StringBuilder name = new StringBuilder();
        Name given = raw.getAnnotation(Name.class);
        if (given != null) {
            name.append(given.value());
        } else if (!raw.getPackageName().isEmpty()) {
            name.append(raw.getPackageName().replace(".", "::")).append("::");
        }
        if (given == null) {
            name.append(
                    raw.getName().substring(raw.getName().lastIndexOf('.') + 1).replace('$', '_'));
        }
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

    /** Returns the name of a class without its modules, such as {@code Bank_Receipt}. */
    static String simple(Class<?> raw) throws UnsupportedTypeException {
        String name = of(raw);
        return name.substring(name.lastIndexOf(':') + 1);
    }

    /** Returns a name that can be a part of another one. */
    static String flat(Type type) throws UnsupportedTypeException {
        if (type instanceof GenericArrayType array) {
            return "array_" + flat(array.getGenericComponentType());
        }
        if (type instanceof RefinedType refined) {
            return refined.label() + "_" + flat(refined.type());
        }
        Class<?> raw = AppliedType.erase(type);
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

    /** Returns the name of a member, literal or parameter: that in Java, or that of its {@link Name}. */
    static String member(String name, AnnotatedElement place) throws UnsupportedTypeException {
        Name given = place.getAnnotation(Name.class);
        return member(given == null ? name : given.value());
    }

    /** Returns the name of a member. */
    static String member(String name) throws UnsupportedTypeException {
        return checked(name, MEMBER);
    }

    private static String checked(String name) throws UnsupportedTypeException {
        return checked(name, TYPE);
    }

    private static String checked(String name, Pattern pattern) throws UnsupportedTypeException {
        if (!pattern.matcher(name).matches()) {
            throw new UnsupportedTypeException(
                    "the name '" + name + "' is not a name in IDL: use letters from a to z, digits and underscores");
        }
        if (name.length() > LONGEST) {
            throw new UnsupportedTypeException(
                    "the name '" + name + "' is longer than " + LONGEST + " characters, which DDS does not allow");
        }
        return name;
    }
}
