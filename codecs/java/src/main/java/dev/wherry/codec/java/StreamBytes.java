package dev.wherry.codec.java;

import static java.io.ObjectStreamConstants.TC_STRING;

import dev.wherry.spi.CodecException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The bytes of one value, to be read twice: by the scan, big endian and never beyond the end, then as a stream. */
final class StreamBytes extends InputStream {
    private byte[] bytes = {};
    private int position;
    private int end;

    void over(byte[] bytes, int start, int length) {
        this.bytes = bytes;
        position = start;
        end = start + length;
    }

    /** Where the next byte stands in the array. */
    int position() {
        return position;
    }

    int left() {
        return end - position;
    }

    int peek() {
        need(1);
        return bytes[position] & 255;
    }

    int u1() {
        need(1);
        return bytes[position++] & 255;
    }

    int u2() {
        return u1() << 8 | u1();
    }

    int i4() {
        return u2() << 16 | u2();
    }

    long i8() {
        return (long) i4() << 32 | (i4() & 0xffffffffL);
    }

    String text(int length) {
        need(length);
        // names are nearly always ASCII; any other character than the peer meant names no class that is listed
        String text = new String(bytes, position, length, StandardCharsets.UTF_8);
        position += length;
        return text;
    }

    /** Returns the text that was passed since a position; null if it is not a short text. */
    @Nullable
    String textFrom(int start) {
        int from = start + 3; // its tag and length
        return bytes[start] == TC_STRING && from <= position
                ? new String(bytes, from, position - from, StandardCharsets.UTF_8)
                : null;
    }

    void pass(long length) {
        need(length);
        position += (int) length;
    }

    /** A number of elements of at least this many bytes each. */
    int count(int elementBytes) {
        int count = i4();
        if (count < 0 || (long) count * elementBytes > left()) {
            throw CodecException.malformed(
                    "an array of " + Integer.toUnsignedString(count) + " elements with " + left() + " bytes left");
        }
        return count;
    }

    private void need(long length) {
        if (length < 0 || length > left()) {
            throw CodecException.malformed("truncated: " + length + " bytes expected, " + left() + " left");
        }
    }

    @Override
    public int read() {
        return position < end ? bytes[position++] & 255 : -1;
    }

    @Override
    public int read(byte[] to, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, to.length);
        if (length > 0 && position == end) {
            return -1;
        }
        int read = Math.min(length, end - position);
        System.arraycopy(bytes, position, to, offset, read);
        position += read;
        return read;
    }

    @Override
    public int available() {
        return left();
    }
}
