package dev.wherry.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class InOutTest {
    private record Step(Consumer<Out> write, Function<In, Object> read, Object value) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void readsWhatWasWritten(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            List<Step> steps = steps(random);
            Out out = new Out(random.nextInt(4));
            steps.forEach(step -> step.write().accept(out));
            In in = new In(out.copy());
            for (Step step : steps) {
                assertThat(step.read().apply(in)).isEqualTo(step.value());
            }
            assertThat(in.remaining()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void refusesEveryPrefixOfWhatWasWritten(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 50; round++) {
            List<Step> steps = steps(random);
            Out out = new Out(8);
            steps.forEach(step -> step.write().accept(out));
            for (int length = 0; length < out.size(); length++) {
                In in = new In().over(out.array(), 0, length);
                assertThatThrownBy(() -> read(steps, in)).isInstanceOf(CodecException.class);
                assertThat(in.position()).isLessThanOrEqualTo(length);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void givesAValueOrARefusalForAnyBytes(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 5_000; round++) {
            byte[] bytes = new byte[random.nextInt(24)];
            random.nextBytes(bytes);
            In in = new In(bytes);
            List<Step> steps = steps(random);
            try {
                assertThat(read(steps, in)).hasSameSizeAs(steps);
            } catch (CodecException e) {
                assertThat(e).hasMessageStartingWith("Malformed: ");
            }
            assertThat(in.position()).isBetween(0, bytes.length);
        }
    }

    @Test
    void refusesNumbersOfTooManyBits() {
        assertThatThrownBy(() -> new In(bytes(0xff, 0xff, 0xff, 0xff, 0x10)).readSize())
                .hasMessageContaining("more than 32 bits");
        assertThatThrownBy(() -> new In(bytes(0xff, 0xff, 0xff, 0xff, 0x8f, 0)).readSize())
                .isInstanceOf(CodecException.class);
        assertThat(new In(bytes(0xff, 0xff, 0xff, 0xff, 0x0f)).readSize()).isEqualTo(-1);
        byte[] long64 = bytes(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1);
        assertThat(new In(long64.clone()).readLongSize()).isEqualTo(-1);
        long64[9] = 2;
        assertThatThrownBy(() -> new In(long64).readLongSize()).hasMessageContaining("more than 64 bits");
    }

    @Test
    void allocatesNothingForALengthThatCannotFit() {
        byte[] hostile = bytes(0xfe, 0xff, 0xff, 0xff, 0x0f, 1, 2, 3);
        assertThatThrownBy(() -> new In(hostile).readText()).isInstanceOf(CodecException.class);
        assertThatThrownBy(() -> new In(hostile).readCount(1)).isInstanceOf(CodecException.class);
        In in = new In(hostile);
        assertThatThrownBy(() -> in.readBytes(in.readSize())).isInstanceOf(CodecException.class);
        assertThatThrownBy(() -> new In(new byte[8]).skip(-1)).isInstanceOf(CodecException.class);
        assertThatThrownBy(() -> new In(new byte[8]).readBytes(Integer.MAX_VALUE))
                .isInstanceOf(CodecException.class);
    }

    @Test
    void refusesToGrowBeyondItsLimitAndStaysUsable() {
        Out out = new Out(4).limit(100);
        out.write(new byte[100], 0, 100);
        assertThatThrownBy(() -> out.write(new byte[1_000], 0, 1_000))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("messageBytes");
        assertThat(out.size()).isEqualTo(100);
        out.size(10);
        assertThat(out.copy()).hasSize(10);
    }

    @Test
    void keepsLoneSurrogatesAndEveryCharacter() {
        StringBuilder all = new StringBuilder();
        for (int c = 0; c <= 0xffff; c++) {
            all.append((char) c);
        }
        Out out = new Out(8);
        out.writeText(all.toString());
        out.writeText("\ud800");
        out.writeText("\u00ff".repeat(100));
        In in = new In(out.copy());
        assertThat(in.readText()).isEqualTo(all.toString());
        assertThat(in.readText()).isEqualTo("\ud800");
        assertThat(in.readText()).isEqualTo("\u00ff".repeat(100));
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    private static List<Object> read(List<Step> steps, In in) {
        List<Object> values = new ArrayList<>();
        steps.forEach(step -> values.add(step.read().apply(in)));
        return values;
    }

    private static List<Step> steps(Random random) {
        List<Step> steps = new ArrayList<>();
        for (int i = random.nextInt(12) + 1; i > 0; i--) {
            steps.add(step(random));
        }
        return steps;
    }

    private static Step step(Random random) {
        long number = random.nextLong() >>> random.nextInt(64);
        int small = (int) number;
        boolean flag = random.nextBoolean();
        String text = text(random);
        byte[] some = new byte[random.nextInt(5)];
        return switch (random.nextInt(12)) {
            case 0 -> new Step(out -> out.writeByte(small), In::readByte, small & 255);
            case 1 -> new Step(out -> out.writeBoolean(flag), In::readBoolean, flag);
            case 2 -> new Step(out -> out.writeShort(small), In::readShort, (short) small);
            case 3 -> new Step(out -> out.writeInt(small), In::readInt, small);
            case 4 -> new Step(out -> out.writeLong(number), In::readLong, number);
            case 5 -> new Step(out -> out.writeSize(small), In::readSize, small);
            case 6 -> new Step(out -> out.writeLongSize(number), In::readLongSize, number);
            case 7 -> new Step(out -> out.writeVarInt(small), In::readVarInt, small);
            case 8 -> new Step(out -> out.writeVarLong(-number), In::readVarLong, -number);
            case 9 -> new Step(out -> out.writeDouble(number), In::readDouble, (double) number);
            case 10 ->
                new Step(out -> out.write(some, 0, some.length), in -> in.readBytes(some.length).length, some.length);
            default -> new Step(out -> out.writeText(text), In::readText, text);
        };
    }

    private static String text(Random random) {
        int bound = random.nextBoolean() ? 256 : 0x10000;
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(60); i > 0; i--) {
            text.append((char) random.nextInt(bound));
        }
        return text.toString();
    }
}
