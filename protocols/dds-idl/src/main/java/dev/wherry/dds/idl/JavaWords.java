package dev.wherry.dds.idl;

import dev.wherry.dds.types.DataType.Primitive;
import java.util.Set;
import javax.lang.model.SourceVersion;

/** Words of the Java language. */
final class JavaWords {
    private static final Set<String> NOT_TYPES = Set.of("record", "var", "yield", "sealed", "permits");
    private static final Set<String> NOT_MEMBERS = Set.of(
            "clone",
            "equals",
            "finalize",
            "getClass",
            "hashCode",
            "notify",
            "notifyAll",
            "toString",
            "wait",
            "serialVersionUID");

    private JavaWords() {}

    /** Returns the primitive type with the same size. */
    static String plain(Primitive primitive) {
        return switch (primitive) {
            case BOOLEAN -> "boolean";
            case BYTE, INT8, UINT8 -> "byte";
            case INT16, UINT16 -> "short";
            case INT32, UINT32 -> "int";
            case INT64, UINT64 -> "long";
            case FLOAT32 -> "float";
            case FLOAT64 -> "double";
            case CHAR8, CHAR16 -> "char";
        };
    }

    /** Returns the class of boxes of that type. */
    static String box(Primitive primitive) {
        String plain = plain(primitive);
        return switch (plain) {
            case "int" -> "Integer";
            case "char" -> "Character";
            default -> Character.toUpperCase(plain.charAt(0)) + plain.substring(1);
        };
    }

    /** Returns whether a type can have the name. */
    static boolean isType(String name) {
        return SourceVersion.isName(name, SourceVersion.latest()) && !NOT_TYPES.contains(name);
    }

    /** Returns whether a component, field, parameter, method or constant can have the name. */
    static boolean isMember(String name) {
        return SourceVersion.isName(name, SourceVersion.latest()) && !NOT_MEMBERS.contains(name);
    }
}
