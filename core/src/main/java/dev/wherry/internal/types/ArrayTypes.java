package dev.wherry.internal.types;

import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What arrays are of, and their names as {@link Class#getName} writes them. */
public final class ArrayTypes {
    /** Dimensions that arrays may have where no type of the interface names more: each is a class that stays for ever. */
    public static final int USUAL_DIMENSIONS = 3;

    private static final Map<String, Class<?>> PRIMITIVES = Map.of(
            "Z", boolean.class,
            "B", byte.class,
            "C", char.class,
            "S", short.class,
            "I", int.class,
            "J", long.class,
            "F", float.class,
            "D", double.class);

    private ArrayTypes() {}

    /** What the innermost arrays of a type are of; the type itself if it is no array. */
    public static Class<?> element(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        return element;
    }

    /** How many dimensions arrays of a type have; 0 if it is no array. */
    public static int dimensions(Class<?> type) {
        int dimensions = 0;
        for (@Nullable Class<?> each = type; each != null && each.isArray(); each = each.getComponentType()) {
            dimensions++;
        }
        return dimensions;
    }

    /**
     * The class of a name, which may be that of an array.
     *
     * @param most dimensions that it may have
     * @param elements finds those that are no arrays; null: there is none
     */
    public static @Nullable Class<?> find(String name, int most, Function<String, @Nullable Class<?>> elements) {
        int dimensions = 0;
        while (dimensions < name.length() && name.charAt(dimensions) == '[') {
            dimensions++;
        }
        if (dimensions == 0) {
            return elements.apply(name);
        }
        if (dimensions > most) {
            return null;
        }
        String element = name.substring(dimensions);
        Class<?> type = element.startsWith("L") && element.endsWith(";")
                ? elements.apply(element.substring(1, element.length() - 1))
                : PRIMITIVES.get(element);
        if (type == null) {
            return null;
        }
        for (int i = 0; i < dimensions; i++) {
            type = type.arrayType();
        }
        return type;
    }
}
