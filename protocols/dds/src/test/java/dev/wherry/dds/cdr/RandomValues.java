package dev.wherry.dds.cdr;

import dev.wherry.dds.types.DataType;
import dev.wherry.dds.types.JavaType;
import dev.wherry.dds.types.Presence;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/** Makes values of any type that can be sent, from a seed. */
@NullMarked
final class RandomValues {
    private static final String[] TEXTS = {"", "a", "€", "\uD83D\uDE00", "a longer text", "\u007f", "\u0080", "\uffff"};

    private final Random random;

    RandomValues(long seed) {
        random = new Random(seed);
    }

    Object of(JavaType type) {
        return switch (type) {
            case JavaType.Plain plain -> plain(plain.dataType(), plain.type());
            case JavaType.Constants constants ->
                constants.constants().get(random.nextInt(constants.constants().size()));
            case JavaType.Converted converted
            when converted.missing() == null -> converted.conversion().ofSent(of(converted.as()));
            case JavaType.Converted converted -> converted(converted.type());
            case JavaType.Members members -> members(members);
            case JavaType.Cases cases ->
                of(cases.cases().get(random.nextInt(cases.cases().size())));
            case JavaType.Elements elements -> {
                Collection<@Nullable Object> made = elements.maker().get();
                for (int i = count(elements.dataType()); i > 0; i--) {
                    made.add(of(elements.element()));
                }
                yield made;
            }
            case JavaType.Entries entries -> entries(entries);
            case JavaType.ObjectArray array -> {
                Object[] made = (Object[]) Array.newInstance(array.component(), count(array.dataType()));
                for (int i = 0; i < made.length; i++) {
                    made[i] = of(array.element());
                }
                yield made;
            }
            case JavaType.PrimitiveArray array -> {
                Object made = Array.newInstance(array.component(), count(array.dataType()));
                Class<?> box = MethodType.methodType(array.component()).wrap().returnType();
                for (int i = 0; i < Array.getLength(made); i++) {
                    Array.set(made, i, plain(element(array.dataType()), box));
                }
                yield made;
            }
        };
    }

    private Map<?, ?> entries(JavaType.Entries type) {
        Map<@Nullable Object, @Nullable Object> made = type.maker().get();
        for (int i = random.nextInt(4); i > 0; i--) {
            Object[] entry = (Object[]) members(type.entry());
            made.put(entry[0], entry[1]);
        }
        return made;
    }

    private Object members(JavaType.Members type) {
        @Nullable Object[] values = new Object[type.members().size()];
        for (int i = 0; i < values.length; i++) {
            JavaType.Member member = type.members().get(i);
            boolean none = member.presence() != Presence.REQUIRED && random.nextBoolean();
            values[i] = member.presence().ofSent(none ? null : of(member.type()));
        }
        try {
            return type.maker().make(values);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private int count(DataType type) {
        return switch (type) {
            case DataType.Array array -> array.length();
            case DataType.Sequence sequence
            when sequence.bound() > 0 -> random.nextInt(Math.min(4, sequence.bound() + 1));
            default -> random.nextInt(4);
        };
    }

    private static DataType element(DataType type) {
        return type instanceof DataType.Array array ? array.element() : ((DataType.Sequence) type).element();
    }

    private Object plain(DataType as, Class<?> type) {
        if (as == DataType.Primitive.CHAR8) {
            return (char) random.nextInt(256);
        }
        if (as instanceof DataType.Text text && text.bound() > 0) {
            return "abcdefgh".substring(0, random.nextInt(Math.min(8, text.bound()) + 1));
        }
        return switch (type.getSimpleName()) {
            case "Boolean" -> random.nextBoolean();
            case "Byte" -> (byte) random.nextInt();
            case "Short" -> (short) random.nextInt();
            case "Character" -> (char) random.nextInt();
            case "Integer" -> random.nextInt();
            case "Long" -> random.nextLong();
            case "Float" -> random.nextFloat();
            case "Double" -> random.nextDouble();
            default -> TEXTS[random.nextInt(TEXTS.length)] + random.nextInt(100);
        };
    }

    private Object converted(Class<?> type) {
        Instant at = Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000));
        return switch (type.getSimpleName()) {
            case "BigInteger" -> new BigInteger(random.nextInt(200), random);
            case "BigDecimal" -> new BigDecimal(new BigInteger(random.nextInt(200), random), random.nextInt(50) - 25);
            case "URI" -> URI.create("dds://0/" + random.nextInt());
            case "Instant" -> at;
            case "Duration" -> Duration.ofNanos(random.nextLong());
            case "UUID" -> new UUID(random.nextLong(), random.nextLong());
            case "LocalDate" -> LocalDate.ofInstant(at, ZoneOffset.UTC);
            case "LocalTime" -> LocalTime.ofInstant(at, ZoneOffset.UTC);
            case "LocalDateTime" -> LocalDateTime.ofInstant(at, ZoneOffset.UTC);
            case "OffsetDateTime" -> OffsetDateTime.ofInstant(at, ZoneOffset.ofHours(random.nextInt(10)));
            case "Period" -> Period.ofDays(random.nextInt(100));
            default -> throw new IllegalArgumentException(type.getName());
        };
    }
}
