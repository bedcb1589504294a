package dev.wherry.cli.types;

import java.util.List;
import java.util.Set;

/** Checks the names that a peer gives to generated classes and their members. */
final class Names {
    private static final int LONGEST = 512;
    /** The packages of the platform. */
    private static final List<String> TAKEN = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

    /** The packages of Wherry's API, whose annotations the generated classes have. */
    private static final Set<String> TAKEN_PACKAGES = Set.of("dev.wherry", "dev.wherry.spi");

    /** Names that Java forbids for the components of a record, because of their accessors. */
    private static final Set<String> NO_COMPONENTS =
            Set.of("clone", "finalize", "getClass", "hashCode", "notify", "notifyAll", "toString", "wait");

    /** Methods that an interface cannot declare, because they are final in Object. */
    private static final Set<String> FINAL =
            Set.of("getClass()", "notify()", "notifyAll()", "wait()", "wait(J)", "wait(JI)");

    private Names() {}

    static boolean isIdentifier(String name) {
        return !name.isEmpty()
                && name.length() <= LONGEST
                && Character.isJavaIdentifierStart(name.codePointAt(0))
                && name.codePoints()
                        .allMatch(c -> Character.isJavaIdentifierPart(c) && !Character.isIdentifierIgnorable(c));
    }

    static boolean isClassName(String name) {
        if (name.length() > LONGEST || TAKEN.stream().anyMatch(name::startsWith)) {
            return false;
        }
        for (String part : name.split("\\.", -1)) {
            if (!isIdentifier(part)) {
                return false;
            }
        }
        int dot = name.lastIndexOf('.');
        return dot < 0 || !TAKEN_PACKAGES.contains(name.substring(0, dot));
    }

    static boolean isComponentName(String name) {
        return isIdentifier(name) && !NO_COMPONENTS.contains(name);
    }

    static boolean isMethod(String name, String descriptor) {
        return isIdentifier(name) && !FINAL.contains(name + descriptor.substring(0, descriptor.indexOf(')') + 1));
    }

    /** Returns the part after the last dot or dollar sign. */
    static String simple(String className) {
        int end = Math.max(className.lastIndexOf('.'), className.lastIndexOf('$'));
        String simple = className.substring(end + 1);
        return simple.isEmpty() ? className : simple;
    }
}
