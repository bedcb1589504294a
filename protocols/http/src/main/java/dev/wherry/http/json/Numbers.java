package dev.wherry.http.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.databind.node.ObjectNode;

/** Numbers: JSON numbers, read exactly or refused. */
final class Numbers {
    /** The most digits between the first digit and the decimal point of a {@code BigDecimal}. */
    private static final int LARGEST_SCALE = 10_000;

    /** Reads a number that is a JSON number. */
    private interface Reader {
        Object read(JsonParser from);
    }

    private interface Writer {
        void write(Object value, JsonGenerator to);
    }

    private interface Parser {
        Object parse(String text);
    }

    private static final Map<Class<?>, JsonType> TYPES = Map.ofEntries(
            whole(Byte.class, "an integer of 8 bits", "int32", Numbers::readByte, Byte::valueOf),
            whole(Short.class, "an integer of 16 bits", "int32", Numbers::readShort, Short::valueOf),
            whole(Integer.class, "an integer of 32 bits", "int32", JsonParser::getIntValue, Integer::valueOf),
            whole(Long.class, "an integer of 64 bits", "int64", JsonParser::getLongValue, Long::valueOf),
            Map.entry(
                    BigInteger.class,
                    new Whole(
                            "an integer",
                            null,
                            JsonParser::getBigIntegerValue,
                            (value, to) -> to.writeNumber((BigInteger) value),
                            Numbers::bigInteger)));

    private Numbers() {}

    /** Returns the JSON type of a class of numbers; null if the class is another. */
    static @Nullable JsonType of(Class<?> type) {
        if (type == float.class || type == Float.class) {
            return new Fraction(true);
        }
        if (type == double.class || type == Double.class) {
            return new Fraction(false);
        }
        return type == BigDecimal.class ? new Decimal() : TYPES.get(type);
    }

    private static Map.Entry<Class<?>, JsonType> whole(
            Class<?> type, String description, String format, Reader reader, Parser parser) {
        Writer writer = type == Integer.class
                ? (value, to) -> to.writeNumber((int) value)
                : (value, to) -> to.writeNumber(((Number) value).longValue());
        return Map.entry(type, new Whole(description, format, reader, writer, parser));
    }

    private static Object readByte(JsonParser from) {
        int value = from.getIntValue();
        if (value != (byte) value) {
            throw new NumberFormatException();
        }
        return (byte) value;
    }

    private static Object readShort(JsonParser from) {
        int value = from.getIntValue();
        if (value != (short) value) {
            throw new NumberFormatException();
        }
        return (short) value;
    }

    private static BigInteger bigInteger(String text) {
        return new BigInteger(checked(text));
    }

    private static String checked(String text) {
        if (text.length() > Json.LONGEST_NUMBER) {
            throw new NumberFormatException();
        }
        return text;
    }

    /** Integers. A fraction or an exponent is refused, also if it is zero. */
    private static final class Whole extends TextType {
        private final String description;
        private final @Nullable String format;
        private final Reader reader;
        private final Writer writer;
        private final Parser parser;

        Whole(String description, @Nullable String format, Reader reader, Writer writer, Parser parser) {
            this.description = description;
            this.format = format;
            this.reader = reader;
            this.writer = writer;
            this.parser = parser;
        }

        @Override
        Object read(JsonInput from) {
            if (from.token() != JsonToken.VALUE_NUMBER_INT) {
                throw from.unlike(description);
            }
            try {
                return reader.read(from.parser());
            } catch (InputCoercionException | NumberFormatException e) {
                throw from.problem("the number is not " + description);
            }
        }

        @Override
        void write(Object value, JsonGenerator to) {
            writer.write(value, to);
        }

        @Override
        Object parse(String text) {
            return parser.parse(text);
        }

        @Override
        String description() {
            return description;
        }

        @Override
        public ObjectNode schema(Schemas schemas) {
            return schemas.simple("integer", format);
        }
    }

    /** Numbers in binary with a fraction. Those that JSON does not have are the strings NaN, Infinity and -Infinity. */
    private static final class Fraction extends TextType {
        private final boolean single;

        Fraction(boolean single) {
            this.single = single;
        }

        @Override
        Object read(JsonInput from) {
            JsonToken token = from.token();
            if (token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_NUMBER_FLOAT) {
                double value = from.parser().getDoubleValue();
                boolean infinite = single ? Float.isInfinite((float) value) : Double.isInfinite(value);
                if (infinite) {
                    throw from.problem("the number is beyond the range of " + description());
                }
                return single ? (Object) from.parser().getFloatValue() : (Object) value;
            }
            if (token != JsonToken.VALUE_STRING) {
                throw from.unlike("a number");
            }
            double value = switch (from.text()) {
                case "NaN" -> Double.NaN;
                case "Infinity" -> Double.POSITIVE_INFINITY;
                case "-Infinity" -> Double.NEGATIVE_INFINITY;
                default -> throw from.unlike("a number");
            };
            return single ? (Object) (float) value : (Object) value;
        }

        @Override
        void write(Object value, JsonGenerator to) {
            double number = ((Number) value).doubleValue();
            if (Double.isNaN(number) || Double.isInfinite(number)) {
                to.writeString(value.toString());
            } else if (single) {
                to.writeNumber((float) value);
            } else {
                to.writeNumber(number);
            }
        }

        @Override
        Object parse(String text) {
            String number = checked(text);
            return single ? (Object) Float.valueOf(number) : (Object) Double.valueOf(number);
        }

        @Override
        String description() {
            return single ? "a number of 32 bits" : "a number of 64 bits";
        }

        @Override
        public ObjectNode schema(Schemas schemas) {
            return schemas.simple("number", single ? "float" : "double");
        }
    }

    /** Decimal numbers of any precision: JSON numbers, or strings for clients that would round them. */
    private static final class Decimal extends TextType {
        @Override
        Object read(JsonInput from) {
            JsonToken token = from.token();
            if (token == JsonToken.VALUE_NUMBER_INT
                    || token == JsonToken.VALUE_NUMBER_FLOAT
                    || token == JsonToken.VALUE_STRING) {
                return readText(from, from.text());
            }
            throw from.unlike(description());
        }

        @Override
        void write(Object value, JsonGenerator to) {
            to.writeNumber((BigDecimal) value);
        }

        @Override
        Object parse(String text) {
            BigDecimal value = new BigDecimal(checked(text));
            if (Math.abs((long) value.scale()) > LARGEST_SCALE) {
                throw new NumberFormatException();
            }
            return value;
        }

        @Override
        String description() {
            return "a decimal number";
        }

        @Override
        public ObjectNode schema(Schemas schemas) {
            return schemas.simple("number", null);
        }
    }
}
