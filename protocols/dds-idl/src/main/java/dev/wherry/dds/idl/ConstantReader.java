package dev.wherry.dds.idl;

import dev.wherry.dds.idl.grammar.IdlParser.ConstantContext;
import dev.wherry.dds.idl.grammar.IdlParser.ExpressionContext;
import dev.wherry.dds.types.DataType;
import dev.wherry.dds.types.DataType.Enumeration;
import dev.wherry.dds.types.DataType.Primitive;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads constants, whose values must be of their types. For one thread. */
final class ConstantReader {
    private final Expressions expressions;
    private final TypeReader types;
    private final Problems problems;

    ConstantReader(Expressions expressions, TypeReader types, Problems problems) {
        this.expressions = expressions;
        this.types = types;
        this.problems = problems;
    }

    /** Returns the constant; null if there is none, which is reported. */
    Definition.@Nullable Constant read(ConstantContext constant, String name, Scope scope) {
        DataType type = types.type(constant.type(), scope);
        if (type == null) {
            return null;
        }
        if (!(type instanceof Primitive || type instanceof DataType.Text || type instanceof Enumeration)) {
            problems.error(constant.type(), "a constant is a number, character, truth value, text or literal");
            return null;
        }
        Object value = value(constant.expression(), type, scope);
        return value == null ? null : new Definition.Constant(name, type, value);
    }

    /** Returns the value of an expression as one of a type; null if there is none, which is reported. */
    @Nullable
    Object value(ExpressionContext expression, DataType type, Scope scope) {
        Object value = expressions.value(expression, scope);
        Object converted = value == null ? null : converted(value, type);
        if (value != null && converted == null) {
            problems.error(expression, "the value is not one of the type " + IdlTypes.name(type));
        }
        return converted;
    }

    private static @Nullable Object converted(Object value, DataType type) {
        return switch (type) {
            case Primitive.BOOLEAN -> value instanceof Boolean ? value : null;
            case Primitive.CHAR8 -> value instanceof Character c && c <= 0xff ? value : null;
            case Primitive.CHAR16 -> value instanceof Character ? value : null;
            case Primitive.FLOAT32 ->
                value instanceof Number number && Float.isFinite(number.floatValue()) ? number.doubleValue() : null;
            case Primitive.FLOAT64 ->
                value instanceof Number number && Double.isFinite(number.doubleValue()) ? number.doubleValue() : null;
            case Primitive whole -> value instanceof BigInteger number && fits(number, whole) ? number : null;
            case DataType.Text text ->
                value instanceof String written
                                && (text.bound() == 0
                                        || written.getBytes(StandardCharsets.UTF_8).length <= text.bound())
                        ? value
                        : null;
            case Enumeration enumeration ->
                value instanceof Symbol.Literal literal && literal.of().name().equals(enumeration.name())
                        ? value
                        : null;
            default -> null;
        };
    }

    private static boolean fits(BigInteger number, Primitive type) {
        int bits = switch (type) {
            case INT8, UINT8, BYTE -> 8;
            case INT16, UINT16 -> 16;
            case INT32, UINT32 -> 32;
            default -> 64;
        };
        return switch (type) {
            case UINT8, UINT16, UINT32, UINT64, BYTE -> number.signum() >= 0 && number.bitLength() <= bits;
            default -> number.bitLength() < bits;
        };
    }
}
