package dev.wherry.dds.idl;

import dev.wherry.dds.types.DataType;
import dev.wherry.dds.types.DataType.Primitive;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Types as IDL spells them. Only a member can be an array without a name, so that arrays elsewhere get a typedef. For one thread.
 */
final class IdlTypes {
    private final Map<String, DataType.Array> typedefs = new LinkedHashMap<>();
    private @Nullable String interfaceName;

    /** Sets the interface that is written last. Arrays of types in its scope get their typedefs there. */
    void within(String name) {
        interfaceName = name;
    }

    /** Returns the interface that is written last; null if there is none. */
    @Nullable
    String interfaceName() {
        return interfaceName;
    }

    /** Returns the arrays that need a typedef, by its name. Those within others come first. */
    Map<String, DataType.Array> typedefs() {
        return typedefs;
    }

    /** Returns a type as a parameter or an element. */
    String of(DataType type) {
        return switch (type) {
            case DataType.Array array -> {
                String element = of(innermost(array));
                boolean within = interfaceName != null
                        && IdlWords.into(interfaceName).matcher(element).find();
                String name = (within ? interfaceName : "wherry") + "::array"
                        + (dimensions(array) + "_" + element)
                                .replaceAll("[^A-Za-z0-9]+", "_")
                                .replaceAll("_$", "");
                typedefs.putIfAbsent(name, array);
                yield IdlWords.reference(name);
            }
            case DataType.Sequence sequence -> {
                String inner = of(sequence.element()) + (sequence.bound() == 0 ? "" : ", " + sequence.bound());
                yield "sequence<" + inner + (inner.endsWith(">") ? " >" : ">");
            }
            default -> name(type);
        };
    }

    /** Returns a member with its name. */
    String declaration(DataType type, String name) {
        return type instanceof DataType.Array array
                ? of(innermost(array)) + " " + IdlWords.name(name) + dimensions(array)
                : of(type) + " " + IdlWords.name(name);
    }

    private static DataType innermost(DataType.Array array) {
        DataType element = array.element();
        while (element instanceof DataType.Array inner) {
            element = inner.element();
        }
        return element;
    }

    private static String dimensions(DataType.Array array) {
        StringBuilder dimensions = new StringBuilder();
        DataType each = array;
        while (each instanceof DataType.Array inner) {
            dimensions.append('[').append(inner.length()).append(']');
            each = inner.element();
        }
        return dimensions.toString();
    }

    /** Returns the name of a type that has no parts, or a name of its own. */
    static String name(DataType type) {
        return switch (type) {
            case Primitive primitive ->
                switch (primitive) {
                    case BOOLEAN -> "boolean";
                    case BYTE -> "octet";
                    case INT8 -> "int8";
                    case UINT8 -> "uint8";
                    case INT16 -> "short";
                    case UINT16 -> "unsigned short";
                    case INT32 -> "long";
                    case UINT32 -> "unsigned long";
                    case INT64 -> "long long";
                    case UINT64 -> "unsigned long long";
                    case FLOAT32 -> "float";
                    case FLOAT64 -> "double";
                    case CHAR8 -> "char";
                    case CHAR16 -> "wchar";
                };
            case DataType.Text text -> text.bound() == 0 ? "string" : "string<" + text.bound() + ">";
            case DataType.Named named -> IdlWords.reference(named.name());
            case DataType.Sequence _ -> "sequence";
            case DataType.Array _ -> "array";
        };
    }
}
