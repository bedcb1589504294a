package dev.wherry.http.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.wherry.Limits;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** JSON that is made to cost its reader more than its length justifies. It is refused, for little processor time and memory. */
class JsonBombsTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long HEAP_PER_BYTE = 64;

    /** What a reader holds in any case, and the exception. */
    private static final long HEAP = 8L << 20;

    /** Others use the processor as well: the fastest attempt counts. */
    private static final int ATTEMPTS = 200;

    /** A type with parts that JSON reads in different ways. */
    record Parts(
            Node node,
            List<List<Integer>> lists,
            List<String> texts,
            Set<Point> points,
            Map<String, Integer> amounts,
            Map<Point, Integer> byPoint,
            BigInteger big,
            BigDecimal exact,
            double number,
            byte[] bytes,
            Shape shape) {}

    /** A type with itself. */
    record Node(List<Node> children) {}

    /** A key whose hash code a sender can choose. */
    record Point(int x, int y) {}

    /** Keys of the JDK whose order a hash table cannot use. */
    record Dates(Set<LocalDateTime> dates) {}

    /** A set of itself, whose hash code a sender can choose. */
    record Category(String name, Set<Category> parts) {}

    /** A list that is copied with each addition. */
    record Copied(CopyOnWriteArrayList<Integer> numbers) {}

    /** Cases of which JSON names one. */
    sealed interface Shape {
        /** A case with itself. */
        record Group(List<Shape> shapes) implements Shape {}
    }

    /** What is sent. */
    enum Bomb {
        DEEP_ARRAYS("{\"lists\":" + "[".repeat(200_000)),
        DEEP_OBJECTS("{\"node\":" + "{\"children\":[".repeat(20_000)),
        DEEP_CASES("{\"shape\":" + "{\"shapes\":[".repeat(20_000)),
        DEEP_UNKNOWN("{\"unknown\":" + "[".repeat(200_000)),
        LONG_INTEGER("{\"big\":" + "9".repeat(1_000_000) + "}"),
        LONG_FRACTION("{\"exact\":0." + "9".repeat(1_000_000) + "}"),
        LONG_EXPONENT("{\"number\":1e" + "9".repeat(1_000_000) + "}"),
        LARGE_EXPONENT("{\"exact\":1e2147483647}"),
        MANY_NAMES("{" + many(50_000, i -> "\"name" + i + "\":1") + "}"),
        LONG_NAME("{\"" + "n".repeat(1_000_000) + "\":1}"),
        NAME_OF_ESCAPES("{\"" + "\\u006e".repeat(100_000) + "\":1}"),
        ONE_HASH("{\"byPoint\":[" + many(5_000, i -> "{\"key\":{\"x\":" + i + ",\"y\":" + -31 * i + "},\"value\":1}")
                + "]}"),
        ONE_HASH_IN_A_SET("{\"points\":[" + many(5_000, i -> "{\"x\":" + i + ",\"y\":" + -31 * i + "}") + "]}"),
        DATES_OF_ONE_HASH(
                Dates.class,
                "{\"dates\":[" + many(2_000, i -> "\"" + LocalDate.EPOCH.atTime(ofHashZero(i)) + "\"") + "]}"),
        NESTED_SETS(Category.class, "{\"name\":\"\",\"parts\":" + categories(categories("[]")) + "}"),
        BAD_BASE64("{\"bytes\":\"" + "A".repeat(100_000) + "%\"}"),
        UNENDED_TEXT("{\"texts\":[\"" + "\\n".repeat(100_000)),
        WRONG_AT_THE_END("{\"texts\":[" + "\"\",".repeat(50_000) + "1");

        private final JsonType type;
        private final byte[] json;

        Bomb(String json) {
            this(Parts.class, json);
        }

        Bomb(Class<?> type, String json) {
            this.type = type(type);
            this.json = json.getBytes(StandardCharsets.UTF_8);
        }

        /** The two halves of its nanoseconds are equal, and so their hash is 0. */
        private static LocalTime ofHashZero(long half) {
            return LocalTime.ofNanoOfDay(half << 32 | half);
        }

        /** Returns categories of one hash, all with these parts. */
        private static String categories(String parts) {
            return "[" + many(32, i -> "{\"name\":\"" + ofOneHash(i) + "\",\"parts\":" + parts + "}") + "]";
        }

        private static String ofOneHash(int bits) {
            return IntStream.range(0, 5)
                    .mapToObj(i -> (bits >> i & 1) == 0 ? "Aa" : "BB")
                    .collect(Collectors.joining());
        }

        private static String many(int count, IntFunction<String> each) {
            return IntStream.range(0, count).mapToObj(each).collect(Collectors.joining(","));
        }
    }

    private final Json json = new Json(Limits.defaults());

    private static JsonType type(Class<?> declared) {
        try {
            return new JsonTypes(Set.of()).declared(declared);
        } catch (UnsupportedTypeException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @EnumSource
    void isRefusedAtLowCost(Bomb bomb) {
        long nanos = Long.MAX_VALUE;
        long heap = Long.MAX_VALUE;
        for (int i = 0; i < ATTEMPTS && (nanos > MOST_NANOS || i < 2); i++) {
            long allocated = THREADS.getCurrentThreadAllocatedBytes();
            long begun = THREADS.getCurrentThreadCpuTime();
            assertThat(isRefused(bomb)).as("refused").isTrue();
            nanos = Math.min(nanos, THREADS.getCurrentThreadCpuTime() - begun);
            heap = Math.min(heap, THREADS.getCurrentThreadAllocatedBytes() - allocated);
        }
        assertThat(nanos).as("processor time").isLessThanOrEqualTo(MOST_NANOS);
        assertThat(heap).as("allocated bytes").isLessThanOrEqualTo(HEAP + HEAP_PER_BYTE * bomb.json.length);
    }

    private boolean isRefused(Bomb bomb) {
        try {
            json.value(bomb.json, bomb.type, LimitedMemory.unlimited(bomb.json.length));
            return false;
        } catch (JsonProblem e) {
            return true;
        }
    }

    @Test
    void readsAListThatIsCopiedWithEachAdditionWithoutManyCopies() {
        byte[] document = ("{\"numbers\":[" + "1,".repeat(50_000) + "1]}").getBytes(StandardCharsets.UTF_8);
        JsonType copied = type(Copied.class);
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        assertThat(json.value(document, copied, LimitedMemory.unlimited(document.length)))
                .isInstanceOfSatisfying(
                        Copied.class, read -> assertThat(read.numbers()).hasSize(50_001));
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - allocated)
                .as("allocated bytes")
                .isLessThanOrEqualTo(HEAP + HEAP_PER_BYTE * document.length);
    }
}
