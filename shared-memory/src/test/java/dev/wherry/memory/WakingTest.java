package dev.wherry.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.testsupport.Share;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * That no ring goes unheard: four threads over two of the smallest rings, where each waits for the other all the time.
 * One lost wake hangs them.
 */
@EnabledOnOs(OS.LINUX)
class WakingTest {
    private static final int CAPACITY = 4096;

    @Test
    void losesNoWakeAndNoByte() throws Exception {
        transfer(1, Waiting.ASLEEP, 8 << 20);
        transfer(2, Waiting.ADAPTIVE, 8 << 20);
    }

    static LongStream seeds() {
        return Share.seeds(10, 40);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("seeds")
    void losesNoWakeAndNoByteOfMany(long seed) throws Exception {
        transfer(seed, seed % 4 == 0 ? Waiting.ADAPTIVE : Waiting.ASLEEP, 64 << 20);
    }

    /** Ping-pong is the other extreme: each byte is waited for. */
    @ParameterizedTest
    @EnumSource(Waiting.class)
    void wakesForEveryByte(Waiting waiting) throws Exception {
        int rounds = 20_000;
        try (MemoryPair pair = MemoryPair.create(CAPACITY, waiting)) {
            FutureTask<Void> echo = start(() -> {
                byte[] one = new byte[1];
                for (int i = 0; i < rounds; i++) {
                    assertThat(pair.opener().read(one, 0, 1)).isEqualTo(1);
                    pair.opener().write(one, 0, 1);
                }
                return null;
            });
            FutureTask<Void> caller = start(() -> {
                byte[] one = new byte[1];
                for (int i = 0; i < rounds; i++) {
                    pair.maker().write(new byte[] {(byte) i}, 0, 1);
                    assertThat(pair.maker().read(one, 0, 1)).isEqualTo(1);
                    assertThat(one[0]).isEqualTo((byte) i);
                }
                return null;
            });
            caller.get(60, TimeUnit.SECONDS);
            echo.get(60, TimeUnit.SECONDS);
        }
    }

    private static void transfer(long seed, Waiting waiting, int length) throws Exception {
        try (MemoryPair pair = MemoryPair.create(CAPACITY, waiting)) {
            var all = List.of(
                    start(() -> write(pair.maker(), seed, length)),
                    start(() -> write(pair.opener(), -seed, length)),
                    start(() -> read(pair.opener(), seed, length)),
                    start(() -> read(pair.maker(), -seed, length)));
            for (FutureTask<Void> one : all) {
                one.get(60, TimeUnit.SECONDS);
            }
        }
    }

    private static FutureTask<Void> start(Callable<Void> work) {
        FutureTask<Void> task = new FutureTask<>(work);
        Thread.ofPlatform().daemon().start(task);
        return task;
    }

    private static Void write(MemoryLink link, long seed, int length) throws IOException {
        Random sizes = new Random(seed + 1);
        byte[] bytes = new byte[3 * CAPACITY];
        for (int done = 0; done < length; ) {
            int count = Math.min(length - done, sizes.nextInt(1, sizes.nextBoolean() ? 100 : bytes.length));
            for (int i = 0; i < count; i++) {
                bytes[i] = value(seed, done + i);
            }
            link.write(bytes, 0, count);
            done += count;
        }
        return null;
    }

    private static Void read(MemoryLink link, long seed, int length) throws IOException {
        Random sizes = new Random(seed + 2);
        byte[] bytes = new byte[2 * CAPACITY];
        for (int done = 0; done < length; ) {
            int count = link.read(bytes, 0, Math.min(length - done, sizes.nextInt(1, bytes.length)));
            for (int i = 0; i < count; i++) {
                if (bytes[i] != value(seed, done + i)) {
                    throw new AssertionError("seed " + seed + ": another byte at " + (done + i));
                }
            }
            done += count;
        }
        return null;
    }

    private static byte value(long seed, int at) {
        return (byte) (at * 31 + (at >> 8) + seed);
    }
}
