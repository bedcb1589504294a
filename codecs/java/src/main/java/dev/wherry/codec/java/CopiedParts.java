package dev.wherry.codec.java;

import dev.wherry.codec.ClassNames;
import dev.wherry.codec.DecodingBudget;
import dev.wherry.codec.java.StreamHandles.Node;
import java.util.Collection;
import java.util.Map;

/**
 * Counts the copies that values of the JDK make of a text, an array or a collection elsewhere in the message. Many values copy
 * or parse it when they are read, so a reference of a few bytes may cost as much as the whole.
 */
final class CopiedParts {
    /** Parts of a name are objects. */
    private static final int MEMORY_OF_NAME = 64;

    private static final int WORK_OF_NAME = 8;
    /** References of arrays and elements of collections take five bytes, and become entries. */
    private static final int MEMORY = 16;

    /** Memory for each byte of a part; 0 of a class that makes nothing of it. */
    private static final ClassValue<Integer> MADE = new ClassValue<>() {
        @Override
        protected Integer computeValue(Class<?> type) {
            return switch (type.getName()) {
                case "javax.management.ObjectName", "javax.naming.ldap.LdapName", "javax.naming.ldap.Rdn" ->
                    MEMORY_OF_NAME;
                default ->
                    type == Substitutes.Link.class || (ClassNames.isOfJdk(type) && StreamClass.runsCode(type))
                            ? MEMORY
                            : 0;
            };
        }
    };

    private CopiedParts() {}

    /** Whether what a class writes behind its fields are elements, which it keeps as they are. */
    static boolean areElements(Class<?> type) {
        return Collection.class.isAssignableFrom(type)
                || Map.class.isAssignableFrom(type)
                || type.getName().equals("java.util.CollSer");
    }

    /** Takes the memory and the work of what an object of a class makes of a part that was read before. */
    static void pay(Class<?> by, Node part, DecodingBudget budget) {
        boolean copied = part.type == null || part.type.type().isArray() || part.type.isContainer();
        int memory = copied && part != StreamHandles.NULL ? MADE.get(by) : 0;
        if (memory > 0) {
            budget.takeMemory(memory * part.cost, by);
            budget.takeWork((memory == MEMORY_OF_NAME ? WORK_OF_NAME : 1) * part.cost, "Reading a " + by.getName());
        }
    }
}
