package dev.wherry.testkit;

import dev.wherry.Identity;
import dev.wherry.spi.Link;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.SelectableChannel;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A link with faults, which are the same for the same seed. If multiplexed, each read and each write moves one slice at
 * most, and about every third write moves nothing, as on a socket with a full buffer. A link that stalls supports
 * blocking use only ({@link Link#multiplex()} returns null), since it would block the selector's thread.
 */
public final class FaultyLink implements Link {
    private final Link link;
    private final Faults faults;
    private final Random readRandom;
    private final Random writeRandom;
    private final CountDownLatch closed = new CountDownLatch(1);
    private boolean multiplexed;
    private long read;
    private long written;

    public FaultyLink(Link link, Faults faults, long seed) {
        this.link = link;
        this.faults = faults;
        readRandom = new Random(seed);
        writeRandom = new Random(~seed);
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        delay(readRandom);
        int count = link.read(to, offset, slice(readRandom, length, read));
        read += Math.max(count, 0);
        return count;
    }

    @Override
    public int write(byte[] from, int offset, int length) throws IOException {
        if (multiplexed) {
            boolean full = closed.getCount() > 0 && writeRandom.nextInt(3) == 0;
            return full ? 0 : writeSlice(from, offset, length);
        }
        for (int done = 0; done < length; ) {
            done += writeSlice(from, offset + done, length - done);
        }
        return length;
    }

    private int writeSlice(byte[] from, int offset, int length) throws IOException {
        delay(writeRandom);
        int count = slice(writeRandom, length, written);
        int taken = written >= faults.swallowAfter() ? count : link.write(from, offset, count);
        written += taken;
        return taken;
    }

    /** Returns how many bytes move next. Stalls or cuts the link first, if that many bytes have been carried. */
    private int slice(Random random, int length, long before) throws IOException {
        if (before >= faults.stallAfter()) {
            stall();
        }
        if (before >= faults.cutAfter()) {
            close();
            throw new IOException("The link was cut after " + before + " bytes");
        }
        long next = Math.min(faults.stallAfter(), faults.cutAfter());
        if (before < faults.swallowAfter()) {
            next = Math.min(next, faults.swallowAfter());
        }
        long most = Math.min(length, next - before);
        return (int) (faults.slice() < most ? random.nextInt(1, faults.slice() + 1) : most);
    }

    private void stall() throws IOException {
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new IOException("The stalled link was closed");
    }

    private void delay(Random random) {
        long most = faults.delay().toNanos();
        if (most > 0) {
            LockSupport.parkNanos(random.nextLong(most));
        }
    }

    @Override
    public @Nullable SelectableChannel multiplex() throws IOException {
        @Nullable SelectableChannel channel = faults.stallAfter() == Long.MAX_VALUE ? link.multiplex() : null;
        multiplexed = channel != null;
        return channel;
    }

    @Override
    public boolean virtualThreadsMayWait() {
        return link.virtualThreadsMayWait();
    }

    @Override
    public Identity peer() {
        return link.peer();
    }

    @Override
    public @Nullable URI address() {
        return link.address();
    }

    @Override
    public void close() {
        closed.countDown();
        link.close();
    }
}
