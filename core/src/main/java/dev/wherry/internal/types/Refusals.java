package dev.wherry.internal.types;

import dev.wherry.spi.CodecException;
import dev.wherry.spi.OneLine;
import java.util.Map;

/** Why a class may not travel in the calls of an interface, and what to do about it. */
final class Refusals {
    private final Class<?> root;
    private final Map<String, Class<?>> reached;

    Refusals(Class<?> root, Map<String, Class<?>> reached) {
        this.root = root;
        this.reached = reached;
    }

    CodecException of(String className) {
        String element = element(className);
        String shown = OneLine.of(element);
        return CodecException.refused(shown, remedy(element, shown));
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
