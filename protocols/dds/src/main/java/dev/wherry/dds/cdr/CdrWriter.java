package dev.wherry.dds.cdr;

import dev.wherry.dds.types.DataType.Extensibility;
import dev.wherry.dds.types.Representation;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Writes values in little endian, with their encapsulation header. Can be used again after {@link #begin}. For one thread. */
public final class CdrWriter {
    private static final int LARGEST = 1 << 30;
    private static final int INITIAL = 256;
    /** The bytes that may follow a long array without another, longer one. */
    private static final int SPARE = 64;

    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] bytes = new byte[INITIAL];
    private int size;
    /** The position from which alignment counts. */
    private int origin;

    private boolean delimits;
    private int largestAlignment;

    /** Forgets what was written, and writes the header of a value of such a type. */
    public void begin(Representation representation, Extensibility extensibility) {
        size = Encapsulation.BYTES;
        origin = Encapsulation.BYTES;
        delimits = representation == Representation.XCDR2;
        largestAlignment = representation.largestAlignment();
        bytes[0] = 0;
        bytes[1] = (byte) (Encapsulation.identifier(representation, extensibility) + 1);
        bytes[2] = 0;
        bytes[3] = 0;
    }

    /** Ends the value: fills it up to a multiple of 4 bytes, and says in the header how many are not part of it. */
    public void end() {
        int padding = -size & 3;
        reserve(padding);
        Arrays.fill(bytes, size, size + padding, (byte) 0);
        size += padding;
        bytes[3] = (byte) padding;
    }

    /** Returns a copy of what is written. */
    public byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    /** Returns the array that holds what is written in its first {@link #size} bytes. It is valid until the next write. */
    public byte[] array() {
        return bytes;
    }

    /** Returns the number of bytes that are written, with the header. */
    public int size() {
        return size;
    }

    /** Returns whether lengths of appendable values are written, as in {@link Representation#XCDR2}. */
    boolean delimits() {
        return delimits;
    }

    /** Returns a failure to write a value here. */
    CdrException failure(String reason) {
        return new CdrException(reason, size);
    }

    private void reserve(int more) {
        if (more > bytes.length - size) {
            if (more > LARGEST - size) {
                throw failure("the value takes more than " + LARGEST + " bytes");
            }
            bytes = Arrays.copyOf(bytes, (int)
                    Math.min(LARGEST, Math.max(2L * bytes.length, (long) size + more + SPARE)));
        }
    }

    private void align(int to) {
        int padding = -(size - origin) & (Math.min(to, largestAlignment) - 1);
        reserve(padding);
        for (int i = 0; i < padding; i++) {
            bytes[size++] = 0;
        }
    }

    void writeBoolean(boolean value) {
        writeByte((byte) (value ? 1 : 0));
    }

    void writeByte(byte value) {
        reserve(1);
        bytes[size++] = value;
    }

    void writeShort(short value) {
        align(2);
        reserve(2);
        SHORT.set(bytes, size, value);
        size += 2;
    }

    void writeInt(int value) {
        align(4);
        reserve(4);
        INT.set(bytes, size, value);
        size += 4;
    }

    void writeLong(long value) {
        align(8);
        reserve(8);
        LONG.set(bytes, size, value);
        size += 8;
    }

    /** Writes 8 octets, the highest one first. */
    void writeOctets(long value) {
        reserve(8);
        LONG.set(bytes, size, Long.reverseBytes(value));
        size += 8;
    }

    void writeBytes(byte[] value) {
        reserve(value.length);
        System.arraycopy(value, 0, bytes, size, value.length);
        size += value.length;
    }

    /** Returns a view of the next bytes, which the caller fills, for so many numbers of a width. */
    ByteBuffer writeMany(int count, int width) {
        if (count > LARGEST / width) {
            throw failure("the value takes more than " + LARGEST + " bytes");
        }
        align(width);
        reserve(count * width);
        ByteBuffer view = ByteBuffer.wrap(bytes, size, count * width).order(ByteOrder.LITTLE_ENDIAN);
        size += count * width;
        return view;
    }

    /** Writes a text with its length and the NUL at its end. */
    void writeText(String value) {
        int length = value.length();
        if (length > LARGEST / 3) {
            throw failure("the text has more than " + LARGEST / 3 + " characters");
        }
        writeInt(0);
        int start = size;
        reserve(3 * length + 1);
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            if (c > 0 && c < 0x80) {
                bytes[size++] = (byte) c;
            } else if (c == 0) {
                throw failure("the text has the character NUL, at which other languages end a text");
            } else if (c < 0x800) {
                bytes[size++] = (byte) (0xc0 | (c >> 6));
                bytes[size++] = (byte) (0x80 | (c & 0x3f));
            } else if (!Character.isSurrogate(c)) {
                bytes[size++] = (byte) (0xe0 | (c >> 12));
                bytes[size++] = (byte) (0x80 | ((c >> 6) & 0x3f));
                bytes[size++] = (byte) (0x80 | (c & 0x3f));
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < length
                    && Character.isLowSurrogate(value.charAt(i + 1))) {
                int point = Character.toCodePoint(c, value.charAt(++i));
                bytes[size++] = (byte) (0xf0 | (point >> 18));
                bytes[size++] = (byte) (0x80 | ((point >> 12) & 0x3f));
                bytes[size++] = (byte) (0x80 | ((point >> 6) & 0x3f));
                bytes[size++] = (byte) (0x80 | (point & 0x3f));
            } else {
                throw failure("the text has half of a surrogate pair");
            }
        }
        bytes[size++] = 0;
        INT.set(bytes, start - 4, size - start);
    }

    /** Writes a length that {@link #endLength} sets. Returns the position behind it. */
    int beginLength() {
        writeInt(0);
        return size;
    }

    /** Sets the length of what follows this position. */
    void endLength(int start) {
        INT.set(bytes, start - 4, size - start);
    }

    /**
     * Begins a member with its id as in {@link Representation#XCDR1}, always with the long header. Alignment counts from here until {@link
     * #endParameter}.
     */
    int beginParameter(int id) {
        align(4);
        writeShort(ParameterHeaders.EXTENDED);
        writeShort((short) 8);
        writeInt(id);
        int start = beginLength();
        origin = start;
        return start;
    }

    /** Sets the length of the member that began at this position. */
    void endParameter(int start, int outerOrigin) {
        endLength(start);
        origin = outerOrigin;
    }

    /** Returns the position from which alignment counts. */
    int origin() {
        return origin;
    }

    /** Writes zeros up to a multiple of 4 bytes. */
    void pad() {
        align(4);
    }
}
