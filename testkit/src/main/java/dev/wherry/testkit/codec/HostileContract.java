package dev.wherry.testkit.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wherry.Limits;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Definition;
import dev.wherry.testkit.Share;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.ThreadMXBean;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The tests that a codec must pass if it reads bytes of peers that are not trusted. Any bytes decode to a value or fail
 * with a {@link CodecException}, at limited cost. No class is initialized that is not allowed.
 */
public abstract class HostileContract extends KeysContract {
    private static final Limits TIGHT = Limits.builder()
            .graphDepth(2000)
            .graphObjects(100_000)
            .messageBytes(1 << 20)
            .build();
    private static final int LONGEST_PREFIXES = 2000;
    private static final Limits UNLIMITED =
            Limits.builder().graphDepth(200_000).graphObjects(Integer.MAX_VALUE).build();
    /** Twenty times the processor time that refusing a message may take. */
    private static final long MOST_NANOS = 1_000_000_000;

    private static final int VALUES = 50_000;
    private static final Limits MANY =
            Limits.builder().graphDepth(100).graphObjects(10 * VALUES).build();
    private static final long MEMORY_PER_BYTE = 64;
    /** The accuracy of the estimate of memory: values that have many bytes on the wire are counted with less. */
    private static final int UNDERESTIMATED = 4;
    /** The memory that a message may take in addition, and that other threads of this process may retain meanwhile. */
    private static final long FREE_MEMORY = 8L * VALUES + (1 << 20);

    private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** For subclasses. JUnit creates one instance per test. */
    protected HostileContract() {}

    @TestFactory
    Stream<DynamicTest> refusesEveryTruncation() {
        return perSample((coder, message) -> {
            int step = Math.max(1, message.bytes().length / LONGEST_PREFIXES);
            for (int length = 0; length < message.bytes().length; length += step) {
                Message cut = message.withBytes(Arrays.copyOf(message.bytes(), length));
                assertThatThrownBy(() -> cut.decode(coder)).isInstanceOf(CodecException.class);
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> survivesChangedBytes() {
        return perSample((coder, message) -> mutate(coder, message, 1, 100));
    }

    @Tag("long")
    @TestFactory
    Stream<DynamicTest> survivesManyChangedBytes() {
        return perSample((coder, message) -> mutate(coder, message, 2, Share.of(20_000)));
    }

    /** The messages are made by a sender without limits. If the codec refuses to encode one, that is correct too. */
    @TestFactory
    Stream<DynamicTest> refusesKeysThatAreTooExpensiveToHash() {
        Coder open = coder("open");
        return CostlyKeys.all().entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> {
                    Object value = entry.getValue().get();
                    Message[] message = {null};
                    CodecException refused = catchThrowableOfType(
                            CodecException.class,
                            () -> message[0] =
                                    Message.encode(open, UNLIMITED, value).arrived());
                    long before = THREADS.getCurrentThreadCpuTime();
                    if (refused == null) {
                        refused = catchThrowableOfType(CodecException.class, () -> message[0].decode(open));
                    }
                    assertThat(refused)
                            .as("the refusal")
                            .isNotNull()
                            .hasMessageFindingMatch("graphObjects|cycle|comparator");
                    assertThat(THREADS.getCurrentThreadCpuTime() - before)
                            .as("processor time")
                            .isLessThan(MOST_NANOS);
                }));
    }

    /**
     * Elements may have become equal since an immutable set was made of them. The JDK would put their text into the
     * exception.
     */
    @Test
    void neverCallsToStringOfValues() {
        Plain.Silent one = new Plain.Silent(1);
        Plain.Silent other = new Plain.Silent(2);
        List<Object> values = List.of(
                Set.of(one, other),
                Set.of(one, other, 3),
                Map.of(one, 1, other, 2),
                List.of(Set.of(Set.of(one), Set.of(other))),
                Set.of(List.of(one), List.of(other)));
        other.number = 1;
        Coder coder = here(Plain.Silent.class);
        for (Object value : values) {
            Message message = Message.encode(coder, value).arrived();
            CodecException refused = catchThrowableOfType(CodecException.class, () -> message.decode(coder));
            assertThat(refused)
                    .satisfiesAnyOf(
                            e -> assertThat(e).isNull(), e -> assertThat(e).hasMessageContaining("two equal"));
        }
        assertThat(Plain.Silent.ASKED).hasValue(0);
    }

    @Test
    void refusesPatternsWithCanonicalEquivalence() {
        Pattern pattern = Pattern.compile("a", Pattern.CANON_EQ);
        assertThatThrownBy(() -> Message.encode(here(Pattern.class), List.of(pattern)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("CANON_EQ");
    }

    /** Checks the memory of the values of one message with many small values. The limit is that of docs/protocol.md. */
    @Tag("long")
    @TestFactory
    Stream<DynamicTest> usesMemoryInProportionToTheBytes() {
        Coder open = coder("open");
        return SmallValues.all().entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> {
                    Message message;
                    try {
                        message = Message.encode(open, MANY, many(entry.getValue()))
                                .arrived();
                    } catch (CodecException e) {
                        return; // it cannot be sent
                    }
                    decodes(open, message); // loads all classes
                    long before = usedMemory();
                    Object held = decodes(open, message);
                    long used;
                    try {
                        used = usedMemory() - before;
                    } finally {
                        Reference.reachabilityFence(held);
                    }
                    assertThat(used)
                            .as("memory for %d bytes, refused: %s", message.bytes().length, held == null)
                            .isLessThan(FREE_MEMORY + MEMORY_PER_BYTE * message.bytes().length);
                    if (held != null) { // the memory for the message itself is accounted for by its bytes
                        assertThat(message.held(open) + message.bytes().length)
                                .as("the memory accounted for %d bytes", used)
                                .isGreaterThan(used / UNDERESTIMATED - FREE_MEMORY);
                    }
                }));
    }

    private static List<Object> many(Supplier<Object> maker) {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < VALUES; i++) {
            values.add(maker.get());
        }
        return values;
    }

    private static @Nullable Object decodes(Coder coder, Message message) {
        try {
            return message.decode(coder, MANY);
        } catch (CodecException e) {
            return null; // over a limit; the memory was not allocated
        }
    }

    private static long usedMemory() {
        System.gc();
        return MEMORY.getHeapMemoryUsage().getUsed();
    }

    /** A change that is applied to the message of each sample. */
    private interface Attack {
        void on(Coder coder, Message message);
    }

    private Stream<DynamicTest> perSample(Attack attack) {
        return samples().entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> {
                    Coder coder = coder(entry.getKey());
                    for (@Nullable Object value : entry.getValue()) {
                        attack.on(coder, Message.encode(coder, value).arrived());
                    }
                }));
    }

    private static void mutate(Coder coder, Message message, long seed, int times) {
        for (int i = 0; i < times; i++) {
            long one = seed * 1_000_003 + i;
            Random random = new Random(one);
            Message bad = message.withBytes(mutated(message.bytes(), random));
            if (!message.definitions().isEmpty() && random.nextInt(3) == 0) {
                bad = bad.withDefinitions(mutated(message.definitions(), random));
            }
            try {
                bad.decode(coder, TIGHT);
            } catch (CodecException e) {
                assertThat(e).hasMessageNotContaining("null:");
            } catch (RuntimeException | Error e) {
                throw new AssertionError("Seed " + one + ": a codec gives a value or a CodecException", e);
            }
        }
    }

    private static List<Definition> mutated(List<Definition> definitions, Random random) {
        List<Definition> mutated = new ArrayList<>(definitions);
        int at = random.nextInt(mutated.size());
        Definition definition = mutated.get(at);
        byte[] content = mutated(definition.content(), random);
        mutated.set(
                at,
                new Definition(
                        definition.kind(), Arrays.copyOf(content, Math.min(content.length, Definition.LONGEST))));
        return mutated;
    }

    private static byte[] mutated(byte[] bytes, Random random) {
        byte[] mutated = bytes.clone();
        for (int i = random.nextInt(1, 4); i > 0 && mutated.length > 0; i--) {
            int at = random.nextInt(Math.min(mutated.length, 4000));
            switch (random.nextInt(6)) {
                case 0 -> mutated[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> mutated[at] = (byte) random.nextInt(256);
                case 2 -> mutated[at] = (byte) (random.nextBoolean() ? 0xff : 0x7f);
                case 3 -> mutated = Arrays.copyOf(mutated, random.nextInt(mutated.length + 1));
                case 4 -> mutated = inserted(mutated, at, random);
                default -> {
                    for (int j = at; j < Math.min(mutated.length, at + 5); j++) {
                        mutated[j] = (byte) 0xff; // the largest length that can be written
                    }
                }
            }
        }
        return mutated;
    }

    private static byte[] inserted(byte[] bytes, int at, Random random) {
        byte[] more = new byte[bytes.length + 3];
        random.nextBytes(more);
        System.arraycopy(bytes, 0, more, 0, at);
        System.arraycopy(bytes, at, more, at + 3, bytes.length - at);
        return more;
    }

    /**
     * The peer sends an object of a class that exists here but is not allowed. It must be refused, and the class must
     * not be initialized.
     */
    @Test
    void initializesNoClassThatIsNotAllowed() throws Exception {
        Class<?> theirs = OtherLoader.loading(CanaryB.class, Canaries.class).theirs(CanaryB.class);
        Message message = sent(theirs.getConstructor().newInstance(), theirs);
        assertRefuses(message, CanaryB.class, here(CanaryA.class));
        assertRefuses(message, CanaryB.class, coder("open"));
        assertRefuses(sent(new CanaryA(), CanaryA.class), CanaryA.class, coder("open"));
        assertThat(Canaries.INITIALIZED).doesNotContain("B");
    }

    /**
     * The peer's class of that name has a field of another type, whose value does not fit the field of this side's
     * class.
     */
    @Test
    void setsNoFieldOfAnotherType() throws Exception {
        Class<?> theirs =
                OtherLoader.loading(TwinHolder.class).renaming("TwinA", "TwinB").theirs(TwinHolder.class);
        Object holder = theirs.getConstructor().newInstance();
        theirs.getField("held").set(holder, new TwinB());
        Message message = sent(holder, theirs, TwinA.class, TwinB.class);
        Object arrived;
        try {
            arrived = message.decode(here(TwinHolder.class, TwinA.class, TwinB.class));
        } catch (CodecException e) {
            assertThat(e).message().doesNotContain("Malformed");
            return;
        }
        assertThat(arrived).isInstanceOf(TwinHolder.class);
        Object held = TwinHolder.class.getField("held").get(arrived);
        assertThat(held == null || TwinA.class.isInstance(held)).isTrue();
    }

    @Test
    void reportsAnExceptionOfReadObject() throws Exception {
        Message message = sent(new Rejecting(), Rejecting.class);
        assertThatThrownBy(() -> message.decode(here(Rejecting.class)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("no account has the number 1")
                .hasMessageNotContaining("Malformed");
    }

    private Coder here(Class<?>... allowed) {
        return codec().coder(new Declared(Object.class, "here"), new AllowedTypes(Values.class, false, allowed));
    }

    private Message sent(Object value, Class<?>... allowed) {
        return Message.encode(here(allowed), value).arrived();
    }

    private static void assertRefuses(Message message, Class<?> named, Coder reader) {
        assertThatThrownBy(() -> message.decode(reader))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining(named.getName());
    }
}
