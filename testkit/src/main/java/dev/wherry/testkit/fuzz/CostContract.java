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
 * A small message costs its reader no more processor time and memory than its bytes account for, whatever they are. To look for
 * a message that costs more, run it with system property {@code wherry.fuzz}, for how many seconds new seeds are tried.
 */
public abstract class CostContract {
    /** Small, so that what every message may cost beside its bytes does not hide what these cost. */
    private static final Limits LIMITS =
            Limits.builder().graphDepth(2_000).graphObjects(200_000).build();

    private static final int FUZZ_SECONDS = Integer.getInteger("wherry.fuzz", 0);

    /** What a known attack may take of the whole process: by far more than these limits allow for. */
    private static final long FREE_NANOS = 50_000_000;

    private static final long NANOS_PER_BYTE = 250;
    /** Of these the fastest counts, as the machine does much else. */
    private static final int TRIES = 3;

    private static final long HELD_PER_BYTE = 64;
    /** What a message may hold beside by its limits, and what others in this process may have kept meanwhile. */
    private static final long FREE_HELD = 8L * LIMITS.graphObjects() / 10 + (256 << 10);

    /** What is read is copied into what is made of it, which may have grown a few times; a JDK stream is read twice. */
    private static final long ALLOCATED_PER_BYTE = 2 * 4 * HELD_PER_BYTE;

    /** Of a value whose keys were compared, each byte of it up to 32 times: to compare lists makes iterators. */
    private static final long ALLOCATED_PER_BYTE_OF_VALUES = 2 * 32 * 32;

    /** Of the reader itself, and a refusal with its stack. */
    private static final long FREE_ALLOCATED = 2 * FREE_HELD + (1 << 20);

    /** For subclasses; one instance per test. */
    protected CostContract() {}

    /** What is tested. */
    protected abstract Codec codec();

    /** What may travel: values of the JDK's, and the classes that {@link Fuzzed} names. */
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

    /** Seeds of messages that once cost too much. */
    protected LongStream costlySeeds() {
        return LongStream.empty();
    }

    @Test
    void readsSmallMessagesAtBoundedCost() {
        assertThat(warm().read(LongStream.range(0, 500)))
                .as("messages that are values")
                .isPositive();
    }

    @TestFactory
    Stream<DynamicTest> readsWhatOnceCostTooMuch() {
        Fuzzer fuzzer = warm();
        return costlySeeds().mapToObj(seed -> DynamicTest.dynamicTest("seed " + seed, () -> fuzzer.isRead(seed)));
    }

    @Test
    @Tag("long")
    void readsManySmallMessagesAtBoundedCost() {
        assertThat(warm().read(Share.seeds(1_000, 10_000)))
                .as("messages that are values")
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

    /** One whose classes are loaded. */
    private Fuzzer warm() {
        Types types = types();
        Coder open = codec().coder(new Declared(Object.class, "a value"), types);
        MessageSource messages = switch (codec().name()) {
            case "compact" -> new CompactMessages(types);
            case "java" -> new ObjectStreams();
            default -> new LibraryMessages(open, LIMITS, types);
        };
        Meter meter = new Meter(open, LIMITS);
        LongStream.range(1, 50).forEach(seed -> meter.of(messages.of(-seed)));
        return new Fuzzer(codec().name(), messages, meter);
    }

    @TestFactory
    Stream<DynamicTest> readsKeysThatHashThemselvesWithoutEndAtBoundedCost() {
        Coder open = codec().coder(new Declared(Object.class, "a value"), types());
        Fuzzer fuzzer = warm();
        return EndlessKeys.values().entrySet().stream()
                .map(each -> DynamicTest.dynamicTest(
                        each.getKey(), () -> fuzzer.isRead(EndlessKeys.message(open, each.getValue()))));
    }

    private record Fuzzer(String codec, MessageSource messages, Meter meter) {
        long read(LongStream seeds) {
            return seeds.filter(this::isRead).count();
        }

        boolean isRead(long seed) {
            try {
                return isRead(messages.of(seed));
            } catch (AssertionError e) {
                throw new AssertionError("Seed " + seed + " of codec " + codec, e);
            }
        }

        boolean isRead(Message message) {
            int bytes = message.bytes().length;
            try {
                Meter.Cost cost = meter.of(message.arrived());
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
                throw new AssertionError(bytes + " bytes of codec " + codec, e);
            }
        }
    }
}
