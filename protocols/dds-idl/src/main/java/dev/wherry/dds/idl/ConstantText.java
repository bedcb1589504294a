package dev.wherry.dds.idl;

import dev.wherry.dds.types.DataType.Enumeration;
import dev.wherry.dds.types.DataType.Primitive;
import java.math.BigInteger;

/** Constants in Java. Those of unsigned types have the same bits. */
final class ConstantText {
    private ConstantText() {}

    /** Returns the declaration without modifiers. */
    static String of(Definition.Constant constant, JavaFile file, JavaNames.Members members) {
        String name = members.of(IdlWords.simple(constant.name()));
        return file.type(constant.type(), false) + " " + name + " = " + value(constant, file) + ";";
    }

    private static String value(Definition.Constant constant, JavaFile file) {
        return switch (constant.value()) {
            case Boolean truth -> truth.toString();
            case Character character -> "(char) " + (int) character;
            case BigInteger number -> whole(number, (Primitive) constant.type());
            case Double number when constant.type() == Primitive.FLOAT32 -> Float.toString(number.floatValue()) + "F";
            case Double number -> number.toString();
            case String text -> quoted(text);
            case Symbol.Literal literal -> {
                JavaNames.Members names = new JavaNames.Members();
                String name = "";
                for (Enumeration.Literal each : literal.of().literals()) {
                    String own = names.of(each.name());
                    name = each.value() == literal.literal().value() ? own : name;
                }
                yield file.reference(literal.of().name()) + "." + name;
            }
            default -> throw new IllegalArgumentException(constant.name());
        };
    }

    private static String whole(BigInteger number, Primitive type) {
        return switch (type) {
            case INT8, UINT8, BYTE -> Byte.toString(number.byteValue());
            case INT16, UINT16 -> Short.toString(number.shortValue());
            case INT32, UINT32 -> Integer.toString(number.intValue());
            default -> number.longValue() + "L";
        };
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.chars().forEach(each -> {
            if (each == '"' || each == '\\') {
                quoted.append('\\').append((char) each);
            } else if (each >= ' ' && each < 0x7f) {
                quoted.append((char) each);
            } else {
                quoted.append(String.format(each < ' ' ? "\\%03o" : "\\u%04x", each));
            }
        });
        return quoted.append('"').toString();
    }
}
