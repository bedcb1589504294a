package dev.wherry.internal.wire;

import dev.wherry.Identity;
import dev.wherry.spi.Link;
import java.nio.channels.SelectableChannel;
import java.util.function.IntUnaryOperator;

/** A link that has given bytes to read, a few at a time, and then ends. */
final class TrickleLink implements Link {
    private final byte[] bytes;
    private final IntUnaryOperator portion;
    private int position;

    /** @param portion of what is asked for, how much is given */
    TrickleLink(byte[] bytes, IntUnaryOperator portion) {
        this.bytes = bytes;
        this.portion = portion;
    }

    @Override
    public int read(byte[] to, int offset, int length) {
        if (position == bytes.length) {
            return -1;
        }
        int count = Math.min(Math.max(1, portion.applyAsInt(length)), Math.min(length, bytes.length - position));
        System.arraycopy(bytes, position, to, offset, count);
        position += count;
        return count;
    }

    @Override
    public int write(byte[] from, int offset, int length) {
        return length;
    }

    @Override
    public SelectableChannel multiplex() {
        return null;
    }

    @Override
    public Identity peer() {
        return Identity.of("test", null);
    }

    @Override
    public void close() {
        position = bytes.length;
    }
}
