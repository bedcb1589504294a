package dev.wherry.dds.cdr;

import dev.wherry.Limits;
import dev.wherry.dds.Appendable;
import dev.wherry.dds.Final;
import dev.wherry.dds.Key;
import dev.wherry.dds.Mutable;
import dev.wherry.dds.types.JavaTypes;
import dev.wherry.dds.types.UnsupportedTypeException;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/** Types that tests send, and what they are sent with. */
@NullMarked
final class Samples {
    @Final
    record FinalScalars(
            boolean flag,
            byte octet,
            short small,
            int medium,
            long large,
            float single,
            double precise,
            char letter,
            String text) {}

    @Appendable
    record AppendableScalars(
            boolean flag,
            byte octet,
            short small,
            int medium,
            long large,
            float single,
            double precise,
            char letter,
            String text) {}

    @Mutable
    record MutableScalars(
            boolean flag,
            byte octet,
            short small,
            int medium,
            long large,
            float single,
            double precise,
            char letter,
            String text) {}

    enum Side {
        BUY,
        SELL
    }

    @Final
    record Price(long amount, String currency) {}

    record Line(String item, short count) {}

    @Final
    record FinalOrder(
            int id,
            Side side,
            Price price,
            @Nullable String note,
            @Nullable Long limit,
            List<Line> lines,
            List<Integer> codes,
            List<Long> times,
            List<Byte> data,
            List<Side> sides,
            List<String> tags,
            List<List<Short>> matrix,
            byte last) {}

    record AppendableOrder(
            int id,
            Side side,
            Price price,
            Optional<String> note,
            Optional<Long> limit,
            List<Line> lines,
            List<Integer> codes,
            List<Long> times,
            List<Byte> data,
            List<Side> sides,
            List<String> tags,
            List<List<Short>> matrix,
            byte last) {}

    @Mutable
    record MutableOrder(
            @Key int id,
            Side side,
            Price price,
            @Nullable String note,
            @Nullable Long limit,
            List<Line> lines,
            List<Integer> codes,
            List<Long> times,
            List<Byte> data,
            List<Side> sides,
            List<String> tags,
            List<List<Short>> matrix,
            byte last) {}

    /** The same bytes as {@link AppendableOrder}, from arrays. */
    static final class ArrayOrder {
        int id;
        Side side = Side.BUY;
        Price price = new Price(0, "");

        @Nullable
        String note;

        @Nullable
        Long limit;

        Line[] lines = {};
        int[] codes = {};
        long[] times = {};
        byte[] data = {};
        Side[] sides = {};
        String[] tags = {};
        short[][] matrix = {};
        byte last;
    }

    /** As {@link ArrayOrder}, with ids. */
    @Mutable
    record MutableArrays(
            int id,
            Side side,
            Price price,
            @Nullable String note,
            @Nullable Long limit,
            Line[] lines,
            int[] codes,
            long[] times,
            byte[] data,
            Side[] sides,
            String[] tags,
            short[][] matrix,
            byte last) {}

    @Final
    record Circle(double radius) implements FinalShape, Shape {}

    record Square(short side) implements FinalShape, Shape {}

    @Final
    sealed interface FinalShape permits Circle, Square {}

    sealed interface Shape permits Circle, Square {}

    record Drawing(FinalShape first, Shape second, List<Shape> all) {}

    record Maps(Map<String, Integer> amounts, UUID id) {}

    private Samples() {}

    static CdrCodec codec(Type type) {
        try {
            return new CdrCodec(new JavaTypes().of(type));
        } catch (UnsupportedTypeException e) {
            throw new IllegalArgumentException(e);
        }
    }

    static CdrLimits limits(byte[] bytes) {
        return CdrLimits.of(bytes.length, Limits.defaults());
    }

    /** Reads a value as one of the type. */
    static Object decode(Type type, byte[] bytes) {
        return codec(type).decode(bytes, limits(bytes));
    }

    static FinalOrder finalOrder() {
        return new FinalOrder(
                7,
                Side.SELL,
                new Price(5, "EUR"),
                "hi",
                9L,
                lines(),
                List.of(1, 2),
                List.of(3L),
                List.of((byte) 1, (byte) 2, (byte) 3),
                List.of(Side.SELL),
                List.of("x", ""),
                matrix(),
                (byte) 5);
    }

    static List<Line> lines() {
        return List.of(new Line("ab", (short) 3), new Line("c", (short) -1));
    }

    static List<List<Short>> matrix() {
        return List.of(List.of((short) 1), List.of((short) 2, (short) 3, (short) 4));
    }

    static AppendableOrder appendableOrder() {
        FinalOrder as = finalOrder();
        return new AppendableOrder(
                as.id(),
                as.side(),
                as.price(),
                Optional.ofNullable(as.note()),
                Optional.ofNullable(as.limit()),
                as.lines(),
                as.codes(),
                as.times(),
                as.data(),
                as.sides(),
                as.tags(),
                as.matrix(),
                as.last());
    }

    static MutableOrder mutableOrder() {
        FinalOrder as = finalOrder();
        return new MutableOrder(
                as.id(),
                as.side(),
                as.price(),
                as.note(),
                as.limit(),
                as.lines(),
                as.codes(),
                as.times(),
                as.data(),
                as.sides(),
                as.tags(),
                as.matrix(),
                as.last());
    }

    static ArrayOrder arrayOrder() {
        ArrayOrder order = new ArrayOrder();
        order.id = 7;
        order.side = Side.SELL;
        order.price = new Price(5, "EUR");
        order.note = "hi";
        order.limit = 9L;
        order.lines = lines().toArray(Line[]::new);
        order.codes = new int[] {1, 2};
        order.times = new long[] {3};
        order.data = new byte[] {1, 2, 3};
        order.sides = new Side[] {Side.SELL};
        order.tags = new String[] {"x", ""};
        order.matrix = new short[][] {{1}, {2, 3, 4}};
        order.last = 5;
        return order;
    }

    static MutableArrays mutableArrays() {
        ArrayOrder as = arrayOrder();
        return new MutableArrays(
                as.id, as.side, as.price, as.note, as.limit, as.lines, as.codes, as.times, as.data, as.sides, as.tags,
                as.matrix, as.last);
    }

    static Drawing drawing() {
        return new Drawing(
                new Circle(1), new Square((short) 2), Arrays.asList(new Circle(0.5), new Square((short) -1)));
    }
}
