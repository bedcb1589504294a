package dev.wherry.codec.compact;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.wherry.Share;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Coder;
import java.lang.management.ManagementFactory;
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
    private static final long BYTES_PER_BYTE = 512;

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

    @Test
    @Tag("long")
    void isBoundedForManySmallMessages() {
        assertThat(assertBounded(Share.seeds(1_000, 100_000)))
                .as("messages that are values")
                .isPositive();
    }

    private int assertBounded(LongStream seeds) {
        int[] read = {0};
        seeds.forEach(seed -> {
            byte[] bytes = RandomMessage.of(seed);
            long thread = Thread.currentThread().threadId();
            long allocatedBefore = meter.getThreadAllocatedBytes(thread);
            long before = meter.getCurrentThreadCpuTime();
            read[0] += decode(bytes) ? 1 : 0;
            long nanos = meter.getCurrentThreadCpuTime() - before;
            long allocated = meter.getThreadAllocatedBytes(thread) - allocatedBefore;
            assertThat(nanos)
                    .as("processor time, seed %d, %d bytes", seed, bytes.length)
                    .isLessThan(FREE_NANOS + NANOS_PER_BYTE * bytes.length);
            assertThat(allocated)
                    .as("allocated bytes, seed %d, %d bytes", seed, bytes.length)
                    .isLessThan(FREE_BYTES + BYTES_PER_BYTE * bytes.length);
        });
        return read[0];
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
