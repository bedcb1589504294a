package dev.wherry.dds.cdr;

import dev.wherry.codec.DecodingBudget;
import dev.wherry.dds.types.DataType.Extensibility;
import dev.wherry.dds.types.Representation;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Reads one value, in the byte order that its header says. Trusts nothing: each length is checked before it is used. For one thread. */
public final class CdrReader {
    private static final int OF_TEXT = 56;
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final byte[] bytes;
    private final int length;
    private final CdrLimits limits;
    private final LongConsumer holder;
    private final Encapsulation header;
    private final boolean bigEndian;
    private final boolean delimits;
    private final int largestAlignment;
    private int position = Encapsulation.BYTES;
    private int end;
    /** The position from which alignment counts. */
    private int origin = Encapsulation.BYTES;

    private long memory;
    private int depth;
    private @Nullable DecodingBudget budget;
    private @Nullable CharsetDecoder decoder;

    /**
     * Begins to read.
     *
     * @param bytes with the header; they must not change meanwhile
     * @param length of the value with its header
     * @throws CdrException if the header is wrong
     */
    public CdrReader(byte[] bytes, int length, CdrLimits limits) {
        this(bytes, length, limits, _ -> {});
    }

    /**
     * Begins to read, as the other constructor does.
     *
     * @param holder is notified of memory before it is allocated, and throws if there is none
     */
    public CdrReader(byte[] bytes, int length, CdrLimits limits, LongConsumer holder) {
        this.holder = holder;
        header = Encapsulation.read(bytes, length);
        this.bytes = bytes;
        this.length = length;
        this.limits = limits;
        memory = limits.memory();
        end = length - Encapsulation.padding(bytes);
        bigEndian = header.bigEndian();
        delimits = header.representation() == Representation.XCDR2;
        largestAlignment = header.representation().largestAlignment();
    }

    /** Returns the version of CDR that the header says. */
    public Representation representation() {
        return header.representation();
    }

    /**
     * Checks that the header is of a value of such a type.
     *
     * @throws CdrException if it is of another one
     */
    void expect(Extensibility expected) {
        header.expect(expected);
    }

    /** Returns whether lengths of appendable values are read. */
    boolean delimits() {
        return delimits;
    }

    /** Returns a failure to read the value here. */
    CdrException failure(String reason) {
        return new CdrException(reason, position);
    }

    /** Takes memory before it is allocated. */
    void hold(long taken) {
        memory -= taken;
        if (memory < 0) {
            throw failure("the value takes more than the limit of " + limits.memory() + " bytes of memory");
        }
        holder.accept(taken);
    }

    /** Enters a value that has parts. */
    void enter() {
        if (++depth > limits.depth()) {
            throw failure("values are nested deeper than the limit of " + limits.depth());
        }
    }

    /** Leaves what was entered last. */
    void leave() {
        depth--;
    }

    /** Returns the work that hashing and comparing values may still take. */
    DecodingBudget budget() {
        DecodingBudget known = budget;
        if (known == null) {
            known = new DecodingBudget(limits.work(), length);
            budget = known;
        }
        return known;
    }

    /** Returns the number of bytes that are read. */
    int position() {
        return position;
    }

    /** Returns the number of bytes that are left of the innermost value that has a length. */
    int left() {
        return end - position;
    }

    private void need(long count) {
        if (count > end - position) {
            throw failure(count + " bytes are needed, and " + (end - position) + " are left");
        }
    }

    private void align(int to) {
        int padding = -(position - origin) & (Math.min(to, largestAlignment) - 1);
        need(padding);
        position += padding;
    }

    boolean readBoolean() {
        byte value = readByte();
        if ((value & 0xfe) != 0) {
            position--;
            throw failure("a truth value is 0 or 1, not " + (value & 0xff));
        }
        return value == 1;
    }

    byte readByte() {
        need(1);
        return bytes[position++];
    }

    short readShort() {
        align(2);
        need(2);
        short value = (short) SHORT.get(bytes, position);
        position += 2;
        return bigEndian ? Short.reverseBytes(value) : value;
    }

    int readInt() {
        align(4);
        need(4);
        int value = (int) INT.get(bytes, position);
        position += 4;
        return bigEndian ? Integer.reverseBytes(value) : value;
    }

    long readLong() {
        align(8);
        need(8);
        long value = (long) LONG.get(bytes, position);
        position += 8;
        return bigEndian ? Long.reverseBytes(value) : value;
    }

    /** Reads 8 octets, the first one highest. */
    long readOctets() {
        need(8);
        long value = (long) LONG.get(bytes, position);
        position += 8;
        return Long.reverseBytes(value);
    }

    /** Reads so many bytes. The caller has taken their memory. */
    byte[] readBytes(int count) {
        need(count);
        byte[] read = Arrays.copyOfRange(bytes, position, position + count);
        position += count;
        return read;
    }

    /**
     * Reads the number of elements that follow.
     *
     * @param width the least bytes of an element
     */
    int readCount(int width) {
        int count = readInt();
        if (count < 0 || count > (end - position) / width) {
            position -= 4;
            throw failure(Integer.toUnsignedString(count) + " elements do not fit into the " + (end - position - 4)
                    + " bytes that are left");
        }
        return count;
    }

    /**
     * Reads the number of elements that follow, as the other method does.
     *
     * @param bound the most elements; 0: no limit
     */
    int readCount(int width, int bound) {
        int count = readCount(width);
        if (bound > 0 && count > bound) {
            position -= 4;
            throw failure(count + " elements, of which there are at most " + bound);
        }
        return count;
    }

    /** Returns a view of the next bytes, for so many numbers of a width. */
    ByteBuffer readMany(int count, int width) {
        align(width);
        need((long) count * width);
        ByteBuffer view = ByteBuffer.wrap(bytes, position, count * width)
                .order(bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        position += count * width;
        return view;
    }

    /** Reads a text, which ends with NUL. */
    String readText() {
        int length = readCount(1);
        if (length == 0 || bytes[position + length - 1] != 0) {
            throw failure("a text without NUL at its end");
        }
        hold(OF_TEXT + 2L * length);
        int last = position + length - 1;
        boolean ascii = true;
        for (int i = position; i < last; i++) {
            if (bytes[i] == 0) {
                throw failure("a text with NUL in it");
            }
            ascii &= bytes[i] > 0;
        }
        String text = ascii
                ? new String(bytes, position, length - 1, StandardCharsets.ISO_8859_1)
                : decoded(position, length - 1);
        position += length;
        return text;
    }

    private String decoded(int from, int length) {
        CharsetDecoder known = decoder;
        if (known == null) {
            known = StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT);
            decoder = known;
        }
        try {
            return known.decode(ByteBuffer.wrap(bytes, from, length)).toString();
        } catch (CharacterCodingException e) {
            throw failure("a text that is not UTF-8");
        }
    }

    /** Reads a length, to which what is read until {@link #endLength} is limited. Returns the limit until now. */
    int beginLength() {
        int length = readInt();
        return beginLength(length);
    }

    /** Limits what is read until {@link #endLength} to a length. Returns the limit until now. */
    int beginLength(int length) {
        if (length < 0 || length > end - position) {
            throw failure("a length of " + Integer.toUnsignedString(length) + " is more than the " + (end - position)
                    + " bytes that are left");
        }
        int outer = end;
        end = position + length;
        return outer;
    }

    /** Goes behind what has the length, whether it is read or not. */
    void endLength(int outer) {
        position = end;
        end = outer;
    }

    /** Returns the position from which alignment counts. */
    int origin() {
        return origin;
    }

    /** Sets the position from which alignment counts. */
    void origin(int to) {
        origin = to;
    }

    /** Goes back or ahead by some bytes, which the caller knows to be there. */
    void move(int by) {
        position += by;
    }

    /** Goes to a multiple of 4 bytes. */
    void pad() {
        align(4);
    }
}
