package dev.wherry.access;

import java.lang.reflect.Method;
import java.util.regex.Pattern;

/**
 * The object of a call. All objects without a name are one. The two special ones, {@link #REGISTRY} and {@link #TASKS}, and objects
 * without a name are never matched by a pattern of names that has a {@code *}. No object can be bound under a name that one of them has.
 */
record CallTarget(String name, boolean special) {
    static final String REGISTRY = "the registry";
    static final String TASKS = "the host of tasks";

    private static final String LOOKUP = "dev.wherry.internal.objects.Registry";
    private static final Pattern UNNAMED = Pattern.compile("object \\d+");

    static CallTarget of(String target, Method method) {
        String type = method.getDeclaringClass().getName();
        if (target.equals(REGISTRY) || type.startsWith("dev.wherry.internal.")) {
            return new CallTarget(REGISTRY, true);
        }
        if (target.equals(TASKS) || type.startsWith("dev.wherry.mobility.internal.")) {
            return new CallTarget(TASKS, true); // also the objects by which a task goes on
        }
        boolean unnamed =
                target.startsWith("object ") && UNNAMED.matcher(target).matches();
        return new CallTarget(unnamed ? "" : target, unnamed);
    }

    /** Returns the name as messages show it. */
    String text() {
        return isUnnamed() ? "an object without a name" : "'" + name + "'";
    }

    /** Returns whether it is the look-up of a name, which everyone may make. */
    static boolean isLookup(Method method) {
        return method.getName().equals("locate")
                && method.getDeclaringClass().getName().equals(LOOKUP);
    }

    boolean isUnnamed() {
        return special && !name.equals(REGISTRY) && !name.equals(TASKS);
    }

    boolean isNamed(Glob pattern) {
        return special ? !isUnnamed() && pattern.text().equals(name) : pattern.matches(name);
    }
}
