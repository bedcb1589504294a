package dev.wherry.cli.types;

import java.lang.classfile.Signature;
import java.lang.classfile.Signature.ArrayTypeSig;
import java.lang.classfile.Signature.BaseTypeSig;
import java.lang.classfile.Signature.ClassTypeSig;
import java.lang.classfile.Signature.RefTypeSig;
import java.lang.classfile.Signature.TypeArg;
import java.lang.classfile.Signature.TypeVarSig;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.Collection;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Work on generic signatures in the class file's grammar (JVMS 4.7.9.1). */
public final class Signatures {
    /** No signature of real source code is longer. The limit also bounds the recursion in this class. */
    private static final int LONGEST = 2_048;

    private static final int MOST_DIMENSIONS = 16;

    private Signatures() {}

    /**
     * Returns the signature of a field, a parameter or a result.
     *
     * @throws IllegalArgumentException if it is not a signature, or longer than 2,048 characters
     */
    public static Signature parse(String text) {
        if (text.length() > LONGEST) {
            throw new IllegalArgumentException(
                    "a signature of " + text.length() + " characters; the most is " + LONGEST);
        }
        if (text.contains("[".repeat(MOST_DIMENSIONS + 1))) {
            throw new IllegalArgumentException("an array of more than " + MOST_DIMENSIONS + " dimensions");
        }
        try {
            return Signature.parseFrom(text);
        } catch (IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("a signature that ends too soon", e);
        }
    }

    /** Calls {@code seen} with every class that the signature names. */
    static void classes(Signature signature, Consumer<ClassTypeSig> seen) {
        switch (signature) {
            case ArrayTypeSig array -> classes(array.componentSignature(), seen);
            case ClassTypeSig type -> {
                seen.accept(type);
                arguments(type).forEach(argument -> classes(argument, seen));
            }
            case BaseTypeSig _, TypeVarSig _ -> {}
        }
    }

    /** Returns the erased type; a type variable counts as Object. */
    static ClassDesc erased(Signature signature) {
        return switch (signature) {
            case BaseTypeSig base -> ClassDesc.ofDescriptor(String.valueOf(base.baseType()));
            case ArrayTypeSig array -> erased(array.componentSignature()).arrayType();
            case ClassTypeSig type -> ClassDesc.of(className(type));
            case TypeVarSig _ -> ConstantDescs.CD_Object;
        };
    }

    /**
     * Returns the signature without undeclared type variables. A variable alone becomes {@code erased}, one that is an argument
     * becomes a wildcard. Wherry treats both as open types, as it treats the variable.
     *
     * @param raw a class that is generated without its type variables
     */
    static Signature closed(Signature signature, ClassDesc erased, Predicate<String> declared, String raw) {
        return switch (signature) {
            case BaseTypeSig base -> base;
            case TypeVarSig variable -> declared.test(variable.identifier()) ? variable : Signature.of(erased);
            case ArrayTypeSig array ->
                erased.isArray()
                        ? ArrayTypeSig.of(closed(array.componentSignature(), erased.componentType(), declared, raw))
                        : Signature.of(erased);
            case ClassTypeSig type -> {
                TypeArg[] arguments = type.typeArgs().stream()
                        .filter(_ -> !className(type).equals(raw))
                        .map(argument -> closed(argument, declared, raw))
                        .toArray(TypeArg[]::new);
                yield ClassTypeSig.of(ClassDesc.of(className(type)), arguments);
            }
        };
    }

    private static TypeArg closed(TypeArg argument, Predicate<String> declared, String raw) {
        return switch (argument) {
            case TypeArg.Unbounded any -> any;
            case TypeArg.Bounded bounded when isUndeclared(bounded.boundType(), declared) -> TypeArg.unbounded();
            case TypeArg.Bounded bounded ->
                TypeArg.bounded(bounded.wildcardIndicator(), (RefTypeSig)
                        closed(bounded.boundType(), erased(bounded.boundType()), declared, raw));
        };
    }

    private static boolean isUndeclared(Signature signature, Predicate<String> declared) {
        return switch (signature) {
            case TypeVarSig variable -> !declared.test(variable.identifier());
            case ArrayTypeSig array -> isUndeclared(array.componentSignature(), declared);
            case BaseTypeSig _, ClassTypeSig _ -> false;
        };
    }

    private static Collection<RefTypeSig> arguments(ClassTypeSig type) {
        return type.typeArgs().stream()
                .filter(TypeArg.Bounded.class::isInstance)
                .map(argument -> ((TypeArg.Bounded) argument).boundType())
                .toList();
    }

    static String className(ClassTypeSig type) {
        String own = type.className().replace('/', '.');
        return type.outerType().map(outer -> className(outer) + "$" + own).orElse(own);
    }
}
