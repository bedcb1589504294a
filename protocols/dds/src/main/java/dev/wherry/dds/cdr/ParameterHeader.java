package dev.wherry.dds.cdr;

import static dev.wherry.dds.cdr.ParameterHeaders.ID;
import static dev.wherry.dds.cdr.ParameterHeaders.LONG_ID;
import static dev.wherry.dds.cdr.ParameterHeaders.LONG_MUST_UNDERSTAND;
import static dev.wherry.dds.cdr.ParameterHeaders.MUST_UNDERSTAND;
import static dev.wherry.dds.cdr.ParameterHeaders.SHORT_EXTENDED;
import static dev.wherry.dds.cdr.ParameterHeaders.SHORT_ID;
import static dev.wherry.dds.cdr.ParameterHeaders.SHORT_IGNORE;
import static dev.wherry.dds.cdr.ParameterHeaders.SHORT_LIST_END;
import static dev.wherry.dds.cdr.ParameterHeaders.SHORT_MUST_UNDERSTAND;
import static dev.wherry.dds.cdr.ParameterHeaders.SHORT_OF_VENDOR;

/**
 * The header of a member that is sent with its id.
 *
 * @param id of the member; -1: no member follows; -2: to be skipped
 * @param mustUnderstand whether a reader that does not know the member must refuse the value
 * @param length of the member in bytes
 */
record ParameterHeader(int id, boolean mustUnderstand, int length) {
    private static final int END = -1;
    private static final int IGNORED = -2;

    boolean isEnd() {
        return id == END;
    }

    /** Reads the header, in the version of CDR that the value has. */
    static ParameterHeader read(CdrReader from) {
        from.pad();
        ParameterHeader header = from.delimits() ? read2(from) : read1(from);
        if (header.length < 0 || header.length > from.left()) {
            throw from.failure("a member of " + Integer.toUnsignedString(header.length) + " bytes is longer than the "
                    + from.left() + " that are left");
        }
        return header;
    }

    private static ParameterHeader read1(CdrReader from) {
        int word = from.readShort() & 0xffff;
        int length = from.readShort() & 0xffff;
        int id = word & SHORT_ID;
        if (id == SHORT_LIST_END) {
            return new ParameterHeader(END, false, 0);
        }
        if (id == SHORT_IGNORE || (id & SHORT_OF_VENDOR) != 0) {
            return new ParameterHeader(IGNORED, false, length);
        }
        if (id != SHORT_EXTENDED) {
            return new ParameterHeader(id, (word & SHORT_MUST_UNDERSTAND) != 0, length);
        }
        if (length != 8) {
            throw from.failure("a long header of a member has 8 bytes, not " + length);
        }
        int full = from.readInt();
        int known = full & LONG_ID;
        return new ParameterHeader(known < 0 ? IGNORED : known, (full & LONG_MUST_UNDERSTAND) != 0, from.readInt());
    }

    private static ParameterHeader read2(CdrReader from) {
        int word = from.readInt();
        int code = word >>> ParameterHeaders.CODE_SHIFT & 7;
        int length = 1 << code;
        if (code == ParameterHeaders.LENGTH_FOLLOWS) {
            length = from.readInt();
        } else if (code > ParameterHeaders.LENGTH_FOLLOWS) {
            long width = code == ParameterHeaders.BEGINS_WITH_LENGTH ? 1 : code == 6 ? 4 : 8;
            long whole = 4 + width * Integer.toUnsignedLong(from.readInt());
            from.move(-4);
            length = (int) Math.min(Integer.MAX_VALUE, whole);
        }
        return new ParameterHeader(word & ID, (word & MUST_UNDERSTAND) != 0, length);
    }
}
