package dev.wherry.dds.cdr;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** How a call ended, by the number that OMG DDS-RPC gives it. */
public enum RemoteExceptionCode {
    /** The method returned, or threw an exception that it declares. */
    OK(0),
    /** The service cannot do this. */
    UNSUPPORTED(1),
    /** An argument is not a value of its type. */
    INVALID_ARGUMENT(2),
    /** The service has no capacity for the call. */
    OUT_OF_RESOURCES(3),
    /** The service has no such operation. */
    UNKNOWN_OPERATION(4),
    /** The method threw an exception that it does not declare. */
    UNKNOWN_EXCEPTION(5);

    private final int number;

    RemoteExceptionCode(int number) {
        this.number = number;
    }

    /**
     * Returns whether a reply has this code, which follows its identity.
     *
     * @param offset of the encapsulation header
     * @param length at least that of an identity with its encapsulation header
     */
    public boolean isOf(byte[] payload, int offset, int length) {
        int at = Encapsulation.BYTES + SampleIdentity.LENGTH;
        if (length < at + Integer.BYTES) {
            return false;
        }
        boolean big = (payload[offset + 1] & 1) == 0;
        return ByteBuffer.wrap(payload)
                        .order(big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN)
                        .getInt(offset + at)
                == number;
    }

    /** Returns the number that is sent. */
    int number() {
        return number;
    }
}
