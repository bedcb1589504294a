package dev.wherry.dds.cdr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.management.ThreadMXBean;
import dev.wherry.Limits;
import dev.wherry.dds.cdr.Samples.AppendableOrder;
import dev.wherry.dds.cdr.Samples.Drawing;
import dev.wherry.dds.cdr.Samples.Maps;
import dev.wherry.dds.types.JavaType;
import dev.wherry.dds.types.JavaTypes;
import dev.wherry.dds.types.Representation;
import dev.wherry.dds.types.UnsupportedTypeException;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes that are wrong are refused with the typed exception, or are another value; within the limit of memory. */
@NullMarked
class HostileInputTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final long MEMORY = 1 << 16;

    /** What reading takes besides values: the reader, exceptions and their texts. */
    private static final long BESIDES = 1 << 17;

    /** The first one may load classes. */
    private static final int ATTEMPTS = 3;

    record Text(String text) {}

    record Numbers(int[] numbers) {}

    record Lists(List<List<List<String>>> lists) {}

    record Point(int x, int y) {}

    record Points(Set<Point> points) {}

    record Amounts(Map<String, Integer> amounts) {}

    record Times(Instant at, LocalDate date, BigDecimal exact) {}

    record Flags(boolean one, boolean[] more) {}

    private static byte[] hex(String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }

    private static void refuses(Class<?> type, String hex, String message) {
        assertThatThrownBy(() -> Samples.decode(type, hex(hex)))
                .isInstanceOf(CdrException.class)
                .hasMessageContaining(message);
    }

    /** Reads bytes, and checks what happens. Returns whether they were refused. */
    private static boolean read(CdrCodec codec, byte[] bytes) {
        CdrLimits limits = new CdrLimits(MEMORY, 50, Limits.defaults());
        Throwable failure = null;
        long taken = Long.MAX_VALUE;
        for (int i = 0; i < ATTEMPTS && taken >= MEMORY + BESIDES; i++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            failure = catchThrowable(() -> codec.decode(bytes, limits));
            taken = THREADS.getCurrentThreadAllocatedBytes() - before;
        }
        if (failure != null) {
            assertThat(failure).as(HexFormat.of().formatHex(bytes)).isExactlyInstanceOf(CdrException.class);
        }
        assertThat(taken).as(HexFormat.of().formatHex(bytes)).isLessThan(MEMORY + BESIDES);
        return failure != null;
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                RoundTripTest.FinalParts.class,
                RoundTripTest.Containers.class,
                RoundTripTest.Jdk.class,
                RoundTripTest.Arrays.class,
                Samples.FinalOrder.class,
                Samples.MutableOrder.class,
                AppendableOrder.class,
                Drawing.class,
                Maps.class
            })
    void refusesOrUnderstandsBytesThatAreCutOrChanged(Class<?> type) throws UnsupportedTypeException {
        JavaType javaType = new JavaTypes().of(type);
        CdrCodec codec = new CdrCodec(javaType);
        int refused = 0;
        for (int seed = 0; seed < 3; seed++) {
            Object value = new RandomValues(seed).of(javaType);
            for (Representation representation : Representation.values()) {
                byte[] bytes = codec.encode(value, representation);
                for (int cut = 0; cut < bytes.length; cut++) {
                    refused += read(codec, Arrays.copyOf(bytes, cut)) ? 1 : 0;
                }
                for (int at = 0; at < bytes.length; at++) {
                    for (int change : new int[] {1, 2, 4, 0x80, 0x40, 0xff}) {
                        byte[] changed = bytes.clone();
                        changed[at] ^= (byte) change;
                        refused += read(codec, changed) ? 1 : 0;
                    }
                }
                for (int at = 4; at + 4 <= bytes.length; at += 4) {
                    for (int number : new int[] {-1, 0, Integer.MAX_VALUE, Integer.MIN_VALUE, bytes.length, 1 << 24}) {
                        byte[] changed = bytes.clone();
                        ByteBuffer.wrap(changed).order(ByteOrder.LITTLE_ENDIAN).putInt(at, number);
                        refused += read(codec, changed) ? 1 : 0;
                    }
                }
            }
        }
        assertThat(refused).isPositive();
    }

    @Test
    void refusesOrUnderstandsBytesAtRandom() {
        Random random = new Random(1);
        CdrCodec codec = Samples.codec(RoundTripTest.FinalParts.class);
        CdrCodec order = Samples.codec(Samples.MutableOrder.class);
        for (int i = 0; i < 2_000; i++) {
            byte[] bytes = new byte[4 + random.nextInt(200)];
            random.nextBytes(bytes);
            bytes[0] = 0;
            bytes[1] = (byte) (i & 7);
            read(codec, bytes);
            bytes[1] = (byte) (i % 2 == 0 ? 0x0b : 0x03);
            read(order, bytes);
        }
    }

    @Test
    void refusesAHeaderThatIsNone() {
        refuses(Text.class, "", "at least the 4 bytes");
        refuses(Text.class, "000900", "at least the 4 bytes");
        refuses(Text.class, "00040000", "the encapsulation 0x0004 is unknown");
        refuses(Text.class, "ffff0000 00000000", "the encapsulation 0xffff is unknown");
        refuses(Text.class, "00090003", "more bytes of padding");
    }

    @Test
    void refusesLengthsThatAreLongerThanWhatIsLeft() {
        refuses(Text.class, "00090000 ffffffff 02000000 6100", "a length of 4294967295 is more than the 6 bytes");
        refuses(Text.class, "00090000 07000000 02000000 6100", "a length of 7 is more than the 6 bytes");
        refuses(Text.class, "00090000 06000000 03000000 610000", "Text.text: 3 elements do not fit into the 2 bytes");
        refuses(Numbers.class, "00090000 08000000 ffffff7f 00000000", "2147483647 elements do not fit");
        refuses(Numbers.class, "00090000 08000000 02000000 00000000", "2 elements do not fit into the 4 bytes");
        refuses(Lists.class, "00090000 08000000 04000000 ffffffff", "4294967295 elements do not fit");
    }

    @Test
    void refusesTextsThatAreNone() {
        refuses(
                Text.class,
                "00090002 06000000 02000000 6161 0000",
                "Text.text: a text without NUL at its end (at byte 12)");
        refuses(Text.class, "00090000 04000000 00000000", "a text without NUL at its end");
        refuses(Text.class, "00090001 07000000 03000000 610000 00", "a text with NUL in it");
        refuses(Text.class, "00090002 06000000 02000000 ff00 0000", "a text that is not UTF-8");
        refuses(Text.class, "00090001 07000000 03000000 c08000 00", "a text that is not UTF-8");
        refuses(Text.class, "00090000 08000000 04000000 eda08000", "a text that is not UTF-8");
    }

    @Test
    void refusesTruthValuesEnumConstantsAndLabelsThatThereAreNot() {
        refuses(Flags.class, "00010000 02000000", "Flags.one: a truth value is 0 or 1, not 2 (at byte 4)");
        refuses(Flags.class, "00010000 01000000 01000000 03", "Flags.more: a truth value is 0 or 1");
        refuses(
                AppendableOrder.class,
                "00010000 01000000 02000000",
                "2 is not a constant of " + Samples.Side.class.getName());
        refuses(Drawing.class, "00010000 02000000", "Drawing.first: the label 2 is not one of [0, 1] (at byte 4)");
        refuses(Drawing.class, "00010000 ffffffff", "the label -1 is not one of [0, 1]");
    }

    @Test
    void refusesTimesAndNumbersThatThereAreNot() {
        refuses(Times.class, "00010000 0000000000000000 00ca9a3b", "Times.at: no Instant has this value (at byte 4)");
        refuses(Times.class, "00010000 ffffffffffffff7f 00000000", "Times.at: no Instant has this value");
        refuses(Times.class, "00010000 0000000000000000 00000000 02000000 6100", "Times.date: no LocalDate");
        byte[] exponent = Samples.codec(Text.class).encode(new Text("1E+999999999"), Representation.XCDR1);
        refuses(
                Times.class,
                "00010000 0000000000000000 00000000 0b000000 313937302d30312d303100 00"
                        + HexFormat.of().formatHex(exponent, 4, exponent.length),
                "Times.exact: no BigDecimal");
    }

    @Test
    void refusesMembersThatAreThereTwiceOrMustBeUnderstood() {
        refuses(
                Samples.MutableOrder.class,
                "000b0000 10000000 00000020 01000000 00000020 02000000",
                "MutableOrder.id: the member is there twice");
        refuses(
                Samples.MutableOrder.class,
                "000b0000 08000000 ff0000a0 01000000",
                "the member 255 is unknown, and must be understood");
        refuses(Samples.MutableOrder.class, "00030000 017f0400 00000000", "a long header of a member has 8 bytes");
        refuses(Samples.MutableOrder.class, "00030000 00001000 00000000", "a member of 16 bytes is longer");
    }

    @Test
    void refusesKeysThatAreThereTwice() {
        refuses(
                Amounts.class,
                "00010000 02000000 02000000 61000000 01000000 02000000 61000000 01000000",
                "Amounts.amounts: a key is in the map already");
    }

    @Test
    void refusesManyKeysOfOneHash() {
        int count = 5_000;
        ByteBuffer bytes = ByteBuffer.allocate(8 + 8 * count).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt(0x0100).putInt(count);
        for (int i = 0; i < count; i++) {
            bytes.putInt(i).putInt(-31 * i);
        }
        assertThatThrownBy(() -> Samples.decode(Points.class, bytes.array()))
                .isInstanceOf(CdrException.class)
                .hasMessageContaining("Points.points: over the limit 'graphObjects'");
    }

    @Test
    void refusesValuesDeeperThanTheLimit() {
        byte[] bytes =
                Samples.codec(Lists.class).encode(new Lists(List.of(List.of(List.of("a")))), Representation.XCDR2);
        CdrCodec codec = Samples.codec(Lists.class);
        assertThat(codec.decode(bytes, new CdrLimits(10_000, 4, Limits.defaults())))
                .isNotNull();
        assertThatThrownBy(() -> codec.decode(bytes, new CdrLimits(10_000, 3, Limits.defaults())))
                .isInstanceOf(CdrException.class)
                .hasMessageStartingWith("Lists.lists[0][0]: values are nested deeper than the limit of 3");
    }

    @Test
    void refusesValuesThatTakeMoreMemoryThanTheLimit() {
        CdrCodec codec = Samples.codec(Numbers.class);
        byte[] bytes = codec.encode(new Numbers(new int[1_000]), Representation.XCDR2);
        assertThatThrownBy(() -> codec.decode(bytes, new CdrLimits(4_000, 10, Limits.defaults())))
                .isInstanceOf(CdrException.class)
                .hasMessageStartingWith("Numbers.numbers: the value takes more than the limit of 4000 bytes of memory");
    }

    @Test
    void repeatsNoTextOfAPeer() {
        byte[] bytes = Samples.codec(Text.class).encode(new Text("secret"), Representation.XCDR1);
        @Nullable
        Throwable failure = catchThrowable(() -> Samples.decode(
                Times.class,
                hex("00010000" + "0000000000000000 00000000 " + HexFormat.of().formatHex(bytes, 4, bytes.length))));
        assertThat(failure).isInstanceOf(CdrException.class);
        assertThat(failure.getMessage()).doesNotContain("secret");
    }
}
