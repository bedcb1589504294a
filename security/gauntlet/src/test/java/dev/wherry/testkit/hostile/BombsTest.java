package dev.wherry.testkit.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.codec.compact.CompactCodec;
import dev.wherry.codec.fory.ForyCodec;
import dev.wherry.codec.java.JavaCodec;
import dev.wherry.codec.jboss.JBossCodec;
import dev.wherry.codec.kryo.KryoCodec;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.spi.Codec;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Definition;
import dev.wherry.spi.Out;
import dev.wherry.testkit.codec.Message;
import dev.wherry.testkit.codec.ObjectStreamBytes;
import dev.wherry.testkit.hostile.Attack.Form;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Messages that are made to cost their reader more than their length justifies, and what they cost without a connection around
 * them. Where few bytes declare much, nothing of it may be allocated.
 */
@Tag("long")
class BombsTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** Object streams of many small objects take longer, in proportion: they are long. */
    private static final long NANOS_PER_BYTE = 2_000;

    private static final long HEAP_PER_BYTE = 64;

    /** Memory that is allocated and not kept: the JDK reads each object of a stream by several of its own. */
    private static final long GARBAGE_PER_BYTE = 4 * HEAP_PER_BYTE;

    /** Memory of a reader in any case, and of the exception. */
    private static final long HEAP = 1 << 20;

    /** Others use the processor as well: the fastest attempt counts. */
    private static final int ATTEMPTS = 50;

    /** The built-in types of codec compact that may have elements are among the first. */
    private static final int CONTAINERS = 58;

    private static final int LARGEST = Integer.MAX_VALUE;
    private static final int GIGABYTE = 1 << 30;

    @TestFactory
    Stream<DynamicContainer> refusesAtLowCost() {
        return Stream.of(new CompactCodec(), new JavaCodec(), new KryoCodec(), new ForyCodec(), new JBossCodec())
                .map(BombsTest::refusesAtLowCost);
    }

    private static DynamicContainer refusesAtLowCost(Codec codec) {
        Coder coder = codec.coder(
                new Declared(Object.class, "a bomb"), TypeClosure.of(Inbox.class, EndpointOptions.defaults()));
        return DynamicContainer.dynamicContainer(
                codec.name(),
                bombs(codec).stream()
                        .map(bomb -> DynamicTest.dynamicTest(bomb.toString(), () -> assertCheap(coder, bomb))));
    }

    private static List<Attack> bombs(Codec codec) {
        List<Attack> all = new ArrayList<>(HostileSender.attacks(codec));
        lengths().forEach((name, stream) -> {
            Map<Form, byte[]> streams = new EnumMap<>(Form.class);
            streams.put(Form.BARE, stream);
            all.addAll(HostileSender.ofObject(codec, name, streams, null));
        });
        if (codec.name().equals("compact")) {
            declared().forEach((name, value) -> all.addAll(CostlyValues.inEachForm(name, value)));
        }
        return all;
    }

    /** Returns object streams that declare far more than they contain. */
    private static Map<String, byte[]> lengths() {
        Map<String, byte[]> all = new LinkedHashMap<>();
        int marker = 0x01234567;
        for (int length : new int[] {LARGEST, GIGABYTE}) {
            all.put("bytes " + length, replaced(ObjectStreamBytes.of(new byte[16]), 16, length));
            all.put("numbers " + length, replaced(ObjectStreamBytes.of(new long[16]), 16, length));
            all.put("objects " + length, replaced(ObjectStreamBytes.of(new Object[16]), 16, length));
            all.put("list " + length, replaced(ObjectStreamBytes.of(new ArrayList<>(List.of(marker))), 1, length));
            all.put("map " + length, replaced(ObjectStreamBytes.of(new HashMap<>(Map.of(marker, 1))), 1, length));
            all.put("set " + length, replaced(ObjectStreamBytes.of(new HashSet<>(List.of(marker))), 1, length));
        }
        return all;
    }

    /** Replaces each number of four bytes by another. */
    private static byte[] replaced(byte[] stream, int number, int other) {
        ByteBuffer bytes = ByteBuffer.wrap(stream);
        for (int at = 0; at + Integer.BYTES <= stream.length; at++) {
            if (bytes.getInt(at) == number) {
                bytes.putInt(at, other);
            }
        }
        return stream;
    }

    /** Returns values of codec compact that declare far more than they contain. */
    private static Map<String, Consumer<Out>> declared() {
        Map<String, Consumer<Out>> all = new LinkedHashMap<>();
        for (int kind : IntStream.range(0, CONTAINERS).toArray()) {
            for (int length : new int[] {LARGEST, GIGABYTE}) {
                all.put("built-in " + kind + " of " + length, to -> {
                    CostlyValues.head(to, kind);
                    to.writeSize(length);
                    to.writeByte(0);
                });
            }
        }
        return all;
    }

    private static void assertCheap(Coder coder, Attack bomb) {
        Message message = message(bomb);
        int bytes = message.bytes().length
                + message.definitions().stream()
                        .mapToInt(each -> each.content().length)
                        .sum();
        long most = Math.max(MOST_NANOS, NANOS_PER_BYTE * bytes);
        long nanos = Long.MAX_VALUE;
        long heap = Long.MAX_VALUE;
        for (int i = 0; i < ATTEMPTS && (nanos > most || i < 2); i++) {
            Message arrived = message.arrived();
            long allocated = THREADS.getCurrentThreadAllocatedBytes();
            long begun = THREADS.getCurrentThreadCpuTime();
            boolean refused = isRefused(coder, arrived);
            nanos = Math.min(nanos, THREADS.getCurrentThreadCpuTime() - begun);
            heap = Math.min(heap, THREADS.getCurrentThreadAllocatedBytes() - allocated);
            assertThat(refused || isSkipped(bomb)).as("refused").isTrue();
        }
        assertThat(nanos).as("processor time for %d bytes", bytes).isLessThanOrEqualTo(most);
        assertThat(heap).as("allocated bytes for %d bytes", bytes).isLessThanOrEqualTo(HEAP + GARBAGE_PER_BYTE * bytes);
    }

    /** An unknown field is read over, and so is a constant of an unknown class within it. */
    private static boolean isSkipped(Attack bomb) {
        return bomb.harmless()
                || bomb.form() == Form.IN_EXCEPTION
                || bomb.name().contains("UNKNOWN_CLASSES");
    }

    private static boolean isRefused(Coder coder, Message message) {
        try {
            message.decode(coder, Limits.defaults());
            return false;
        } catch (CodecException e) {
            return true;
        }
    }

    private static Message message(Attack bomb) {
        List<Definition> definitions = new ArrayList<>();
        int most = bomb.definitions().keySet().stream()
                .mapToInt(each -> each)
                .max()
                .orElse(-1);
        for (int i = 0; i <= most; i++) {
            definitions.add(bomb.definitions().getOrDefault(i, new Definition(Definition.Kind.SCHEMA, new byte[0])));
        }
        return new Message(bomb.bytes(), definitions, List.of());
    }
}
