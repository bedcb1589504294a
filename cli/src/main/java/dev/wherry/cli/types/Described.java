package dev.wherry.cli.types;

import dev.wherry.statistics.InterfaceDescription;
import dev.wherry.statistics.InterfaceDescription.Kind;
import dev.wherry.statistics.InterfaceDescription.Method;
import dev.wherry.statistics.InterfaceDescription.Part;
import java.lang.classfile.Signature;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * An interface as a peer describes it, after a check. Its names are valid in Java and differ from those of existing classes. Its
 * types refer to each other. It stays within limits: 4,096 methods, 1,024 types, 250 parameters or parts, 2,000 constants, 32
 * generations. Any other description is refused with a {@link DescriptionException} that says what is wrong.
 */
public final class Described {
    private static final int MOST_METHODS = 4_096;
    private static final int MOST_TYPES = 1_024;
    /** A class file has at most 255 slots for parameters, two of them for a long. */
    private static final int MOST_PARTS = 250;

    private static final int MOST_CONSTANTS = 2_000;
    private static final int MOST_GENERATIONS = 32;

    private static final Set<String> OF_THROWABLE =
            Set.of("detailMessage", "cause", "stackTrace", "suppressedExceptions");

    private final InterfaceDescription description;
    private final Map<String, InterfaceDescription.Type> types = new LinkedHashMap<>();
    private final Map<String, Set<String>> supertypes = new HashMap<>();

    private Described(InterfaceDescription description) {
        this.description = description;
    }

    /**
     * Checks a description and returns it.
     *
     * @throws DescriptionException if it is invalid
     */
    public static Described of(InterfaceDescription description) {
        Described described = new Described(description);
        described.check();
        return described;
    }

    /** Returns the class name of the interface. */
    public String name() {
        return description.type();
    }

    /** Returns its methods. No two have the same name and descriptor. */
    public List<Method> methods() {
        return description.methods();
    }

    /** Returns the types that it needs, by name. */
    public Map<String, InterfaceDescription.Type> types() {
        return types;
    }

    /** Returns whether the type is an exception: it has the fields of every Throwable. */
    public static boolean isThrowable(InterfaceDescription.Type type) {
        return type.kind() == Kind.CLASS
                && type.parts().stream().map(Part::name).toList().containsAll(OF_THROWABLE);
    }

    /** Returns whether the part is a field of every Throwable. */
    public static boolean isOfThrowable(Part part) {
        return OF_THROWABLE.contains(part.name());
    }

    /** Returns whether the interface is one of the JDK, such as Runnable, and need not be generated. */
    boolean isOfTheJdk() {
        return description.type().startsWith("java.") && isOfThePlatform(description.type());
    }

    boolean rmi() {
        return description.rmi();
    }

    private void check() {
        if (!isOfTheJdk()) {
            className(description.type(), "the interface");
        }
        atMost(MOST_METHODS, description.methods(), "methods");
        atMost(MOST_TYPES, description.types(), "types");
        for (InterfaceDescription.Type type : description.types()) {
            className(type.name(), "a type");
            require(!type.name().equals(description.type()), "it describes '%s' twice", type.name());
            require(types.putIfAbsent(type.name(), type) == null, "it describes '%s' twice", type.name());
        }
        types.values().forEach(this::check);
        for (InterfaceDescription.Type type : types.values()) {
            supertypes.computeIfAbsent(type.name(), _ -> new LinkedHashSet<>()).addAll(type.supertypes());
            type.permits()
                    .forEach(permitted -> supertypes
                            .computeIfAbsent(permitted, _ -> new LinkedHashSet<>())
                            .add(type.name()));
        }
        Map<String, Integer> generations = new HashMap<>();
        types.values().forEach(type -> generation(type, generations));
        Set<String> seen = new HashSet<>();
        for (Method method : description.methods()) {
            check(method);
            require(seen.add(method.name() + method.descriptor()), "it has the method '%s' twice", method.name());
        }
    }

    private void check(InterfaceDescription.Type type) {
        atMost(MOST_PARTS, type.parts(), "parts of " + type.name());
        atMost(MOST_PARTS, type.variables(), "type variables of " + type.name());
        atMost(MOST_PARTS, type.supertypes(), "supertypes of " + type.name());
        atMost(MOST_TYPES, type.permits(), "cases of " + type.name());
        atMost(MOST_CONSTANTS, type.constants(), "constants of " + type.name());
        distinct(
                type.parts().stream().map(Part::name).toList(),
                type.kind() == Kind.RECORD ? Names::isComponentName : Names::isIdentifier,
                "part",
                type.name());
        distinct(type.constants(), Names::isIdentifier, "constant", type.name());
        distinct(type.variables(), Names::isIdentifier, "type variable", type.name());
        distinct(type.permits(), types::containsKey, "case", type.name());
        distinct(type.supertypes(), types::containsKey, "supertype", type.name());
        require(type.kind() != Kind.ENUM || type.variables().isEmpty(), "enum '%s' has type variables", type.name());
        int slots = 0;
        for (Part part : type.parts()) {
            ClassDesc erased = Signatures.erased(signature(part.type(), part.name()));
            require(!erased.descriptorString().equals("V"), "part '%s' of '%s' is void", part.name(), type.name());
            slots += slots(erased);
        }
        require(slots <= MOST_PARTS, "'%s' has too many parts", type.name());
    }

    /**
     * Checks the supertypes: a class may extend one class, records and enums have interfaces only, and no type is its own
     * supertype.
     *
     * @param known the results so far; 0 while a type is being checked
     */
    private int generation(InterfaceDescription.Type type, Map<String, Integer> known) {
        Integer before = known.putIfAbsent(type.name(), 0);
        if (before != null) {
            require(before > 0, "'%s' is its own supertype", type.name());
            return before;
        }
        int classes = 0;
        int generation = 1;
        for (InterfaceDescription.Type above : supertypes(type)) {
            boolean possible = switch (above.kind()) {
                case CLASS -> type.kind() == Kind.CLASS && ++classes == 1;
                case RECORD, ENUM -> false;
                case SEALED -> above.permits().contains(type.name());
                case OPEN, REFERENCE -> true;
            };
            require(possible, "'%s' cannot extend '%s'", type.name(), above.name());
            generation = Math.max(generation, 1 + generation(above, known));
        }
        require(generation <= MOST_GENERATIONS, "'%s' has too many ancestors", type.name());
        known.put(type.name(), generation);
        return generation;
    }

    /** Returns the described supertypes, including sealed types that list the type as a case. */
    List<InterfaceDescription.Type> supertypes(InterfaceDescription.Type type) {
        return supertypes.getOrDefault(type.name(), Set.of()).stream()
                .map(types::get)
                .toList();
    }

    /** Returns the superclass, if it is a described type. */
    Optional<InterfaceDescription.Type> superclass(InterfaceDescription.Type type) {
        return supertypes(type).stream()
                .filter(above -> above.kind() == Kind.CLASS)
                .findFirst();
    }

    private void check(Method method) {
        require(Names.isMethod(method.name(), method.descriptor()), "'%s' is not the name of a method", method.name());
        atMost(MOST_PARTS, method.parameters(), "parameters of " + method.name());
        atMost(MOST_PARTS, method.exceptions(), "exceptions of " + method.name());
        MethodTypeDesc descriptor;
        try {
            descriptor = MethodTypeDesc.ofDescriptor(method.descriptor());
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw refused("'%s' is not the descriptor of a method", method.descriptor());
        }
        require(
                descriptor.parameterCount() == method.parameters().size(),
                "method '%s' has other parameters in its descriptor than in its signature",
                method.name());
        fits(method, method.result(), descriptor.returnType());
        int slots = 1;
        for (int i = 0; i < descriptor.parameterCount(); i++) {
            fits(method, method.parameters().get(i).type(), descriptor.parameterType(i));
            slots += slots(descriptor.parameterType(i));
        }
        require(slots <= MOST_PARTS, "method '%s' has too many parameters", method.name());
    }

    private void fits(Method method, String signature, ClassDesc erased) {
        Signature parsed = signature(signature, method.name());
        Signatures.classes(Signature.of(erased), type -> known(type, method.name()));
        boolean open = variable(parsed);
        require(
                open || Signatures.erased(parsed).equals(erased),
                "method '%s' says '%s' in its signature and '%s' in its descriptor",
                method.name(),
                DescriptionException.shortened(signature),
                erased.displayName());
    }

    private static boolean variable(Signature signature) {
        return switch (signature) {
            case Signature.TypeVarSig _ -> true;
            case Signature.ArrayTypeSig array -> variable(array.componentSignature());
            case Signature.BaseTypeSig _, Signature.ClassTypeSig _ -> false;
        };
    }

    private Signature signature(String text, String place) {
        try {
            Signature signature = Signatures.parse(text);
            Signatures.classes(signature, type -> known(type, place));
            return signature;
        } catch (IllegalArgumentException e) {
            throw refused("'%s' at '%s' is not a type", DescriptionException.shortened(text), place);
        }
    }

    private void known(Signature.ClassTypeSig type, String place) {
        String className = Signatures.className(type);
        int given = type.typeArgs().size();
        if (className.equals(description.type())) {
            return;
        }
        InterfaceDescription.Type own = types.get(className);
        boolean known = own != null || (className.startsWith("java.") && isOfThePlatform(className));
        require(known, "'%s' names the class '%s', which is neither described nor the JDK's", place, className);
        int variables =
                own != null ? own.variables().size() : platformClass(className).getTypeParameters().length;
        require(given == 0 || given == variables, "'%s' gives '%s' %d type arguments", place, className, given);
    }

    private static boolean isOfThePlatform(String className) {
        try {
            platformClass(className);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static Class<?> platformClass(String className) {
        try {
            return Class.forName(className, false, ClassLoader.getPlatformClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            throw new IllegalArgumentException(className, e);
        }
    }

    private static int slots(ClassDesc type) {
        return type.descriptorString().equals("J") || type.descriptorString().equals("D") ? 2 : 1;
    }

    private void className(String name, String what) {
        require(Names.isClassName(name), "%s cannot be named '%s'", what, name);
    }

    private void distinct(List<String> names, Predicate<String> fits, String what, String of) {
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            require(fits.test(name), "'%s' cannot be a %s of '%s'", name, what, of);
            require(seen.add(name), "%3$s '%1$s' of '%2$s' is there twice", name, of, what);
        }
    }

    private void atMost(int most, Collection<?> those, String what) {
        require(those.size() <= most, "it has %d %s; the most is %d", those.size(), what, most);
    }

    private void require(boolean holds, String problem, Object... details) {
        if (!holds) {
            throw refused(problem, details);
        }
    }

    private DescriptionException refused(String problem, Object... details) {
        Object[] shortened = details.clone();
        for (int i = 0; i < shortened.length; i++) {
            if (shortened[i] instanceof String text) {
                shortened[i] = DescriptionException.shortened(text);
            }
        }
        return new DescriptionException(description.type(), problem.formatted(shortened));
    }
}
