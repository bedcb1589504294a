package dev.wherry.dds.fast;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The identifiers of readers and writers. The binding has their 16 bytes as two numbers. */
record Guid(long first, long second) {
    byte[] bytes() {
        return ByteBuffer.allocate(2 * Long.BYTES)
                .order(ByteOrder.nativeOrder())
                .putLong(first)
                .putLong(second)
                .array();
    }

    /** Returns a number that other identifiers of a process hardly have. */
    long number() {
        return 31 * first + second;
    }
}
