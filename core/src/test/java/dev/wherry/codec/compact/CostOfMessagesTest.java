package dev.wherry.codec.compact;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.wherry.Share;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Coder;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A message costs its reader no more processor time and memory than its length accounts for, with a generous margin. */
class CostOfMessagesTest {
    /** Of any message: work that is free, and what a machine that does much else may add. */
    private static final long FREE_NANOS = 300_000_000;

    private static final long NANOS_PER_BYTE = 4_000;
    private static final long FREE_BYTES = 32 << 20;
    private static final long BYTES_PER_BYTE = 128;

    private final ThreadMXBean meter = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Messages messages = new Messages();
    private final Coder open = messages.coder(Object.class, Shapes.allowed());

    @BeforeEach
    void loadsTheClasses() {
        LongStream.range(1, 50).forEach(seed -> decode(RandomMessage.of(-seed)));
    }

    @Test
    void isBoundedForSmallMessages() {
        assertThat(assertBounded(LongStream.range(0, 600)))
                .as("messages that are values")
                .isPositive();
    }

    /** Seeds that once found a message without end. */
    @ParameterizedTest
    @ValueSource(longs = 2_792) // equal sets within Set.of, whose refusal had their text in it
    void isBoundedWhereItOnceWasNot(long seed) {
        assertBounded(LongStream.of(seed));
    }

    /** Each map claims all bytes that are left, and so does the one within it. */
    @Test
    void isBoundedForNumbersOfElementsThatAreNotThere() {
        for (BuiltIn form : RandomMessage.containers()) {
            assertBounded("claims of " + form.type, RandomMessage.claims(form, 100_000));
        }
    }

    /** Sixteen sets of one hash in each, which are compared each time that the set around them is. */
    @Test
    void isBoundedForSetsOfSetsOfOneHash() {
        assertThat(assertBounded("sets of two levels", RandomMessage.sets(2))).isTrue();
        assertThat(assertBounded("sets of four levels", RandomMessage.sets(4))).isFalse();
    }

    /** To compare a short number with a long one takes as long as that. */
    @Test
    void isBoundedForNumbersOfManyDigitsThatAreSorted() {
        NavigableSet<BigDecimal> numbers = new TreeSet<>();
        for (int i = 0; i < 3_000; i++) {
            numbers.add(new BigDecimal(BigInteger.valueOf(500_000_000 + i), 8));
        }
        BigInteger digits = BigInteger.TEN.pow(100_000).multiply(BigInteger.valueOf(5));
        numbers.add(new BigDecimal(digits.add(BigInteger.ONE), 100_000));
        byte[] bytes = messages.encode(open, numbers);
        assertThat(assertBounded("a number of many digits", bytes)).isFalse();
    }

    @Test
    @Tag("long")
    void isBoundedForManySmallMessages() {
        assertThat(assertBounded(Share.seeds(1_000, 100_000)))
                .as("messages that are values")
                .isPositive();
    }

    private int assertBounded(LongStream seeds) {
        int[] read = {0};
        seeds.forEach(seed -> read[0] += assertBounded("seed " + seed, RandomMessage.of(seed)) ? 1 : 0);
        return read[0];
    }

    private boolean assertBounded(String what, byte[] bytes) {
        long thread = Thread.currentThread().threadId();
        long allocatedBefore = meter.getThreadAllocatedBytes(thread);
        long before = meter.getCurrentThreadCpuTime();
        boolean read = decode(bytes);
        long nanos = meter.getCurrentThreadCpuTime() - before;
        long allocated = meter.getThreadAllocatedBytes(thread) - allocatedBefore;
        assertThat(nanos)
                .as("processor time, %s, %d bytes", what, bytes.length)
                .isLessThan(FREE_NANOS + NANOS_PER_BYTE * bytes.length);
        assertThat(allocated)
                .as("allocated bytes, %s, %d bytes", what, bytes.length)
                .isLessThan(FREE_BYTES + BYTES_PER_BYTE * bytes.length);
        return read;
    }

    private boolean decode(byte[] bytes) {
        try {
            messages.decode(open, bytes);
            return true;
        } catch (CodecException e) {
            return false;
        }
    }
}
