package dev.wherry;

import java.util.List;

/**
 * A remote interface in words, for tools that have not its classes. Types are written as generic signatures in the class
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
     * @param descriptor the erased descriptor, which with the name tells overloads apart
     * @param result the generic signature of what is returned
     * @param exceptions class names
     */
    public record Method(
            String name,
            String descriptor,
            List<Part> parameters,
            String result,
            List<String> exceptions,
            boolean oneWay,
            boolean idempotent) {
        public Method {
            parameters = List.copyOf(parameters);
            exceptions = List.copyOf(exceptions);
        }
    }

    /** A parameter, a record component or a field: its name and generic signature. */
    public record Part(String name, String type) {}

    /** What kind of type it is. */
    public enum Kind {
        RECORD,
        ENUM,
        CLASS,
        SEALED,
        REFERENCE
    }

    /**
     * @param parts record components or fields, in order
     * @param constants of an enum
     * @param permits class names of a sealed type's cases
     */
    public record Type(String name, Kind kind, List<Part> parts, List<String> constants, List<String> permits) {
        public Type {
            parts = List.copyOf(parts);
            constants = List.copyOf(constants);
            permits = List.copyOf(permits);
        }
    }
}
