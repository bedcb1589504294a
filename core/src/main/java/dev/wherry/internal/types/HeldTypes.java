package dev.wherry.internal.types;

import dev.wherry.reflect.GenericTypes;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** The types of values that a declared type admits. */
final class HeldTypes {
    /** Whose type arguments say what is in them. */
    private static final List<Class<?>> HOLDERS = List.of(
            Collection.class,
            Map.class,
            Map.Entry.class,
            Optional.class,
            AtomicReference.class,
            AtomicReferenceArray.class);

    private HeldTypes() {}

    /**
     * The classes that values have there: the type itself, of arrays that of their elements, and of collections, maps and
     * the like also the types of what is in them.
     */
    static Set<Class<?>> of(Type declared) {
        Set<Class<?>> held = new LinkedHashSet<>();
        collect(declared, held);
        return held;
    }

    private static void collect(Type declared, Set<Class<?>> to) {
        if (declared instanceof GenericArrayType array) {
            collect(array.getGenericComponentType(), to);
        } else if (declared instanceof WildcardType wildcard) {
            collect(wildcard.getUpperBounds()[0], to);
        } else {
            Class<?> raw = ArrayTypes.element(GenericTypes.erase(declared));
            to.add(raw);
            if (declared instanceof ParameterizedType parameterized && holdsItsArguments(raw)) {
                for (Type argument : parameterized.getActualTypeArguments()) {
                    collect(argument, to);
                }
            }
        }
    }

    private static boolean holdsItsArguments(Class<?> raw) {
        for (Class<?> holder : HOLDERS) {
            if (holder.isAssignableFrom(raw)) {
                return true;
            }
        }
        return false;
    }
}
