package dev.wherry.dds.cdr;

import dev.wherry.dds.types.DataType.Enumeration;
import dev.wherry.dds.types.DataType.Extensibility;
import dev.wherry.dds.types.DataType.Primitive;
import dev.wherry.dds.types.DataType.Union;
import dev.wherry.dds.types.JavaType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Unions. The class of a value chooses its case. */
final class UnionType extends CdrType {
    private final JavaType.Cases type;
    private final CdrType[] cases;
    private final Map<Class<?>, Integer> places = new HashMap<>();
    private final Map<Integer, Integer> placesByLabel = new HashMap<>();
    /** The labels that are written. */
    private final int[] labels;

    private final @Nullable Integer otherwise;

    UnionType(JavaType.Cases type, List<CdrType> cases) {
        this.type = type;
        this.cases = cases.toArray(CdrType[]::new);
        labels = new int[this.cases.length];
        Integer byDefault = null;
        for (int i = 0; i < labels.length; i++) {
            places.put(type.classes().get(i), i);
            List<Integer> each = type.dataType().cases().get(i).labels();
            if (each.isEmpty()) {
                byDefault = i;
            } else {
                labels[i] = each.getFirst();
                for (int label : each) {
                    placesByLabel.put(label, i);
                }
            }
        }
        otherwise = byDefault;
        if (byDefault != null) {
            labels[byDefault] = unused(type.dataType());
        }
    }

    /** Returns a value of the discriminator that stands for the default case. */
    private int unused(Union union) {
        IntStream candidates = union.discriminator() instanceof Enumeration literals
                ? literals.literals().stream().mapToInt(Enumeration.Literal::value)
                : IntStream.rangeClosed(0, placesByLabel.size());
        return candidates
                .filter(each -> !placesByLabel.containsKey(each))
                .findFirst()
                .orElse(0);
    }

    @Override
    void write(CdrWriter to, Object value) {
        Class<?> of = value instanceof Enum<?> constant ? constant.getDeclaringClass() : value.getClass();
        Integer place = places.get(of);
        if (place == null) {
            throw to.failure("a " + of.getName() + ", which is not a case of "
                    + type.type().getName());
        }
        Extensibility extensibility = type.dataType().extensibility();
        int start = isDelimited(to.delimits(), extensibility) ? to.beginLength() : 0;
        writeLabel(to, labels[place]);
        try {
            cases[place].write(to, value);
        } catch (CdrException e) {
            throw e.within("<" + of.getSimpleName() + ">");
        }
        end(to, extensibility, start);
    }

    private void writeLabel(CdrWriter to, int label) {
        switch (width()) {
            case 1 -> to.writeByte((byte) label);
            case 2 -> to.writeShort((short) label);
            case 8 -> to.writeLong(label);
            default -> to.writeInt(label);
        }
    }

    /** Returns the label; null if it is a number that no label is. */
    private @Nullable Integer readLabel(CdrReader from) {
        return switch (type.dataType().discriminator()) {
            case Primitive.BOOLEAN -> from.readBoolean() ? 1 : 0;
            case Primitive.BYTE, Primitive.UINT8, Primitive.CHAR8 -> from.readByte() & 0xff;
            case Primitive.INT16 -> (int) from.readShort();
            case Primitive.UINT16 -> from.readShort() & 0xffff;
            case Primitive.INT64, Primitive.UINT64 -> {
                long label = from.readLong();
                yield label == (int) label ? (int) label : null;
            }
            default -> from.readInt();
        };
    }

    private int width() {
        return switch (type.dataType().discriminator()) {
            case Primitive.BOOLEAN, Primitive.BYTE, Primitive.UINT8, Primitive.CHAR8 -> 1;
            case Primitive.INT16, Primitive.UINT16 -> 2;
            case Primitive.INT64, Primitive.UINT64 -> 8;
            default -> 4;
        };
    }

    /** Begins a union whose discriminator is an {@code int}. Returns what {@link #end} takes. */
    static int begin(CdrWriter to, Extensibility extensibility, int label) {
        int start = isDelimited(to.delimits(), extensibility) ? to.beginLength() : 0;
        to.writeInt(label);
        return start;
    }

    /** Ends a union. */
    static void end(CdrWriter to, Extensibility extensibility, int start) {
        if (isDelimited(to.delimits(), extensibility)) {
            to.endLength(start);
        }
    }

    /** Returns whether a union has a length. */
    static boolean isDelimited(boolean delimits, Extensibility extensibility) {
        return delimits && extensibility != Extensibility.FINAL;
    }

    @Override
    Object read(CdrReader from) {
        from.enter();
        boolean delimited = isDelimited(from.delimits(), type.dataType().extensibility());
        int outer = delimited ? from.beginLength() : 0;
        Integer label = readLabel(from);
        Integer place = placesByLabel.get(label);
        if (place == null) {
            place = otherwise;
        }
        if (place == null) {
            from.move(-width());
            throw from.failure(
                    "the label " + (label == null ? "of 8 bytes" : label) + " is not one of " + placesByLabel.keySet());
        }
        Object value;
        try {
            value = cases[place].read(from);
        } catch (CdrException e) {
            throw e.within("<" + type.classes().get(place).getSimpleName() + ">");
        }
        if (delimited) {
            from.endLength(outer);
        }
        from.leave();
        return value;
    }

    @Override
    Object missing(CdrReader from) {
        return cases[0].missing(from);
    }
}
