package dev.wherry.spi;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Bytes being read, never beyond their end: whatever a peer sends, reading it gives a value or a
 * {@link CodecException}. Each read fails with one if fewer bytes are left than it needs. Little endian. Used by one thread at a time.
 */
public final class In {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle CHAR = MethodHandles.byteArrayViewVarHandle(char[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final byte[] NOTHING = {};

    private byte[] bytes;
    private int position;
    private int end;

    /** Creates an empty one, for {@link #over}. */
    public In() {
        this(NOTHING);
    }

    /** Reads all of {@code bytes}, which are not copied. */
    public In(byte[] bytes) {
        this.bytes = bytes;
        end = bytes.length;
    }

    /** Reads {@code bytes} from {@code start} (inclusive) to {@code end} (exclusive) from now on. */
    public In over(byte[] bytes, int start, int end) {
        if (start < 0 || start > end || end > bytes.length) {
            throw new IndexOutOfBoundsException(start + " to " + end + " of " + bytes.length);
        }
        this.bytes = bytes;
        this.position = start;
        this.end = end;
        return this;
    }

    /** Returns the index in {@link #array()} of the byte that is read next. */
    public int position() {
        return position;
    }

    /** Returns how many bytes are left to read. */
    public int remaining() {
        return end - position;
    }

    /** Returns the array that is read; not copied, and not to be changed. */
    public byte[] array() {
        return bytes;
    }

    private int take(int length) {
        int at = position;
        if (length < 0 || end - at < length) {
            throw CodecException.malformed("truncated: " + length + " bytes expected, " + (end - at) + " left");
        }
        position = at + length;
        return at;
    }

    /** A byte, 0 to 255. */
    public int readByte() {
        return bytes[take(1)] & 255;
    }

    /** Reads a byte that is 0 or 1. Any other fails with a {@link CodecException}. */
    public boolean readBoolean() {
        int value = readByte();
        if (value > 1) {
            throw CodecException.malformed("a boolean of " + value);
        }
        return value == 1;
    }

    /** Reads two bytes as a signed number. */
    public short readShort() {
        return (short) SHORT.get(bytes, take(2));
    }

    /** Reads two bytes as a character. */
    public char readChar() {
        return (char) CHAR.get(bytes, take(2));
    }

    /** Reads four bytes as a signed number. */
    public int readInt() {
        return (int) INT.get(bytes, take(4));
    }

    /** Reads eight bytes as a signed number. */
    public long readLong() {
        return (long) LONG.get(bytes, take(8));
    }

    /** Reads four bytes as the bits of a float. */
    public float readFloat() {
        return Float.intBitsToFloat(readInt());
    }

    /** Reads eight bytes as the bits of a double. */
    public double readDouble() {
        return Double.longBitsToDouble(readLong());
    }

    /** See {@link Out#writeSize}; the result is to be taken as unsigned, see {@link #readCount} for a checked one. */
    public int readSize() {
        int first = bytes[take(1)];
        if (first >= 0) {
            return first;
        }
        int value = first & 0x7f;
        for (int shift = 7; shift < 35; shift += 7) {
            int next = bytes[take(1)];
            if (shift == 28 && (next & 0xf0) != 0) {
                throw CodecException.malformed("a number of more than 32 bits");
            }
            value |= (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw CodecException.malformed("a number of more than 5 bytes");
    }

    /** See {@link Out#writeLongSize}. */
    public long readLongSize() {
        long value = 0;
        for (int shift = 0; shift < 70; shift += 7) {
            int next = bytes[take(1)];
            if (shift == 63 && (next & 0xfe) != 0) {
                throw CodecException.malformed("a number of more than 64 bits");
            }
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw CodecException.malformed("a number of more than 10 bytes");
    }

    /** Reads what {@link Out#writeVarInt} has written. */
    public int readVarInt() {
        int value = readSize();
        return (value >>> 1) ^ -(value & 1);
    }

    /** Reads what {@link Out#writeVarLong} has written. */
    public long readVarLong() {
        long value = readLongSize();
        return (value >>> 1) ^ -(value & 1);
    }

    /**
     * A number of elements to follow, each of at least {@code leastBytes} bytes: what cannot fit in the bytes left is
     * refused before anybody allocates for it.
     */
    public int readCount(int leastBytes) {
        return checked(readSize(), leastBytes);
    }

    private int checked(int count, int leastBytes) {
        if (count < 0 || (long) count * leastBytes > end - position) {
            throw CodecException.malformed("a length of " + Integer.toUnsignedString(count) + " elements with "
                    + (end - position) + " bytes left");
        }
        return count;
    }

    /** Reads {@code length} bytes into a new array. */
    public byte[] readBytes(int length) {
        int at = take(length);
        return Arrays.copyOfRange(bytes, at, at + length);
    }

    /** Reads {@code length} bytes into {@code to}, from index {@code offset} on. */
    public void readInto(byte[] to, int offset, int length) {
        System.arraycopy(bytes, take(length), to, offset, length);
    }

    /** Moves on by {@code length} bytes without reading them. */
    public void skip(int length) {
        if (length < 0) {
            throw CodecException.malformed("a length of " + length);
        }
        take(length);
    }

    /** See {@link Out#writeText}. */
    public @Nullable String readText() {
        int head = readSize();
        if (head == 0) {
            return null;
        }
        head--;
        boolean wide = (head & 1) != 0;
        int length = checked(head >>> 1, wide ? 2 : 1);
        if (!wide) {
            return latin(length);
        }
        int at = take(2 * length);
        char[] characters = new char[length];
        for (int i = 0; i < length; i++) {
            characters[i] = (char) CHAR.get(bytes, at + 2 * i);
        }
        return new String(characters);
    }

    @SuppressWarnings("deprecation") // the one for all sets of characters is too long to be compiled into its callers
    private String latin(int length) {
        return new String(bytes, 0, take(length), length);
    }

    /** Text that may not be null and has at most {@code most} characters. */
    public String readName(int most) {
        String text = readText();
        if (text == null || text.length() > most) {
            throw CodecException.malformed(
                    text == null ? "a name is missing" : "a name of " + text.length() + " characters");
        }
        return text;
    }
}
