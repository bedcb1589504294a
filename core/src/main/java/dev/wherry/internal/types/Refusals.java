package dev.wherry.internal.types;

import dev.wherry.spi.CodecException;
import dev.wherry.spi.OneLine;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Why a class may not travel in the calls of an interface, and what to do about it. */
final class Refusals {
    private final Class<?> root;
    private final Map<String, Class<?>> reached;

    Refusals(Class<?> root, Map<String, Class<?>> reached) {
        this.root = root;
        this.reached = reached;
    }

    CodecException of(String className) {
        int dimensions = className.lastIndexOf('[') + 1;
        if (dimensions > ArrayTypes.USUAL_DIMENSIONS) {
            return CodecException.refused(
                    "an array of " + dimensions + " dimensions",
                    "More than " + ArrayTypes.USUAL_DIMENSIONS + " travel only where a type of " + root.getName()
                            + " has as many: declare or register such an array.");
        }
        String element = element(className);
        String shown = OneLine.of(element);
        return CodecException.refused(shown, remedy(element, shown));
    }

    /**
     * Of a class that is here.
     *
     * @param references the by-reference interfaces that it implements
     */
    CodecException of(Class<?> type, List<Class<?>> references) {
        String shown = OneLine.of(type.getName());
        if (!references.isEmpty()) {
            return CodecException.refused(
                    shown,
                    "It implements " + references.getFirst().getName()
                            + " and so goes by reference, but a stub cannot stand"
                            + " here: declare this place by an interface, not by a class.");
        }
        CodecException byName = of(type.getName());
        Class<?> calledBack = userInterface(type);
        return calledBack == null || !type.getName().equals(element(type.getName())) || !isNamed(type)
                ? byName
                : CodecException.refused(
                        shown,
                        remedy(type.getName(), shown)
                                + ". To have the object itself called instead of a copy, annotate "
                                + calledBack.getName() + " with @ByReference, or call Endpoint.export("
                                + calledBack.getSimpleName() + ".class, object)");
    }

    /** Whether an ordinary class, which could be registered. */
    private static boolean isNamed(Class<?> type) {
        return !type.isHidden()
                && !type.isAnonymousClass()
                && !type.isLocalClass()
                && !Proxy.isProxyClass(type)
                && !JdkTypes.defines(type);
    }

    /** An interface of the program's own that the class implements; null if it has none. */
    private static @Nullable Class<?> userInterface(Class<?> type) {
        for (@Nullable Class<?> part = type; part != null; part = part.getSuperclass()) {
            for (Class<?> implemented : part.getInterfaces()) {
                if (!JdkTypes.defines(implemented) && !implemented.isSealed() && implemented.getMethods().length > 0) {
                    return implemented;
                }
            }
        }
        return null;
    }

    private String remedy(String name, String shown) {
        if (name.contains("$$Lambda") || name.equals("java.lang.invoke.SerializedLambda")) {
            return "A lambda is never a value: declare its place by an interface annotated with @ByReference, "
                    + "or pass an object of a class that you register.";
        }
        if (name.startsWith("jdk.proxy") || name.contains("$Proxy")) {
            return "A proxy is never a value: declare its place by an interface annotated with @ByReference.";
        }
        if (JdkTypes.isNameOfJdk(name)) {
            return "Of the JDK only values travel; pass what is needed of it as a record of your own.";
        }
        Class<?> open = reached.get(name);
        if (open != null) {
            return "It is listed, but has no objects of its own: register the classes that stand for it. "
                    + add("com.acme.Example");
        }
        if (name.matches(".*\\$\\d.*")) {
            return "It has no name that could be registered: pass an object of a named class instead.";
        }
        return "Add it: " + add(shown.replace('$', '.'));
    }

    private String add(String type) {
        return "EndpointOptions.defaults().register(" + type + ".class), or @Registers(" + type + ".class) on "
                + root.getName();
    }

    private static String element(String className) {
        int dimensions = className.lastIndexOf('[') + 1;
        boolean array = dimensions > 0 && className.startsWith("L", dimensions) && className.endsWith(";");
        return array ? className.substring(dimensions + 1, className.length() - 1) : className;
    }
}
