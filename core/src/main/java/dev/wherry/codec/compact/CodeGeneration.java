package dev.wherry.codec.compact;

/** How the code of a class comes about. All ways write and read the same bytes. */
enum CodeGeneration {
    /** Never: through method handles. */
    NONE,
    /** By {@link #BEST} once a class has shown that it is used. */
    LAZY,
    /** In a class of Wherry's own, through accessors that are constant method handles: works across modules. */
    CLASS_DATA,
    /** In a nestmate of the class, by field instructions, where Wherry and the class share module and loader. */
    BEST;

    /** Components a generated method can hold in variables and pass on; more than anybody has. */
    private static final int MOST_MEMBERS = 100;

    boolean lazy() {
        return this == LAZY;
    }

    FieldCodec body(ClassLayout layout) {
        return this == NONE || layout.members().size() > MOST_MEMBERS
                ? new InterpretedFieldCodec(layout)
                : FieldCodecGenerator.make(
                        layout, this != CLASS_DATA && FieldCodecGenerator.mayBeNestmate(layout.type()));
    }
}
