package dev.wherry.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Headers of HTTP/2 that are made to become large. They are refused before anything decodes them, for little time and memory. */
class HeaderBombsTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long MOST_HEAP = 256 << 10;
    private static final int ATTEMPTS = 200;
    private static final int END_HEADERS = 4;
    private static final int PADDED = 8;

    /** What is sent in one block. */
    enum Bomb {
        REPEATED_ENTRY(kept(4_000), repeated(12_000, 0xbe)),
        FIXED_ENTRIES(repeated(16_000, 0x82)),
        EMPTY_HEADERS(repeated(16_000, 0, 0, 0)),
        CHEAP_LETTERS(
                new byte[] {0, 1, 'x', (byte) 0xff, (byte) 0x81, 0x60}, repeated(12_416, 0)), // Huffman's code of 0
        LARGER_THAN_THE_TABLE(kept(4_090)),
        KEPT_WITHOUT_TABLE(new byte[] {0x20}, kept(10)),
        LONG(new byte[] {0, 1, 'x', 0x7f, (byte) 0xa1, (byte) 0x9b, 1}, repeated(20_000, 'a'));

        private final byte[] block;

        Bomb(byte[]... parts) {
            block = joined(parts);
        }
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] each : parts) {
            all.writeBytes(each);
        }
        return all.toByteArray();
    }

    private static byte[] repeated(int times, int... bytes) {
        byte[] all = new byte[times * bytes.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) bytes[i % bytes.length];
        }
        return all;
    }

    /** A header that enters the table. */
    private static byte[] kept(int length) {
        int rest = length - 127;
        byte[] value = length < 127
                ? new byte[] {(byte) length}
                : new byte[] {0x7f, (byte) ((rest & 0x7f) | 0x80), (byte) (rest >> 7)};
        return joined(new byte[] {0x40, 1, 'x'}, value, repeated(length, 'A'));
    }

    private static byte[] frame(int type, int flags, byte[] payload) {
        return ByteBuffer.allocate(9 + payload.length)
                .putInt((payload.length << 8) | type)
                .put((byte) flags)
                .putInt(1)
                .put(payload)
                .array();
    }

    /** Cuts a block into frames as a client does. */
    private static byte[] frames(byte[] block) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int at = 0; at == 0 || at < block.length; at += 16_384) {
            int length = Math.min(16_384, block.length - at);
            byte[] part = new byte[length];
            System.arraycopy(block, at, part, 0, length);
            all.writeBytes(frame(at == 0 ? 1 : 9, at + length == block.length ? END_HEADERS : 0, part));
        }
        return all.toByteArray();
    }

    private static HeaderFrames connection() {
        HeaderFrames connection = new HeaderFrames(HttpServer.HEADER_BYTES);
        byte[] preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        assertThat(connection.look(preface, preface.length)).isEqualTo(HeaderFrames.Verdict.FINE);
        return connection;
    }

    private static HeaderFrames.Verdict verdict(byte[] bytes) {
        return connection().look(bytes, bytes.length);
    }

    @ParameterizedTest
    @EnumSource
    void isRefusedAtLowCost(Bomb bomb) {
        byte[] bytes = frames(bomb.block);
        long nanos = Long.MAX_VALUE;
        long heap = Long.MAX_VALUE;
        for (int i = 0; i < ATTEMPTS && (nanos > MOST_NANOS || i < 2); i++) {
            long allocated = THREADS.getCurrentThreadAllocatedBytes();
            long begun = THREADS.getCurrentThreadCpuTime();
            assertThat(verdict(bytes)).isEqualTo(HeaderFrames.Verdict.TOO_LARGE);
            nanos = Math.min(nanos, THREADS.getCurrentThreadCpuTime() - begun);
            heap = Math.min(heap, THREADS.getCurrentThreadAllocatedBytes() - allocated);
        }
        assertThat(nanos).as("processor time").isLessThanOrEqualTo(MOST_NANOS);
        assertThat(heap).as("allocated bytes").isLessThanOrEqualTo(MOST_HEAP);
    }

    @Test
    void countsTheTableOfOneConnectionFromRequestToRequest() {
        HeaderFrames connection = connection();
        byte[] first = frames(kept(4_000));
        byte[] few = frames(repeated(3, 0xbe));
        byte[] many = frames(repeated(5, 0xbe));
        assertThat(connection.look(first, first.length)).isEqualTo(HeaderFrames.Verdict.FINE);
        assertThat(connection.look(few, few.length)).isEqualTo(HeaderFrames.Verdict.FINE);
        assertThat(connection.look(many, many.length)).isEqualTo(HeaderFrames.Verdict.TOO_LARGE);
    }

    @Test
    void countsCharactersOfHuffmansCode() {
        // the authority www.example.com of RFC 7541, C.4.1; names of the fixed table count as the longest of them
        byte[] text = {
            0x41,
            (byte) 0x8c,
            (byte) 0xf1,
            (byte) 0xe3,
            (byte) 0xc2,
            (byte) 0xe5,
            (byte) 0xf2,
            0x3a,
            0x6b,
            (byte) 0xa0,
            (byte) 0xab,
            (byte) 0x90,
            (byte) 0xf4,
            (byte) 0xff
        };
        int size = 27 + 15 + 32;
        HeaderSizes exact = new HeaderSizes(size);
        HeaderSizes less = new HeaderSizes(size - 1);
        assertThat(exact.areTooLarge(text, 0, text.length)).isFalse();
        assertThat(less.areTooLarge(text, 0, text.length)).isTrue();
    }

    @Test
    void ignoresTheRestOfHeadersThatAreTooLarge() {
        HeaderFrames connection = connection();
        byte[] bytes = frames(Bomb.LONG.block);
        HeaderFrames.Verdict last = HeaderFrames.Verdict.FINE;
        for (int i = 0; i < bytes.length; i++) {
            last = connection.look(new byte[] {bytes[i]}, 1);
            assertThat(last)
                    .isEqualTo(
                            i == bytes.length - 1
                                    ? HeaderFrames.Verdict.TOO_LARGE
                                    : i < 18_000 ? last : HeaderFrames.Verdict.IGNORED);
        }
    }

    @Test
    void refusesFramesThatCanBeUnderstoodInTwoWays() {
        byte[] none = {};
        byte[] paddedAndCut = joined(frame(1, PADDED, new byte[] {0, (byte) 0x82}), frame(9, END_HEADERS, none));
        byte[] morePaddingThanBytes = frame(1, PADDED | END_HEADERS, new byte[] {9, (byte) 0x82});
        byte[] continuationAlone = frame(9, END_HEADERS, none);
        byte[] dataBetween = joined(frame(1, 0, none), frame(0, 0, none));
        byte[] shortPriority = frame(1, 0x20, new byte[] {0});
        for (byte[] each :
                new byte[][] {paddedAndCut, morePaddingThanBytes, continuationAlone, dataBetween, shortPriority}) {
            assertThat(verdict(each)).isEqualTo(HeaderFrames.Verdict.REFUSED);
        }
    }

    @Test
    void refusesBytesThatAreNotHpack() {
        byte[][] blocks = {
            {(byte) 0xbe},
            {(byte) 0xff},
            {0, 5, 'a'},
            {0x3f, (byte) 0xe2, 0x1f},
            {0},
            {0x40, 1, 'x'},
            {(byte) 0xff, -1, -1, -1, -1, -1, -1, 1}
        };
        for (byte[] each : blocks) {
            assertThat(verdict(frames(each))).isEqualTo(HeaderFrames.Verdict.REFUSED);
        }
    }

    @Test
    void decidesOnAnyBytes() {
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            byte[] block = new byte[random.nextInt(40)];
            random.nextBytes(block);
            assertThat(verdict(frames(block))).isNotNull();
        }
    }
}
