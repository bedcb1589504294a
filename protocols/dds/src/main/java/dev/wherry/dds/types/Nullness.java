package dev.wherry.dds.types;

import dev.wherry.reflect.GenericTypes;
import java.lang.annotation.Annotation;
import java.lang.invoke.MethodType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Decides which members are optional: those with an annotation {@code Nullable}, of whichever package, and those of a box such as {@code
 * Integer} in code that is not {@code NullMarked}. All others are required, so that types match what other languages declare.
 */
final class Nullness {
    private Nullness() {}

    /**
     * Returns whether a member may have no value, and how Java shows it.
     *
     * @param type its type, in which variables are resolved
     * @param declared its type as it was declared
     * @param place the parameter, component, field or method that has the type
     * @param in the method or class that has the place
     */
    static Presence of(Type type, AnnotatedType declared, AnnotatedElement place, AnnotatedElement in) {
        Class<?> raw = GenericTypes.erase(type);
        if (raw == Optional.class) {
            return Presence.OPTIONAL;
        }
        if (raw == OptionalInt.class) {
            return Presence.OPTIONAL_INT;
        }
        if (raw == OptionalLong.class) {
            return Presence.OPTIONAL_LONG;
        }
        if (raw == OptionalDouble.class) {
            return Presence.OPTIONAL_DOUBLE;
        }
        boolean box = MethodType.methodType(raw).hasWrappers();
        boolean nullable = has(declared, "Nullable") || has(place, "Nullable") || (box && !isMarked(in));
        return nullable && !raw.isPrimitive() ? Presence.NULLABLE : Presence.REQUIRED;
    }

    private static boolean isMarked(AnnotatedElement in) {
        AnnotatedElement each = in;
        Class<?> outermost = null;
        while (each != null) {
            Boolean marked = marked(each);
            if (marked != null) {
                return marked;
            }
            outermost = each instanceof Method method ? method.getDeclaringClass() : (Class<?>) each;
            each = each instanceof Method ? outermost : outermost.getEnclosingClass();
        }
        if (outermost == null) {
            return false;
        }
        Boolean byPackage = outermost.getPackage() == null ? null : marked(outermost.getPackage());
        return byPackage != null ? byPackage : Boolean.TRUE.equals(marked(outermost.getModule()));
    }

    /** Returns what an element says about the code in it; null if it says nothing. */
    private static @Nullable Boolean marked(AnnotatedElement element) {
        if (has(element, "NullUnmarked")) {
            return false;
        }
        return has(element, "NullMarked") ? true : null;
    }

    private static boolean has(AnnotatedElement element, String simpleName) {
        return Arrays.stream(element.getAnnotations())
                .map(Annotation::annotationType)
                .anyMatch(each -> each.getSimpleName().equals(simpleName));
    }
}
