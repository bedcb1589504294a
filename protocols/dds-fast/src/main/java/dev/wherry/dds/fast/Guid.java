package dev.wherry.dds.fast;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;

/** The identifiers of readers and writers. The binding has their 16 bytes as two numbers. */
record Guid(long first, long second) {
    /** The bytes that the identifiers of a participant have in common. */
    private static final int PREFIX = 12;

    private static final String PARTICIPANT = "000001c1";

    byte[] bytes() {
        return ByteBuffer.allocate(2 * Long.BYTES)
                .order(ByteOrder.nativeOrder())
                .putLong(first)
                .putLong(second)
                .array();
    }

    /** Returns the identifier of the participant, as 32 hexadecimal digits. */
    String participant() {
        return HexFormat.of().formatHex(bytes(), 0, PREFIX) + PARTICIPANT;
    }

    /** Returns a number that other identifiers of a process hardly have. */
    long number() {
        return 31 * first + second;
    }
}
