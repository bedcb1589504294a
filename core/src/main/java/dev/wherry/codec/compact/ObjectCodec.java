package dev.wherry.codec.compact;

import dev.wherry.spi.Definition;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/** Records and classes with fields: a schema once per link, then the members. */
final class ObjectCodec extends SchemaCodec {
    /** Uses after which code is generated: below, making it costs more than it saves. */
    private static final int USES = 100;

    private final ValueCodecs codecs;
    private final ClassLayout layout;
    private @Nullable FieldCodec fieldCodec;
    private int uses;

    private ObjectCodec(ValueCodecs codecs, ClassLayout layout, Schema schema, Definition definition) {
        super(layout.type(), schema, definition, layout.isClosed());
        this.codecs = codecs;
        this.layout = layout;
        this.uses = codecs.generation == CodeGeneration.LAZY ? 0 : USES + 1;
    }

    static ObjectCodec of(Class<?> type, ValueCodecs codecs) {
        ClassLayout layout = ClassLayout.of(type, codecs);
        Schema.Shape shape = type.isRecord() ? Schema.Shape.RECORD : Schema.Shape.CLASS;
        Schema schema = new Schema(shape, type.getName(), codecs.keeps(type), Schema.parts(layout.members()));
        return new ObjectCodec(codecs, layout, schema, schema.define());
    }

    /** The same class with type arguments, which its fields may be declared by. */
    ObjectCodec with(Type arguments) {
        return new ObjectCodec(codecs, ClassLayout.of(arguments, codecs), schema, definition);
    }

    @Override
    ValueCodec as(Schema theirs) {
        return new OtherVersionCodec(codecs, layout, theirs);
    }

    @Override
    void write(Object value, Slot at, Writer to) {
        try {
            fieldCodec().write(value, to);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw ErrorPath.thrown(e, "Writing a " + type.getName());
        }
    }

    @Override
    Object read(Slot at, Reader from, int id) {
        try {
            return layout.resolved(fieldCodec().read(from, closed ? -1 : id));
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw ErrorPath.thrown(e, "Making a " + type.getName());
        }
    }

    /** Made when it is first used: most classes that an interface names never are. A race makes it twice, harmlessly. */
    private FieldCodec fieldCodec() {
        FieldCodec made = fieldCodec;
        if (made == null || (uses <= USES && ++uses > USES)) {
            made = uses > USES ? codecs.generation.fieldCodec(layout) : new InterpretedFieldCodec(layout);
            fieldCodec = made;
        }
        return made;
    }
}
