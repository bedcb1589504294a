package dev.wherry.http.server;

/**
 * Counts how large headers of HTTP/2 become when they are decoded (HPACK, RFC 7541), before anything decodes them: one byte may stand
 * for a header of 4 KiB. The size is that of RFC 9113: name, value and 32 bytes for each header. Of the table that a peer fills, only
 * lengths are kept. For one connection and one thread.
 */
final class HeaderSizes {
    /** The bytes that a peer may fill, unless it asks for less. Nothing else is announced to it. */
    private static final int TABLE = 4096;

    private static final int OF_HEADER = 32;
    private static final int MOST_ENTRIES = TABLE / OF_HEADER;
    private static final int FIXED_ENTRIES = 61;
    /** The longest name and value of the fixed table. */
    private static final int FIXED_NAME = 27;

    private static final int FIXED_VALUE = 13;

    /** How many codes of Huffman's have 0, 1, 2, ... bits. Codes of one length follow each other, and shorter ones come first. */
    private static final int[] CODES = {
        0, 0, 0, 0, 0, 10, 26, 32, 6, 0, 5, 3, 2, 6, 2, 3, 0, 0, 0, 3, 8, 13, 26, 29, 12, 4, 15, 19, 29, 0, 4
    };

    private final int most;
    private final int[] names = new int[MOST_ENTRIES];
    private final int[] values = new int[MOST_ENTRIES];
    private int entries;
    private int table = TABLE;
    private byte[] block = {};
    private int at;
    private int end;

    HeaderSizes(int most) {
        this.most = most;
    }

    /**
     * Returns whether headers are larger than allowed. After that, those that follow cannot be counted. Throws
     * {@link IllegalArgumentException} if the bytes are not HPACK.
     */
    boolean areTooLarge(byte[] bytes, int from, int to) {
        block = bytes;
        at = from;
        end = to;
        int size = 0;
        while (at < end && size <= most) {
            size += next();
        }
        block = new byte[0];
        return size > most;
    }

    private int next() {
        int first = block[at];
        if ((first & 0xe0) == 0x20) {
            table = number(5);
            require(table <= TABLE);
            return 0;
        }
        if ((first & 0x80) != 0) {
            int index = number(7);
            return name(index) + value(index) + OF_HEADER;
        }
        boolean kept = (first & 0x40) != 0;
        int index = number(kept ? 6 : 4);
        int name = index == 0 ? text() : name(index);
        int value = text();
        int size = name + value + OF_HEADER;
        if (kept) {
            if (size > table) {
                return most + 1; // no client needs to send it so, and Helidon would search for capacity without end
            }
            names[entries % MOST_ENTRIES] = name;
            values[entries % MOST_ENTRIES] = value;
            entries = entries + 1 == 2 * MOST_ENTRIES ? MOST_ENTRIES : entries + 1;
        }
        return size;
    }

    private int name(int index) {
        return index <= FIXED_ENTRIES ? FIXED_NAME : names[entry(index)];
    }

    private int value(int index) {
        return index <= FIXED_ENTRIES ? FIXED_VALUE : values[entry(index)];
    }

    /**
     * The newest entry has the lowest index. Those for which there is no longer any capacity are counted here, and refused where they
     * are decoded.
     */
    private int entry(int index) {
        int age = index - FIXED_ENTRIES;
        require(age <= Math.min(entries, MOST_ENTRIES));
        return (entries - age) % MOST_ENTRIES;
    }

    private int number(int bits) {
        require(at < end);
        int largest = (1 << bits) - 1;
        int number = block[at++] & largest;
        if (number < largest) {
            return number;
        }
        for (int shift = 0; ; shift += 7) {
            require(at < end && shift <= 21);
            int part = block[at++];
            number += (part & 0x7f) << shift;
            if ((part & 0x80) == 0) {
                return number;
            }
        }
    }

    private int text() {
        require(at < end);
        boolean packed = (block[at] & 0x80) != 0;
        int length = number(7);
        require(length <= end - at);
        int from = at;
        at += length;
        return packed ? unpacked(from, at) : length;
    }

    /** Returns how many characters a text in Huffman's code has. */
    private int unpacked(int from, int to) {
        int count = 0;
        int code = 0;
        int first = 0;
        int bits = 0;
        for (int i = from; i < to; i++) {
            for (int bit = 7; bit >= 0; bit--) {
                code = (code << 1) | ((block[i] >> bit) & 1);
                bits++;
                require(bits < CODES.length);
                if (code - first < CODES[bits]) {
                    count++;
                    code = 0;
                    first = 0;
                    bits = 0;
                } else {
                    first = (first + CODES[bits]) << 1;
                }
            }
        }
        return count;
    }

    private static void require(boolean wellFormed) {
        if (!wellFormed) {
            throw new IllegalArgumentException("not HPACK");
        }
    }
}
