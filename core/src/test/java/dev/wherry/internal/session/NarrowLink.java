package dev.wherry.internal.session;

import dev.wherry.Identity;
import dev.wherry.spi.Link;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.util.function.IntUnaryOperator;

/** A multiplexed link that accepts as many bytes at a time as a function returns, and keeps them. */
public class NarrowLink implements Link {
    final ByteArrayOutputStream taken = new ByteArrayOutputStream();
    private final IntUnaryOperator room;

    /** @param room of so many bytes, how many are taken; below 0: the link is broken */
    public NarrowLink(IntUnaryOperator room) {
        this.room = room;
    }

    @Override
    public int write(byte[] from, int offset, int length) throws IOException {
        int count = Math.min(length, room.applyAsInt(length));
        if (count < 0) {
            throw new IOException("broken");
        }
        taken.write(from, offset, count);
        return count;
    }

    @Override
    public int read(byte[] to, int offset, int length) {
        throw new UnsupportedOperationException("Nobody reads here");
    }

    @Override
    public SelectableChannel multiplex() {
        return null;
    }

    @Override
    public Identity peer() {
        return Identity.of("test", "narrow");
    }

    @Override
    public void close() {
        // Holds nothing.
    }
}
