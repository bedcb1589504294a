package dev.wherry.dds.cdr;

import dev.wherry.dds.types.DataType;
import dev.wherry.dds.types.JavaType;
import java.util.HashMap;
import java.util.Map;

/** Enums: each constant has a number. */
final class EnumType extends CdrType {
    private final JavaType.Constants type;
    private final Object[] constants;
    private final int[] numbers;
    private final Map<Integer, Object> byNumber = new HashMap<>();

    EnumType(JavaType.Constants type) {
        this.type = type;
        constants = type.constants().toArray();
        numbers = type.dataType().literals().stream()
                .mapToInt(DataType.Enumeration.Literal::value)
                .toArray();
        for (int i = 0; i < numbers.length; i++) {
            byNumber.put(numbers[i], constants[i]);
        }
    }

    @Override
    @SuppressWarnings("EnumOrdinal") // the literals are in this order
    void write(CdrWriter to, Object value) {
        to.writeInt(numbers[((Enum<?>) value).ordinal()]);
    }

    @Override
    Object read(CdrReader from) {
        int number = from.readInt();
        Object constant = byNumber.get(number);
        if (constant == null) {
            from.move(-4);
            throw from.failure(
                    number + " is not a constant of " + type.type().getName() + ", which has " + constants.length);
        }
        return constant;
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
