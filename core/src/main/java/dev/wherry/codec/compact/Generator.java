package dev.wherry.codec.compact;

/** How the code of a class comes about. */
enum Generator {
    /** Never: through method handles, for tests and for classes that differ from a peer's. */
    NONE,
    /** Once a class has shown that it is used. */
    LAZY;

    boolean lazy() {
        return this == LAZY;
    }

    Body body(Plan plan) {
        return new InterpretedBody(plan);
    }
}
