package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;
import dev.wherry.spi.Definition;
import java.lang.reflect.Field;
import java.util.List;

/**
 * Objects that their class keeps in static final fields, see {@link Singletons}. They lie as those of an enum: a schema names
 * the fields, and a value is a number. One beyond them is of an object in none of the fields, which arrives as a new one.
 */
@SuppressWarnings("ReferenceEquality") // that there is one of each is the point
final class SingletonCodec extends SchemaCodec {
    private SingletonCodec(Class<?> type, Schema schema, Definition definition) {
        super(type, schema, definition, false);
    }

    static SingletonCodec of(Class<?> type) {
        List<Schema.Part> parts = Singletons.of(type).stream()
                .map(field -> new Schema.Part(field.getName(), FieldKind.OPEN))
                .toList();
        Schema schema = new Schema(Schema.Shape.ENUM, type.getName(), false, parts);
        return new SingletonCodec(type, schema, schema.define());
    }

    @Override
    ValueCodec as(Schema theirs) {
        return new SingletonCodec(type, theirs, definition);
    }

    @Override
    void write(Object value, Slot at, Writer to) {
        List<Field> fields = Singletons.of(type);
        int number = 0;
        while (number < fields.size() && Singletons.value(fields.get(number)) != value) {
            number++;
        }
        to.out.writeSize(number);
    }

    @Override
    Object read(Slot at, Reader from, int id) {
        int number = from.in.readSize();
        int count = schema.parts().size();
        if (number < 0 || number > count) {
            throw CodecException.malformed(
                    "constant " + Integer.toUnsignedString(number) + " of " + count + " of " + type.getName());
        }
        if (number == count) {
            return Instantiator.of(type);
        }
        String name = schema.parts().get(number).name();
        for (Field field : Singletons.of(type)) {
            if (field.getName().equals(name)) {
                return Singletons.value(field);
            }
        }
        throw CodecException.impossible("The peer sent " + type.getName() + "." + name
                + ", which is not here. Bring both sides to the same version of the class");
    }
}
