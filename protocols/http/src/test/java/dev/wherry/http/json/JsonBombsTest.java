package dev.wherry.http.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.wherry.Limits;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
        BAD_BASE64("{\"bytes\":\"" + "A".repeat(100_000) + "%\"}"),
        UNENDED_TEXT("{\"texts\":[\"" + "\\n".repeat(100_000)),
        WRONG_AT_THE_END("{\"texts\":[" + "\"\",".repeat(50_000) + "1");

        private final byte[] json;

        Bomb(String json) {
            this.json = json.getBytes(StandardCharsets.UTF_8);
        }

        private static String many(int count, IntFunction<String> each) {
            return IntStream.range(0, count).mapToObj(each).collect(Collectors.joining(","));
        }
    }

    private final Json json = new Json(Limits.defaults());
    private final JsonType type = type();

    private static JsonType type() {
        try {
            return new JsonTypes(Set.of()).declared(Parts.class);
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
            assertThat(isRefused(bomb.json)).as("refused").isTrue();
            nanos = Math.min(nanos, THREADS.getCurrentThreadCpuTime() - begun);
            heap = Math.min(heap, THREADS.getCurrentThreadAllocatedBytes() - allocated);
        }
        assertThat(nanos).as("processor time").isLessThanOrEqualTo(MOST_NANOS);
        assertThat(heap).as("allocated bytes").isLessThanOrEqualTo(HEAP + HEAP_PER_BYTE * bomb.json.length);
    }

    private boolean isRefused(byte[] document) {
        try {
            json.value(document, type);
            return false;
        } catch (JsonProblem e) {
            return true;
        }
    }
}
