package dev.wherry.access;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@link Allow} and the annotations of {@code jakarta.annotation.security}, by their names. */
final class AllowedRoles {
    private static final String JAKARTA = "jakarta.annotation.security.";

    private AllowedRoles() {}

    /** Returns the roles that may call a method, or null if neither it nor its interface has an annotation. */
    static @Nullable Set<String> of(Method method) {
        Set<String> own = of((AnnotatedElement) method);
        return own != null ? own : of((AnnotatedElement) method.getDeclaringClass());
    }

    private static @Nullable Set<String> of(AnnotatedElement element) {
        Allow allow = element.getAnnotation(Allow.class);
        if (allow != null) {
            return Set.copyOf(List.of(allow.value()));
        }
        for (Annotation each : element.getAnnotations()) {
            switch (each.annotationType().getName()) {
                case JAKARTA + "DenyAll" -> {
                    return Set.of();
                }
                case JAKARTA + "PermitAll" -> {
                    return Set.of(Allow.ANYONE);
                }
                case JAKARTA + "RolesAllowed" -> {
                    return Set.copyOf(List.of(value(each)));
                }
                default -> {}
            }
        }
        return null;
    }

    private static String[] value(Annotation roles) {
        try {
            return (String[]) roles.annotationType().getMethod("value").invoke(roles);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("The roles of " + roles + " cannot be read", e);
        }
    }
}
