package dev.wherry.codec.compact;

/** When code is generated for a class. The bytes on the wire are the same in all cases. */
enum CodeGeneration {
    NEVER,
    /** After the class has been used so often that generating code pays. */
    LAZY,
    ALWAYS;

    /** A generated method keeps all members on its operand stack. Classes with more members are interpreted. */
    private static final int MOST_MEMBERS = 100;

    /** Returns whether code can be generated for a class. */
    boolean generates(ClassLayout layout) {
        return this != NEVER
                && layout.members().size() <= MOST_MEMBERS
                && layout.construction() != ClassLayout.Construction.SERIALIZATION;
    }
}
