package dev.wherry.dds.rpc;

import java.util.Arrays;

/** Copies of what a reader hands out. */
public final class Payloads {
    private Payloads() {}

    /** Returns a copy whose header counts no padding, since the length of a sample is without it. */
    public static byte[] copy(byte[] payload, int offset, int length) {
        byte[] copy = Arrays.copyOfRange(payload, offset, offset + length);
        copy[3] &= ~3;
        return copy;
    }
}
