package dev.wherry.codec.compact;

import dev.wherry.spi.Definition;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records and classes with fields: a schema once per link, then the members. */
final class ObjectCodec extends SchemaCodec {
    /** The number of uses after which code is generated. For fewer uses, generating it costs more than it saves. */
    private static final int USES = 100;

    private final CodecContext codecs;
    private final CodeGeneration generation;
    private final ClassLayout layout;
    private @Nullable FieldCodec fieldCodec;
    private int uses;

    private ObjectCodec(
            CodecContext codecs, CodeGeneration generation, ClassLayout layout, Schema schema, Definition definition) {
        super(layout.type(), schema, definition, layout.isClosed());
        this.codecs = codecs;
        this.generation = generation;
        this.layout = layout;
        this.uses = generation == CodeGeneration.LAZY ? 0 : USES + 1;
    }

    static ObjectCodec of(Class<?> type, CodecContext codecs, CodeGeneration generation) {
        ClassLayout layout = ClassLayout.of(type, codecs);
        Schema.Shape shape = type.isRecord() ? Schema.Shape.RECORD : Schema.Shape.CLASS;
        Schema schema =
                new Schema(shape, type.getName(), codecs.preservesIdentity(type), Schema.parts(layout.members()));
        return new ObjectCodec(codecs, generation, layout, schema, schema.define());
    }

    /** Returns the codec of the same class with type arguments, which the types of its fields may depend on. */
    ObjectCodec with(Type arguments) {
        return new ObjectCodec(codecs, generation, ClassLayout.of(arguments, codecs), schema, definition);
    }

    @Override
    ValueCodec as(Schema theirs) {
        return new OtherVersion(codecs, layout, theirs);
    }

    @Override
    void write(Object value, Slot at, Writer to) {
        try {
            fieldCodec().write(value, to);
        } catch (Throwable e) {
            throw ErrorPath.failure(e, "Writing a " + type.getName());
        }
    }

    @Override
    Object read(Slot at, Reader from, int id) {
        try {
            return layout.resolved(fieldCodec().read(from, closed ? -1 : id));
        } catch (Throwable e) {
            throw ErrorPath.failure(e, "Making a " + type.getName());
        }
    }

    /**
     * Returns the codec of the fields. It is made at the first use, since most classes that an interface names are
     * never used. A race makes it twice, without harm.
     */
    private FieldCodec fieldCodec() {
        FieldCodec made = fieldCodec;
        if (made == null || (uses <= USES && ++uses > USES)) {
            made = uses > USES && generation.generates(layout)
                    ? FieldCodecGenerator.make(layout)
                    : new FieldCodec.Interpreted(layout, new SchemaAdapter(codecs, schema.parts(), layout.members()));
            fieldCodec = made;
        }
        return made;
    }

    /** Reads a record or class as a peer with another version of it writes it. */
    static final class OtherVersion extends SchemaCodec.ReadOnly {
        /** Bytes of memory of an object, and the most that each of its fields takes. */
        private static final int OBJECT = 16;

        private static final int FIELD = 8;

        private final ClassLayout layout;
        private final SchemaAdapter adapter;
        private final long memory;

        OtherVersion(CodecContext codecs, ClassLayout layout, Schema theirs) {
            super(layout.type(), theirs);
            this.layout = layout;
            this.adapter = new SchemaAdapter(codecs, theirs.parts(), layout.members());
            this.memory = OBJECT
                    + FIELD
                            * (long) ClassLayout.fields(type, Object.class, Modifier.STATIC)
                                    .size();
        }

        @Override
        Object read(Slot at, Reader from, int id) {
            // The peer may have sent none of the members, but the object takes memory for all.
            from.takeMemory(memory, type);
            try {
                return layout.resolved(adapter.read(layout, from, layout.isClosed() ? -1 : id));
            } catch (Throwable e) {
                List<String> missing =
                        adapter.missing.stream().map(Member::name).toList();
                throw ErrorPath.failure(
                        e,
                        "Making a " + type.getName()
                                + (missing.isEmpty()
                                        ? ""
                                        : " without " + missing + ", which the peer's version of it does not have,"));
            }
        }
    }
}
