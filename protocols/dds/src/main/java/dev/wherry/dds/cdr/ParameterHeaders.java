package dev.wherry.dds.cdr;

/** Numbers in the headers of members that are sent with their ids (XTypes 1.3, 7.4.1.2 and 7.4.3.4). */
final class ParameterHeaders {
    /** In XCDR1: a long header follows; the reader must understand it. */
    static final short EXTENDED = 0x7f01;

    /** In XCDR1: no member follows. */
    static final short LIST_END = 0x7f02;

    /** The bits of a short id in XCDR1, without the flag that the reader must understand it. */
    static final int SHORT_ID = 0xbfff;

    static final int SHORT_EXTENDED = 0x3f01;
    static final int SHORT_LIST_END = 0x3f02;
    static final int SHORT_IGNORE = 0x3f03;
    static final int SHORT_MUST_UNDERSTAND = 0x4000;
    static final int SHORT_OF_VENDOR = 0x8000;
    static final int LONG_MUST_UNDERSTAND = 0x4000_0000;

    /** In XCDR2: the sign bit. */
    static final int MUST_UNDERSTAND = 0x8000_0000;

    /** The bits of an id in XCDR2, and in a long header of XCDR1. */
    static final int ID = 0x0fff_ffff;

    /** The bits of an id in a long header of XCDR1, and those for the use of one vendor. */
    static final int LONG_ID = 0x8fff_ffff;

    /** In XCDR2: the bits to shift a length code by. */
    static final int CODE_SHIFT = 28;

    /** In XCDR2: a length follows. Codes below are lengths of 1, 2, 4 and 8 bytes. */
    static final int LENGTH_FOLLOWS = 4;

    /** In XCDR2: the value begins with the number of bytes that follow. Codes above: of elements of 4 and 8 bytes. */
    static final int BEGINS_WITH_LENGTH = 5;

    private ParameterHeaders() {}
}
