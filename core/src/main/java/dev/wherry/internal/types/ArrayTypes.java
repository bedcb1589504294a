package dev.wherry.internal.types;

import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Element types of arrays, and the names of arrays as {@link Class#getName} writes them. */
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

    /** Returns the element type of the innermost arrays; the type itself if it is not an array. */
    public static Class<?> element(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        return element;
    }

    /** Returns the number of dimensions; 0 if the type is not an array. */
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
     * @param elements finds a type that is not an array; returns null if there is none
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
