package dev.wherry.dds.idl;

import dev.wherry.dds.types.DataType;
import dev.wherry.dds.types.DataType.Extensibility;
import dev.wherry.dds.types.DataType.Primitive;
import dev.wherry.dds.types.DataType.Structure;
import java.util.List;

/** The structures of the entries of maps: Wherry sends a map as a sequence of them, since Cyclone DDS has no maps. */
final class MapEntries {
    private MapEntries() {}

    /** Returns the structure, with the name that the Java type of the map gives it. */
    static Structure entry(DataType key, DataType value) {
        return new Structure(
                "wherry::Entry_" + name(key, true) + "_" + name(value, true),
                Extensibility.FINAL,
                null,
                List.of(
                        new Structure.Member("key", 0, key, false, false),
                        new Structure.Member("value", 1, value, false, false)));
    }

    /** Returns whether a structure is one of the entries of a map in Java. */
    static boolean isEntry(DataType type) {
        return type instanceof Structure entry
                && entry.name().startsWith("wherry::Entry_")
                && entry.extensibility() == Extensibility.FINAL
                && entry.members().size() == 2
                && entry.members().stream().noneMatch(each -> each.optional() || each.key())
                && entry.members().get(0).name().equals("key")
                && entry.members().get(1).name().equals("value")
                && !(entry.members().get(0).type() instanceof DataType.Sequence)
                && !(entry.members().get(0).type() instanceof DataType.Array)
                && entry.name()
                        .equals(entry(
                                        entry.members().get(0).type(),
                                        entry.members().get(1).type())
                                .name());
    }

    /** Returns the part of the name for a type, as {@code IdlNames.flat} makes it of the Java type. */
    private static String name(DataType type, boolean boxed) {
        return switch (type) {
            case Primitive primitive -> name(primitive, boxed);
            case DataType.Text text -> text.bound() == 0 ? "String" : "Bound" + text.bound() + "_String";
            case DataType.Sequence sequence -> {
                String bound = sequence.bound() == 0 ? "" : "Bound" + sequence.bound() + "_";
                yield bound + sequence(sequence);
            }
            case DataType.Array array -> "Length" + array.length() + "_array_" + name(array.element(), false);
            case DataType.Named named ->
                JavaTimes.of(named) == null
                        ? named.name().replace("::", "_")
                        : named.name().substring("wherry::".length());
        };
    }

    private static String sequence(DataType.Sequence sequence) {
        DataType element = sequence.element();
        if (element instanceof Primitive primitive) {
            return "array_" + name(primitive, false);
        }
        if (isEntry(element) && element instanceof Structure entry) {
            return "Map_" + name(entry.members().get(0).type(), true) + "_"
                    + name(entry.members().get(1).type(), true);
        }
        return "List_" + name(element, true);
    }

    private static String name(Primitive primitive, boolean boxed) {
        String prefix = switch (primitive) {
            case UINT8, UINT16, UINT32, UINT64 -> "Unsigned_";
            case INT8 -> "Signed_";
            case CHAR8 -> "Narrow_";
            default -> "";
        };
        return prefix + (boxed ? JavaWords.box(primitive) : JavaWords.plain(primitive));
    }
}
