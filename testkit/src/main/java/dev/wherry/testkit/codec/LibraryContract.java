package dev.wherry.testkit.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.spi.Codec;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.CodecException;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The tests for a codec that uses a serialization library for most values: large values, memory that the library
 * retains, and state after failures. Extend it in addition to {@link CodecContract} and {@link HostileContract}.
 */
public abstract class LibraryContract {
    private static final int LARGE = 1 << 20;
    /** The memory that the library and other threads of this process may retain. */
    private static final long MOST_KEPT = 4 << 20;

    private static final int FAILURES = 20;

    /** For subclasses. JUnit creates one instance per test. */
    protected LibraryContract() {}

    /** Returns the codec to test. */
    protected abstract Codec codec();

    /** Returns a coder for the declared type Object. */
    protected final Coder open() {
        return codec().coder(new Declared(Object.class, "open"), types());
    }

    private static AllowedTypes types() {
        return new AllowedTypes(Values.class, false, Samples.CLASSES);
    }

    private static @Nullable Object arrived(Coder coder, Object value) {
        return Message.encode(coder, value).arrived().decode(coder);
    }

    @Test
    @SuppressWarnings("JdkObsolete") // users have such classes
    void carriesThousandsOfNulls() {
        List<@Nullable Object> nulls = Collections.nCopies(5_000, null);
        assertThat(arrived(open(), new ArrayList<>(nulls))).isEqualTo(nulls);
        assertThat(arrived(open(), new LinkedList<>(nulls))).isEqualTo(nulls);
        assertThat((Object[]) arrived(open(), nulls.toArray()))
                .containsOnlyNulls()
                .hasSize(nulls.size());
    }

    @TestFactory
    Stream<DynamicTest> carriesNumbersOfAnyLength() {
        BigInteger large = BigInteger.ONE.shiftLeft(800_000).negate();
        return Stream.of(
                        large,
                        new BigDecimal(large, 3),
                        new BigDecimal(BigInteger.TEN, 1_000_000),
                        new BigDecimal(BigInteger.TEN, Integer.MIN_VALUE))
                .map(number -> DynamicTest.dynamicTest(
                        number.getClass().getSimpleName(),
                        () -> assertThat(arrived(open(), List.of(number))).isEqualTo(List.of(number))));
    }

    @TestFactory
    Stream<DynamicTest> retainsNoMemoryOfLargeValues() {
        Map<String, Supplier<Object>> values = Map.of(
                "a string of Latin-1 letters", () -> "\u00e9".repeat(8 * LARGE),
                "a string of other letters", () -> "\u20ac".repeat(4 * LARGE),
                "a list of numbers",
                        () -> IntStream.range(0, LARGE)
                                .mapToObj(BigInteger::valueOf)
                                .toList(),
                "an array of lists",
                        () -> Stream.generate(ArrayList::new).limit(LARGE / 2).toArray());
        return values.entrySet().stream()
                .map(value -> DynamicTest.dynamicTest(value.getKey(), () -> {
                    Coder coder = open();
                    arrived(coder, List.of(1));
                    long before = usedMemory();
                    assertThat(arrived(coder, value.getValue().get())).isNotNull();
                    assertThat(usedMemory() - before).as("retained bytes").isLessThan(MOST_KEPT);
                    arrived(coder, List.of(1)); // the coder is in use up to here
                }));
    }

    /**
     * Returns the used heap. The serial collector compacts only in every fourth full collection, so some garbage may
     * remain.
     */
    private static long usedMemory() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 4; i++) {
            System.gc();
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }

    @TestFactory
    Stream<DynamicTest> readsCorrectlyAfterFailures() {
        Coder coder = open();
        return Samples.all().entrySet().stream()
                .filter(each -> !each.getValue().isEmpty())
                .map(each -> DynamicTest.dynamicTest(
                        each.getKey(), () -> each.getValue().forEach(value -> assertReadsAfterFailures(coder, value))));
    }

    private static void assertReadsAfterFailures(Coder coder, @Nullable Object value) {
        Message message;
        try {
            message = Message.encode(coder, value).arrived();
        } catch (CodecException e) {
            return; // the value is refused by the declared type Object
        }
        byte[] first = Message.encode(coder, message.decode(coder)).bytes();
        Random random = new Random(1);
        for (int i = 0; i < FAILURES; i++) {
            byte[] bad = Arrays.copyOf(message.bytes(), 1 + random.nextInt(message.bytes().length));
            bad[random.nextInt(bad.length)] = (byte) random.nextInt();
            try {
                message.withBytes(bad).decode(coder);
            } catch (CodecException e) {
                assertThat(Message.encode(coder, message.decode(coder)).bytes())
                        .as("after %s", e)
                        .isEqualTo(first);
            }
        }
    }
}
