package dev.wherry.testkit.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wherry.Limits;
import dev.wherry.spi.Codec;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.Types;
import dev.wherry.testkit.Share;
import dev.wherry.testkit.codec.AllowedTypes;
import dev.wherry.testkit.codec.Message;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The tests that limit the cost of reading: a small message takes processor time and memory in proportion to its bytes.
 * System property {@code wherry.fuzz} sets for how many seconds new seeds are tried, to search for messages that cost
 * more.
 */
public abstract class CostContract {
    /** Small limits, so that the fixed cost of a message does not hide the cost of its bytes. */
    private static final Limits LIMITS =
            Limits.builder().graphDepth(2_000).graphObjects(200_000).build();

    private static final int FUZZ_SECONDS = Integer.getInteger("wherry.fuzz", 0);

    /**
     * The processor time that the process may use in addition. A known attack takes seconds. Other processes on the same cores
     * stretch it: one message took less than 85 ms in some runs and 190 ms in others.
     */
    private static final long FREE_NANOS = 250_000_000;

    private static final long NANOS_PER_BYTE = 250;

    /**
     * The number of attempts, of which the fastest counts. A machine that is shared with others stretches processor time
     * too, for as long as the others are busy.
     */
    private static final int TRIES = 20;

    private static final long HELD_PER_BYTE = 64;
    /** The memory that a message may hold in addition by its limits, and that other threads may retain meanwhile. */
    private static final long FREE_HELD = 8L * LIMITS.graphObjects() / 10 + (256 << 10);

    /**
     * The factor for copies: values are copied from what was read and may grow a few times; a JDK stream is read twice.
     */
    private static final long ALLOCATED_PER_BYTE = 2 * 4 * HELD_PER_BYTE;

    /**
     * The factor for values whose keys were compared, up to 32 times for each byte: comparing lists allocates
     * iterators.
     */
    private static final long ALLOCATED_PER_BYTE_OF_VALUES = 2 * 32 * 32;

    /** The memory of the reader itself, and of an exception with its stack trace. */
    private static final long FREE_ALLOCATED = 2 * FREE_HELD + (1 << 20);

    /** For subclasses. JUnit creates one instance per test. */
    protected CostContract() {}

    /** Returns the codec to test. */
    protected abstract Codec codec();

    /** Returns the types that may travel: values of the JDK, and the classes that {@link Fuzzed} names. */
    protected Types types() {
        return new AllowedTypes(
                Fuzzed.class,
                false,
                Fuzzed.Twin.class,
                Fuzzed.Child.class,
                Fuzzed.Form.class,
                Fuzzed.Side.class,
                Fuzzed.Loose.class,
                Fuzzed.Tight.class,
                Fuzzed.Failure.class);
    }

    /** Returns the seeds of messages that were too expensive once. */
    protected LongStream costlySeeds() {
        return LongStream.empty();
    }

    @Test
    void readsSmallMessagesAtBoundedCost() {
        assertThat(warm().read(LongStream.range(0, 500)))
                .as("messages that were decoded")
                .isPositive();
    }

    @TestFactory
    Stream<DynamicTest> readsFormerlyExpensiveMessagesAtBoundedCost() {
        Fuzzer fuzzer = warm();
        return costlySeeds().mapToObj(seed -> DynamicTest.dynamicTest("seed " + seed, () -> fuzzer.isRead(seed)));
    }

    @Test
    @Tag("long")
    void readsManySmallMessagesAtBoundedCost() {
        assertThat(warm().read(Share.seeds(1_000, 10_000)))
                .as("messages that were decoded")
                .isPositive();
    }

    @Test
    @Tag("long")
    void readsNewSmallMessagesAtBoundedCost() {
        assumeTrue(FUZZ_SECONDS > 0, "wherry.fuzz is not set");
        Fuzzer fuzzer = warm();
        long begin = System.nanoTime();
        long seed = begin;
        while (System.nanoTime() - begin < FUZZ_SECONDS * 1_000_000_000L) {
            fuzzer.isRead(seed++);
        }
        System.out.println((seed - begin) + " messages of codec " + codec().name() + ", seeds from " + begin);
    }

    /** Returns a fuzzer after its classes have been loaded. */
    private Fuzzer warm() {
        Types types = types();
        Coder open = codec().coder(new Declared(Object.class, "a value"), types);
        MessageSource messages = switch (codec().name()) {
            case "compact" -> new CompactMessages(types);
            case "java" -> new ObjectStreams();
            default -> new LibraryMessages(open, LIMITS, types);
        };
        CostMeter meter = new CostMeter(open, LIMITS);
        LongStream.range(1, 50).forEach(seed -> meter.of(messages.of(-seed)));
        return new Fuzzer(codec().name(), messages, meter);
    }

    @TestFactory
    Stream<DynamicTest> readsKeysWithEndlessHashCodesAtBoundedCost() {
        Coder open = codec().coder(new Declared(Object.class, "a value"), types());
        Fuzzer fuzzer = warm();
        return EndlessKeys.values().entrySet().stream()
                .map(each -> DynamicTest.dynamicTest(
                        each.getKey(), () -> fuzzer.isRead(EndlessKeys.message(open, each.getValue()))));
    }

    private record Fuzzer(String codec, MessageSource messages, CostMeter meter) {
        long read(LongStream seeds) {
            return seeds.filter(this::isRead).count();
        }

        boolean isRead(long seed) {
            try {
                return isRead(messages.of(seed));
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed + ", " + e.getMessage(), e);
            }
        }

        boolean isRead(Message message) {
            int bytes = message.bytes().length;
            try {
                CostMeter.Cost cost = meter.of(message.arrived());
                long most = FREE_NANOS + NANOS_PER_BYTE * bytes;
                for (int tries = 1; tries < TRIES && cost.nanos() > most; tries++) {
                    cost = meter.of(message.arrived());
                }
                assertThat(cost.nanos()).as("processor time").isLessThan(most);
                long each = cost.read() ? ALLOCATED_PER_BYTE_OF_VALUES : ALLOCATED_PER_BYTE;
                assertThat(cost.allocated()).as("allocated bytes").isLessThan(FREE_ALLOCATED + each * bytes);
                long held = FREE_HELD + HELD_PER_BYTE * bytes;
                if (cost.allocated() > held) {
                    assertThat(meter.held(message)).as("bytes held").isLessThan(held);
                }
                return cost.read();
            } catch (AssertionError e) {
                throw new AssertionError(bytes + " bytes of codec " + codec + ": " + e.getMessage(), e);
            }
        }
    }
}
