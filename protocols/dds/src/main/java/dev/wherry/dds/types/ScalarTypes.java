package dev.wherry.dds.types;

import dev.wherry.dds.types.DataType.Primitive;
import dev.wherry.dds.types.JavaType.Conversion;
import dev.wherry.dds.types.JavaType.Converted;
import dev.wherry.dds.types.JavaType.Plain;
import java.lang.invoke.MethodType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Types of the JDK without parts.
 *
 * <p>Large numbers are text, since DDS has no type that holds each of them, and every language has a parser. An instant
 * and a duration are seconds and nanoseconds, as in DDS and ROS 2, so that other languages can compare them. Other dates and times
 * are text in ISO 8601. A UUID is 16 octets in the order of its text.
 */
final class ScalarTypes {
    static final DataType.Text TEXT = new DataType.Text(0);

    /** The most characters of a number that is text: reading one takes time that grows with their square. */
    private static final int MOST_DIGITS = 4_096;

    /** The largest exponent: comparing two numbers takes memory that grows with the difference of theirs. */
    private static final int MOST_EXPONENT = 4_096;

    private static final Map<Class<?>, Primitive> PRIMITIVES = Map.of(
            Boolean.class, Primitive.BOOLEAN,
            Byte.class, Primitive.BYTE,
            Short.class, Primitive.INT16,
            Integer.class, Primitive.INT32,
            Long.class, Primitive.INT64,
            Float.class, Primitive.FLOAT32,
            Double.class, Primitive.FLOAT64,
            Character.class, Primitive.CHAR16);

    private static final Map<Class<?>, JavaType> CONVERTED = new HashMap<>();

    static {
        text(BigInteger.class, ScalarTypes::digits, ScalarTypes::integer, BigInteger.ZERO);
        text(BigDecimal.class, ScalarTypes::digits, ScalarTypes::decimal, BigDecimal.ZERO);
        text(URI.class, URI::toString, URI::create, URI.create(""));
        text(LocalDate.class, LocalDate::toString, LocalDate::parse, LocalDate.EPOCH);
        text(LocalTime.class, LocalTime::toString, LocalTime::parse, LocalTime.MIDNIGHT);
        text(LocalDateTime.class, LocalDateTime::toString, LocalDateTime::parse, LocalDate.EPOCH.atStartOfDay());
        text(OffsetTime.class, OffsetTime::toString, OffsetTime::parse, LocalTime.MIDNIGHT.atOffset(ZoneOffset.UTC));
        text(
                OffsetDateTime.class,
                OffsetDateTime::toString,
                OffsetDateTime::parse,
                Instant.EPOCH.atOffset(ZoneOffset.UTC));
        text(ZonedDateTime.class, ZonedDateTime::toString, ZonedDateTime::parse, Instant.EPOCH.atZone(ZoneOffset.UTC));
        text(Year.class, Year::toString, Year::parse, Year.of(1970));
        text(YearMonth.class, YearMonth::toString, YearMonth::parse, YearMonth.of(1970, 1));
        text(MonthDay.class, MonthDay::toString, MonthDay::parse, MonthDay.of(1, 1));
        text(Period.class, Period::toString, Period::parse, Period.ZERO);
        text(ZoneId.class, ZoneId::getId, ZoneId::of, ZoneOffset.UTC);
        text(ZoneOffset.class, ZoneOffset::getId, ZoneOffset::of, ZoneOffset.UTC);
        time(Instant.class, "wherry::Instant", Instant::getEpochSecond, Instant::getNano, Instant::ofEpochSecond);
        time(Duration.class, "wherry::Duration", Duration::getSeconds, Duration::getNano, Duration::ofSeconds);
        CONVERTED.put(
                UUID.class,
                new Converted(
                        new JavaType.PrimitiveArray(new DataType.Array(Primitive.BYTE, 16), byte.class),
                        UUID.class,
                        conversion(UUID.class, ScalarTypes::octets, byte[].class, ScalarTypes::uuid),
                        new UUID(0, 0)));
    }

    private ScalarTypes() {}

    /** Returns the type of a class of the JDK; null for other classes. */
    static @Nullable JavaType of(Class<?> type) {
        Class<?> box = MethodType.methodType(type).wrap().returnType();
        Primitive primitive = PRIMITIVES.get(box);
        if (primitive != null) {
            return new Plain(primitive, box);
        }
        return type == String.class ? new Plain(TEXT, String.class) : CONVERTED.get(type);
    }

    private static <T> void text(Class<T> type, Function<T, String> toText, Function<String, T> ofText, T missing) {
        Conversion conversion = conversion(type, toText, String.class, ofText);
        CONVERTED.put(type, new Converted(new Plain(TEXT, String.class), type, conversion, missing));
    }

    /** Makes a time of its seconds and nanoseconds. */
    private interface OfSeconds<T> {
        T of(long seconds, long nanos);
    }

    private static <T> void time(
            Class<T> type, String name, Function<T, Long> seconds, Function<T, Integer> nanos, OfSeconds<T> maker) {
        JavaType.Members as = ArrayMembers.of(
                name,
                DataType.Extensibility.FINAL,
                List.of(
                        new ArrayMembers.Part("seconds", new Plain(Primitive.INT64, Long.class), Presence.REQUIRED),
                        new ArrayMembers.Part("nanos", new Plain(Primitive.INT32, Integer.class), Presence.REQUIRED)));
        Conversion conversion = conversion(
                type,
                value -> new Object[] {seconds.apply(value), nanos.apply(value)},
                Object[].class,
                sent -> maker.of((long) sent[0], nanos((int) sent[1])));
        CONVERTED.put(type, new Converted(as, type, conversion, maker.of(0, 0)));
    }

    private static int nanos(int nanos) {
        if (nanos < 0 || nanos > 999_999_999) {
            throw new IllegalArgumentException("nanoseconds are from 0 to 999999999");
        }
        return nanos;
    }

    private static <T, S> Conversion conversion(
            Class<T> type, Function<T, S> toSent, Class<S> as, Function<S, T> ofSent) {
        return new Conversion() {
            @Override
            public Object toSent(Object value) {
                return toSent.apply(type.cast(value));
            }

            @Override
            public Object ofSent(Object sent) {
                return ofSent.apply(as.cast(sent));
            }
        };
    }

    private static String digits(BigInteger value) {
        if (value.bitLength() > MOST_DIGITS * 3) {
            throw new IllegalArgumentException("the number has more than " + MOST_DIGITS * 3 + " bits");
        }
        return value.toString();
    }

    private static String digits(BigDecimal value) {
        digits(value.unscaledValue());
        checkExponent(value);
        return value.toString();
    }

    private static BigInteger integer(String text) {
        return new BigInteger(checkLength(text));
    }

    private static BigDecimal decimal(String text) {
        return checkExponent(new BigDecimal(checkLength(text)));
    }

    private static BigDecimal checkExponent(BigDecimal value) {
        if (Math.abs((long) value.scale()) > MOST_EXPONENT) {
            throw new IllegalArgumentException("the exponent of the number is beyond " + MOST_EXPONENT);
        }
        return value;
    }

    private static String checkLength(String text) {
        if (text.length() > MOST_DIGITS) {
            throw new IllegalArgumentException("the number has more than " + MOST_DIGITS + " characters");
        }
        return text;
    }

    private static byte[] octets(UUID value) {
        return ByteBuffer.allocate(16)
                .putLong(value.getMostSignificantBits())
                .putLong(value.getLeastSignificantBits())
                .array();
    }

    private static UUID uuid(byte[] octets) {
        ByteBuffer buffer = ByteBuffer.wrap(octets);
        return new UUID(buffer.getLong(), buffer.getLong());
    }
}
