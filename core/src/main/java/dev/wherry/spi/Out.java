package dev.wherry.spi;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Bytes being written: an array that grows, up to a limit. Little endian. Used by one thread at a time. */
public final class Out {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    /** Up to this many characters a loop beats the bulk copy with its check, and the length takes one byte. */
    private static final int SHORT_TEXT = 63;

    private byte[] bytes;
    private int size;
    private int limited;
    private int most = Integer.MAX_VALUE - 64;

    /** Creates an empty one without a limit. Its array has {@code capacity} bytes and grows if needed. */
    public Out(int capacity) {
        bytes = new byte[capacity];
    }

    /** Sets how many bytes more this may hold from here on; what goes beyond fails with a {@link CodecException}. */
    public Out limit(int most) {
        limited = size;
        this.most = most;
        return this;
    }

    /** The array behind this, of which the first {@link #size()} bytes count. Another one after any growth. */
    public byte[] array() {
        return bytes;
    }

    /** Returns how many bytes were written. */
    public int size() {
        return size;
    }

    /** Cuts back (or reserves up) to {@code size} bytes. */
    public void size(int size) {
        if (size > this.size) {
            room(size - this.size);
        }
        this.size = size;
    }

    /** Empties this, and releases an array that one large message has made large. */
    public void reset(int keepAtMost) {
        size = 0;
        if (bytes.length > keepAtMost) {
            bytes = new byte[Math.min(keepAtMost, 1 << 10)];
        }
    }

    /** Gives the array away, with {@link #size()} bytes in it, and starts anew. */
    public byte[] detach() {
        byte[] detached = bytes;
        bytes = new byte[1 << 10];
        size = 0;
        return detached;
    }

    /** Returns a copy of the bytes that were written. */
    public byte[] copy() {
        return Arrays.copyOf(bytes, size);
    }

    private void room(int more) {
        if (bytes.length - size < more) {
            grow(more);
        }
    }

    private void grow(int more) {
        long needed = (long) size + more;
        long longest = (long) limited + most;
        if (needed > longest) {
            throw CodecException.limit("a message of more than " + most + " bytes", "messageBytes");
        }
        // Never longer than the limit, which is looked at only here.
        bytes = Arrays.copyOf(bytes, (int) Math.min(Math.max(bytes.length * 2L, needed + 64), longest));
    }

    /** Writes the lowest eight bits. */
    public void writeByte(int value) {
        room(1);
        bytes[size++] = (byte) value;
    }

    /** Writes a byte: 1 for true, 0 for false. */
    public void writeBoolean(boolean value) {
        writeByte(value ? 1 : 0);
    }

    /** Writes the lowest 16 bits, in two bytes. */
    public void writeShort(int value) {
        room(2);
        SHORT.set(bytes, size, (short) value);
        size += 2;
    }

    /** Writes four bytes. */
    public void writeInt(int value) {
        room(4);
        INT.set(bytes, size, value);
        size += 4;
    }

    /** Overwrites four bytes that were written before. */
    public void patchInt(int at, int value) {
        INT.set(bytes, at, value);
    }

    /** Writes eight bytes. */
    public void writeLong(long value) {
        room(8);
        LONG.set(bytes, size, value);
        size += 8;
    }

    /** Writes the bits of a float, in four bytes. A NaN keeps its bits. */
    public void writeFloat(float value) {
        writeInt(Float.floatToRawIntBits(value));
    }

    /** Writes the bits of a double, in eight bytes. A NaN keeps its bits. */
    public void writeDouble(double value) {
        writeLong(Double.doubleToRawLongBits(value));
    }

    /** An unsigned number in 1 to 5 bytes, seven bits a byte, lowest first. */
    public void writeSize(int value) {
        room(5);
        int rest = value;
        while ((rest & ~0x7f) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    /** An unsigned number in 1 to 10 bytes, seven bits a byte, lowest first. */
    public void writeLongSize(long value) {
        room(10);
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    /** A signed number, small magnitudes in few bytes (zigzag). */
    public void writeVarInt(int value) {
        writeSize((value << 1) ^ (value >> 31));
    }

    /** A signed number, small magnitudes in few bytes (zigzag). */
    public void writeVarLong(long value) {
        writeLongSize((value << 1) ^ (value >> 63));
    }

    /** Writes {@code length} bytes of {@code from}, from index {@code offset} on, without their number. */
    public void write(byte[] from, int offset, int length) {
        room(length);
        System.arraycopy(from, offset, bytes, size, length);
        size += length;
    }

    /**
     * Text, or null: 0 is null; else (length * 2 + wide) + 1, then one byte a character, or two where a character is
     * above 255. Lone surrogates pass.
     */
    public void writeText(@Nullable String text) {
        if (text == null) {
            writeByte(0);
            return;
        }
        int length = text.length();
        if (length > (1 << 30) - 1) {
            throw CodecException.limit("a text of " + length + " characters", "messageBytes");
        }
        if (!(length <= SHORT_TEXT ? writeShortLatin(text, length) : writeLongLatin(text, length))) {
            writeWide(text, length);
        }
    }

    @SuppressWarnings("deprecation") // the only bulk copy of Latin-1 characters that allocates nothing
    private boolean writeShortLatin(String text, int length) {
        int all = 0;
        for (int i = 0; i < length; i++) {
            all |= text.charAt(i);
        }
        if (all > 255) {
            return false;
        }
        room(length + 1);
        bytes[size] = (byte) ((length << 1) + 1);
        text.getBytes(0, length, bytes, size + 1);
        size += length + 1;
        return true;
    }

    @SuppressWarnings("deprecation") // as above; the comparison afterwards finds characters above 255
    private boolean writeLongLatin(String text, int length) {
        int start = size;
        room(length + 5);
        writeSize((length << 1) + 1);
        text.getBytes(0, length, bytes, size);
        if (!new String(bytes, size, length, StandardCharsets.ISO_8859_1).equals(text)) {
            size = start;
            return false;
        }
        size += length;
        return true;
    }

    private void writeWide(String text, int length) {
        room(2 * length + 5);
        writeSize((length << 1 | 1) + 1);
        for (int i = 0; i < length; i++) {
            SHORT.set(bytes, size, (short) text.charAt(i));
            size += 2;
        }
    }
}
