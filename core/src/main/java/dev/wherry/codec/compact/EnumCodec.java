package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;
import dev.wherry.spi.Definition;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Enums. The schema lists the names of the constants, and a value is a number. So either side may add or reorder
 * constants.
 */
@SuppressWarnings("EnumOrdinal") // the schema has the same order
final class EnumCodec extends SchemaCodec {
    /** The constants by their numbers in the writer's schema; null for those that are unknown here. */
    private final @Nullable Object[] constants;

    private final Map<String, Object> byName = new HashMap<>();

    private EnumCodec(Class<?> type, Schema schema, Definition definition) {
        super(type, schema, definition, false);
        for (Object constant : type.getEnumConstants()) {
            byName.put(((Enum<?>) constant).name(), constant);
        }
        constants = schema.parts().stream().map(part -> byName.get(part.name())).toArray();
    }

    static EnumCodec of(Class<?> type) {
        Schema schema = schema(type);
        return new EnumCodec(type, schema, schema.define());
    }

    private static Schema schema(Class<?> type) {
        List<Schema.Part> parts = Arrays.stream(type.getEnumConstants())
                .map(each -> new Schema.Part(((Enum<?>) each).name(), FieldKind.OPEN))
                .toList();
        int length =
                parts.stream().mapToInt(part -> 2 * part.name().length() + 3).sum();
        boolean fits = length < Definition.LONGEST - 1024;
        return new Schema(
                fits ? Schema.Shape.ENUM : Schema.Shape.NAMED_ENUM, type.getName(), false, fits ? parts : List.of());
    }

    @Override
    EnumCodec as(Schema other) {
        return new EnumCodec(type, other, definition);
    }

    @Override
    void write(Object value, Slot at, Writer to) {
        Enum<?> constant = (Enum<?>) value;
        if (schema.shape() == Schema.Shape.ENUM) {
            to.out.writeSize(constant.ordinal());
        } else {
            to.out.writeText(constant.name());
        }
    }

    @Override
    Object read(Slot at, Reader from, int id) {
        if (schema.shape() == Schema.Shape.NAMED_ENUM) {
            String name = ScalarCodecs.text(from.in);
            return known(byName.get(name), name);
        }
        int number = from.in.readSize();
        if (number < 0 || number >= constants.length) {
            throw CodecException.malformed("constant " + Integer.toUnsignedString(number) + " of " + constants.length
                    + " of " + type.getName());
        }
        return known(constants[number], schema.parts().get(number).name());
    }

    private Object known(@Nullable Object constant, String name) {
        if (constant == null) {
            throw CodecException.impossible("The peer sent " + type.getName() + "." + name
                    + ", a constant that is not known here. Known: " + byName.keySet()
                    + ". Bring both sides to the same version of the enum");
        }
        return constant;
    }
}
