package dev.wherry.dds.cdr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.dds.Final;
import dev.wherry.dds.Id;
import dev.wherry.dds.Mutable;
import dev.wherry.dds.cdr.Samples.AppendableOrder;
import dev.wherry.dds.cdr.Samples.Drawing;
import dev.wherry.dds.cdr.Samples.FinalOrder;
import dev.wherry.dds.cdr.Samples.MutableOrder;
import dev.wherry.dds.cdr.Samples.MutableScalars;
import dev.wherry.dds.cdr.Samples.Shape;
import dev.wherry.dds.cdr.Samples.Side;
import dev.wherry.dds.types.JavaType;
import dev.wherry.dds.types.JavaTypes;
import dev.wherry.dds.types.Representation;
import dev.wherry.dds.types.UnsupportedTypeException;
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
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.UUID;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written is read as the same value, for values of all kinds that a seed makes. */
@NullMarked
class RoundTripTest {
    private static final int SEEDS = 50;

    record Jdk(
            BigInteger big,
            BigDecimal exact,
            URI uri,
            Instant at,
            Duration took,
            UUID id,
            LocalDate date,
            LocalTime time,
            LocalDateTime both,
            OffsetDateTime offset,
            Period period) {}

    @Mutable
    record MutableJdk(
            @Id(5) BigDecimal exact,
            Instant at,
            UUID id,
            @Nullable LocalDate date,
            char letter) {}

    record Containers(
            Set<String> set,
            SortedSet<Integer> sorted,
            LinkedList<Long> linked,
            Map<String, Double> map,
            SortedMap<Integer, Optional<Shape>> sortedMap,
            EnumMap<Side, List<Boolean>> byEnum,
            EnumSet<Side> enums,
            Map<Point, Set<Point>> points,
            List<Map<UUID, Character>> maps) {}

    @Final
    record Point(int x, short y) {}

    record Optionals(
            OptionalInt i,
            OptionalLong l,
            OptionalDouble d,
            Optional<Point> point,
            @Nullable Shape shape) {}

    @Mutable
    record MutableParts(
            Point point, @Nullable Shape shape, Optionals optionals, MutableJdk jdk, List<MutableJdk> all) {}

    @Final
    record FinalParts(Optionals optionals, MutableParts mutable, Optional<MutableParts> more, long last) {}

    record Generic<T>(T one, List<T> more) {}

    record Generics(Generic<String> texts, Generic<Generic<Side>> nested) {}

    record Arrays(
            boolean[] flags,
            byte[] bytes,
            short[] shorts,
            char[] chars,
            int[] ints,
            long[] longs,
            float[] floats,
            double[] doubles,
            String[] texts,
            Point[][] points,
            List<byte[]> blobs,
            ArrayDeque<Integer> queue) {}

    @Mutable
    record MutableArrays(
            boolean[] flags,
            char[] chars,
            double[] doubles,
            @Nullable Point[] points,
            byte last) {}

    private static JavaType javaType(Class<?> type) throws UnsupportedTypeException {
        return new JavaTypes().of(type);
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                MutableScalars.class,
                FinalOrder.class,
                AppendableOrder.class,
                MutableOrder.class,
                Drawing.class,
                Shape.class,
                Jdk.class,
                MutableJdk.class,
                Containers.class,
                Optionals.class,
                MutableParts.class,
                FinalParts.class,
                Generics.class
            })
    void readsWhatItWrites(Class<?> type) throws UnsupportedTypeException {
        JavaType javaType = javaType(type);
        CdrCodec codec = new CdrCodec(javaType);
        CdrWriter writer = new CdrWriter();
        for (int seed = 0; seed < SEEDS; seed++) {
            Object value = new RandomValues(seed).of(javaType);
            for (Representation representation : Representation.values()) {
                codec.write(value, representation, writer);
                byte[] bytes = writer.toBytes();
                assertThat(bytes.length % 4).isZero();
                assertThat(codec.decode(bytes, Samples.limits(bytes)))
                        .as("seed %d, %s", seed, representation)
                        .isEqualTo(value);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {Arrays.class, MutableArrays.class})
    void readsArraysThatItWrites(Class<?> type) throws UnsupportedTypeException {
        JavaType javaType = javaType(type);
        CdrCodec codec = new CdrCodec(javaType);
        for (int seed = 0; seed < SEEDS; seed++) {
            Object value = new RandomValues(seed).of(javaType);
            for (Representation representation : Representation.values()) {
                byte[] bytes = codec.encode(value, representation);
                Object read = codec.decode(bytes, Samples.limits(bytes));
                assertThat(read)
                        .as("seed %d, %s", seed, representation)
                        .usingRecursiveComparison()
                        .isEqualTo(value);
                assertThat(codec.encode(read, representation)).containsExactly(bytes);
            }
        }
    }
}
