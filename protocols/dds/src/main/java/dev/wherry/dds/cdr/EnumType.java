package dev.wherry.dds.cdr;

import dev.wherry.dds.types.JavaType;

/** Enums: the number of a constant is its position. */
final class EnumType extends CdrType {
    private final JavaType.Constants type;
    private final Object[] constants;

    EnumType(JavaType.Constants type) {
        this.type = type;
        constants = type.constants().toArray();
    }

    @Override
    @SuppressWarnings("EnumOrdinal") // is what is sent
    void write(CdrWriter to, Object value) {
        to.writeInt(((Enum<?>) value).ordinal());
    }

    @Override
    Object read(CdrReader from) {
        int number = from.readInt();
        if (number < 0 || number >= constants.length) {
            from.move(-4);
            throw from.failure(
                    number + " is not a constant of " + type.type().getName() + ", which has " + constants.length);
        }
        return constants[number];
    }

    @Override
    Object missing(CdrReader from) {
        return constants[0];
    }

    @Override
    int lengthCode() {
        return 2;
    }
}
