package dev.wherry.http.json;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Method;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Where null is not a value, by the annotations of JSpecify: in code that is {@code NullMarked} it is a value only of types that are {@code
 * Nullable}. Annotations of these simple names count, whichever their package. Without {@code NullMarked} nothing is known, and every type
 * that is not primitive has null. Neither is it known of a type variable.
 */
public final class Nullness {
    private Nullness() {}

    /**
     * Returns the type without null if the declaration says so; else the type as it is.
     *
     * @param type as it was declared
     * @param place the parameter, component, field or method that has the type
     * @param in the method or class that has the place
     */
    public static JsonType applied(JsonType jsonType, AnnotatedType type, AnnotatedElement place, AnnotatedElement in) {
        boolean keeps = jsonType.mayBeMissing()
                || !jsonType.allowsNull()
                || type.getType() instanceof TypeVariable
                || has(type, "Nullable")
                || has(place, "Nullable")
                || !isMarked(in);
        return keeps ? jsonType : new NonNullType(jsonType);
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
