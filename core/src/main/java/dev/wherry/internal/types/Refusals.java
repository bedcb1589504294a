package dev.wherry.internal.types;

import dev.wherry.reflect.GenericTypes;
import dev.wherry.spi.CodecException;
import dev.wherry.text.OneLine;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.security.CodeSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Why a class may not travel in the calls of an interface, and what to do about it.
 *
 * @param absent returns whether a class that was not found would be allowed if it were on the class path
 * @param takesCode whether tasks bring their classes to this endpoint
 */
record Refusals(
        Class<?> root,
        Map<String, Class<?>> reached,
        Predicate<Class<?>> allowed,
        Predicate<String> absent,
        boolean takesCode) {
    /** How libraries name the classes that they generate. */
    private static final List<String> GENERATED =
            List.of("$$", "$ByteBuddy", "$HibernateProxy", "$Proxy", "$MockitoMock", "/0x");

    /** Interfaces that delegates of Kotlin's properties implement. */
    private static final Set<String> DELEGATES = Set.of("kotlin.Lazy", "kotlin.properties.ReadOnlyProperty");

    private static final String DELEGATED =
            "It is the delegate of a property, such as one that is 'by lazy', and delegated properties do not travel:"
                    + " make it a computed one, with a getter, or one that has a field of its own.";
    private static final String PROXY =
            "A proxy is never a value: declare its place by an interface annotated with @ByReference.";
    private static final String NO_NAME =
            "It has no name that could be registered: pass an object of a named class instead.";
    private static final String FOR_CODE =
            " Calls bring no classes along: if this end does not have it, send a task instead.";
    private static final String FIND_ALL = " (to find all of them in one run: -Dwherry.learn=FILE).";
    private static final String ELSE_UPDATE = " If this end has no such class, bring both sides to the same version.";
    private static final String NO_VALUE =
            "Of the JDK only values travel; pass what is needed of it as a record of your own.";

    /** Of a name that a peer has sent: nothing is loaded for it. */
    CodecException of(String className) {
        int dimensions = className.lastIndexOf('[') + 1;
        if (dimensions > ArrayTypes.USUAL_DIMENSIONS) {
            return ofDimensions(dimensions);
        }
        String element = element(className);
        String shown = OneLine.of(element);
        String remedy = remedy(element, shown);
        return CodecException.refused(shown, remedy.endsWith(FIND_ALL) ? remedy + ELSE_UPDATE : remedy);
    }

    /**
     * Of a class that is here.
     *
     * @param references the by-reference interfaces that it implements
     */
    CodecException of(Class<?> type, List<Class<?>> references) {
        if (ArrayTypes.dimensions(type) > ArrayTypes.USUAL_DIMENSIONS) {
            return ofDimensions(ArrayTypes.dimensions(type));
        }
        if (type.isArray()) {
            Class<?> element = ArrayTypes.element(type);
            String shown = OneLine.of(element.getName());
            return CodecException.refused("an array of " + shown, remedy(element, shown));
        }
        String shown = OneLine.of(type.getName());
        return CodecException.refused(
                shown,
                references.isEmpty()
                        ? remedy(type, shown)
                        : "It implements " + references.getFirst().getName()
                                + " and so goes by reference, but a stub cannot stand here: declare this place as"
                                + " Object or by that interface."
                                + (canBeNamed(type)
                                        ? " To have it copied here, register its class: " + add(type)
                                        : ""));
    }

    private CodecException ofDimensions(int dimensions) {
        return CodecException.refused(
                "an array of " + dimensions + " dimensions",
                "More than " + ArrayTypes.USUAL_DIMENSIONS + " travel only where a type of " + root.getName()
                        + " has as many: declare or register such an array.");
    }

    /** Of a class that is itself the value. */
    CodecException ofLiteral(Class<?> type) {
        Class<?> element = ArrayTypes.element(type);
        String shown = OneLine.of(element.getName());
        return ofLiteral(
                type.isArray(),
                shown,
                JdkTypes.defines(element) ? remedy(element, shown) : remedyOfLiteral(element.getName(), shown));
    }

    /** Of a name that a peer has sent for a class that is itself the value: nothing is loaded for it. */
    CodecException ofLiteral(String className) {
        int dimensions = className.lastIndexOf('[') + 1;
        if (dimensions > ArrayTypes.USUAL_DIMENSIONS) {
            return ofDimensions(dimensions);
        }
        String element = element(className);
        String shown = OneLine.of(element);
        return ofLiteral(
                dimensions > 0,
                shown,
                JdkTypes.isNameOfJdk(element) ? remedy(element, shown) : remedyOfLiteral(element, shown));
    }

    private String remedyOfLiteral(String name, String shown) {
        return "A class travels as a value where its objects may. " + remedy(name, shown);
    }

    private static CodecException ofLiteral(boolean array, String shown, String remedy) {
        return CodecException.refused((array ? "the class of arrays of " : "the class object of ") + shown, remedy);
    }

    private String remedy(Class<?> type, String shown) {
        if (isLambda(type.getName())) {
            return remedy(type.getName(), shown);
        }
        if (Proxy.isProxyClass(type)) {
            return PROXY;
        }
        if (type.isHidden() || isGenerated(type)) {
            return remedyOfGenerated(type);
        }
        if (JdkTypes.defines(type)) {
            Class<?> registered = JdkRegistrations.registered(type);
            return registered == null
                    ? NO_VALUE
                    : "It is not among the JDK's values that travel without being asked for. Add "
                            + (registered == type ? "it" : registered.getName() + ", which it is a part of") + ": "
                            + add(registered);
        }
        if (isDelegate(type)) {
            return DELEGATED;
        }
        if (reached.containsKey(type.getName()) || type.getName().matches(".*\\$\\d.*")) {
            return remedy(type.getName(), shown);
        }
        String name = type.getPackageName();
        String add = canBeNamed(type)
                ? remedy(type.getName(), shown)
                : "It is not public, so add its package: EndpointOptions.builder().registerPackage(\"" + name
                        + "\"), or @RegisterTypes(packages = \"" + name + "\") on " + root.getName() + unchanged()
                        + ".";
        Class<?> calledBack = type.isEnum() ? null : userInterface(type);
        return calledBack == null
                ? add
                : add + " To have the object itself called instead of a copy, "
                        + (comesWithRoot(calledBack)
                                ? "annotate " + calledBack.getName() + " with @ByReference, or "
                                : "")
                        + "call Endpoint.export(" + calledBack.getSimpleName() + ".class, object).";
    }

    /** An interface that the JDK does not define and the class implements; null if it has none. */
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

    /** Whether a type is in the same jar or folder as the called interface, so that its source can be changed as well. */
    private boolean comesWithRoot(Class<?> type) {
        return source(type).equals(source(root));
    }

    private static String source(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        return source == null ? type.getModule().toString() : String.valueOf(source.getLocation());
    }

    /** Whether it is what Kotlin keeps in a field for a property that is delegated, such as one that is {@code by lazy}. */
    private static boolean isDelegate(Class<?> type) {
        return GenericTypes.interfaces(type).stream().anyMatch(each -> DELEGATES.contains(each.getName()));
    }

    private static boolean isGenerated(Class<?> type) {
        return GENERATED.stream().anyMatch(type.getName()::contains);
    }

    private String remedyOfGenerated(Class<?> type) {
        Class<?> parent = type.getSuperclass();
        while (parent != null && isGenerated(parent)) {
            parent = parent.getSuperclass();
        }
        if (parent == null || parent == Object.class) {
            return NO_NAME;
        }
        String remedy = "It is a generated subclass of " + parent.getName() + ": pass an object of that class itself";
        return allowed.test(parent) ? remedy + "." : remedy + ", and add it: " + add(parent);
    }

    /** Whether the code that configures the calls can say its name. */
    private boolean canBeNamed(Class<?> type) {
        boolean samePackage = type.getPackageName().equals(root.getPackageName());
        if (type.getCanonicalName() == null) {
            return false;
        }
        for (@Nullable Class<?> each = type; each != null; each = each.getEnclosingClass()) {
            if (!Modifier.isPublic(each.getModifiers()) && (!samePackage || Modifier.isPrivate(each.getModifiers()))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isLambda(String name) {
        return name.contains("$$Lambda") || name.equals("java.lang.invoke.SerializedLambda");
    }

    private String remedy(String name, String shown) {
        if (isLambda(name)) {
            return "A lambda is never a value: declare its place by an interface annotated with @ByReference, "
                    + "or pass an object of a class that you register.";
        }
        if (name.startsWith("jdk.proxy") || name.contains("$Proxy")) {
            return PROXY;
        }
        if (JdkTypes.isNameOfJdk(name)) {
            return JdkTypes.isPower(name)
                    ? NO_VALUE
                    : "Of the JDK only values travel without being asked for. If it holds data only, add it: "
                            + add(shown.replace('$', '.')) + " Else pass what is needed of it as a record of your own.";
        }
        Class<?> open = reached.get(name);
        if (open != null) {
            return "It is listed, but has no objects of its own: register the classes that stand for it. "
                    + add("com.acme.Example");
        }
        if (name.matches(".*\\$\\d.*")) {
            return NO_NAME;
        }
        return absent.test(name)
                ? "There is no such class on the class path here: add it there."
                : "Add it: " + add(shown.replace('$', '.')) + (takesCode ? FOR_CODE : "");
    }

    private String add(Class<?> type) {
        String name = type.getCanonicalName();
        return add(OneLine.of(name == null ? type.getName() : name));
    }

    private String add(String type) {
        return "EndpointOptions.builder().register(" + type + ".class), or @RegisterTypes(" + type + ".class) on "
                + root.getName() + unchanged() + FIND_ALL;
    }

    /** Returns another way to register a class, for programs from Java RMI that have changed only their imports. */
    private String unchanged() {
        return TypeKinds.extendsRmi(root)
                ? ", or with wherry-rmi-compat its name in the file of -Dwherry.rmi.register=FILE"
                : "";
    }

    private static String element(String className) {
        int dimensions = className.lastIndexOf('[') + 1;
        boolean array = dimensions > 0 && className.startsWith("L", dimensions) && className.endsWith(";");
        return array ? className.substring(dimensions + 1, className.length() - 1) : className;
    }
}
