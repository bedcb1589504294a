package dev.wherry.statistics;

import java.util.List;

/**
 * The description of a remote interface, for tools that do not have its classes. Types are written as generic signatures in the class
 * file's grammar (JVMS 4.7.9.1), such as {@code Ljava/util/List<Ljava/lang/String;>;} or {@code I}.
 *
 * @param type the interface's class name
 * @param methods in the order of their names, then of their descriptors
 * @param types those that the signatures reach or that are registered, JDK types left out
 */
public record InterfaceDescription(String type, boolean rmi, List<Method> methods, List<Type> types) {
    public InterfaceDescription {
        methods = List.copyOf(methods);
        types = List.copyOf(types);
    }

    /**
     * A method of the interface.
     *
     * @param descriptor the erased descriptor, which with the name identifies an overload
     * @param result the generic signature of the result
     * @param exceptions class names
     * @param varargs whether the last parameter is declared with three dots
     */
    public record Method(
            String name,
            String descriptor,
            List<Part> parameters,
            String result,
            List<String> exceptions,
            boolean oneWay,
            boolean idempotent,
            boolean varargs) {
        public Method {
            parameters = List.copyOf(parameters);
            exceptions = List.copyOf(exceptions);
        }
    }

    /** A parameter, a record component or a field: its name and generic signature. */
    public record Part(String name, String type) {}

    /** The kind of a type. */
    public enum Kind {
        /** A record. */
        RECORD,
        /** An enum. */
        ENUM,
        /** A class that can be instantiated. */
        CLASS,
        /** A sealed interface or abstract class; its cases are known. */
        SEALED,
        /** An interface or abstract class that is not sealed; its cases are those registered. */
        OPEN,
        /** An interface whose objects are passed by reference. */
        REFERENCE
    }

    /**
     * A type that the signatures of the methods reach, or that is registered.
     *
     * @param variables names of the type variables that it declares, in order; they occur in the parts' signatures
     * @param supertypes class names of its superclass and interfaces, those that are described here too
     * @param parts record components or fields, in order, inherited fields first
     * @param constants of an enum
     * @param permits class names of a sealed type's cases
     */
    public record Type(
            String name,
            Kind kind,
            List<String> variables,
            List<String> supertypes,
            List<Part> parts,
            List<String> constants,
            List<String> permits) {
        public Type {
            variables = List.copyOf(variables);
            supertypes = List.copyOf(supertypes);
            parts = List.copyOf(parts);
            constants = List.copyOf(constants);
            permits = List.copyOf(permits);
        }
    }
}
