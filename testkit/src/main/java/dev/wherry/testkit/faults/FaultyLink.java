package dev.wherry.testkit.faults;

import dev.wherry.Identity;
import dev.wherry.spi.Link;
import dev.wherry.testkit.faults.FaultyStream.Event;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.SelectableChannel;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A link with faults, which are the same for the same seed. If multiplexed, each read and each write moves one slice at
 * most, and about every third write moves nothing, as on a socket with a full buffer. A link that stalls or is slow supports
 * blocking use only ({@link Link#multiplex()} returns null), since it would block the selector's thread.
 */
public final class FaultyLink implements Link {
    private final Link link;
    private final Faults faults;
    private final FaultyStream reads;
    private final FaultyStream writes;
    private final Random fullness;
    private final CountDownLatch closed = new CountDownLatch(1);
    private boolean multiplexed;

    /**
     * Wraps a link.
     *
     * @param seed chooses the sizes of slices, the delays and the wrong bit
     */
    public FaultyLink(Link link, Faults faults, long seed) {
        this.link = link;
        this.faults = faults;
        reads = new FaultyStream(faults, seed);
        writes = new FaultyStream(faults, ~seed);
        fullness = new Random(~seed);
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        int count = link.read(to, offset, slice(reads, length));
        if (count > 0) {
            reads.corrupt(to, offset, count);
            reads.carried(count);
        }
        return count;
    }

    @Override
    public int write(byte[] from, int offset, int length) throws IOException {
        if (multiplexed) {
            boolean full = closed.getCount() > 0 && fullness.nextInt(3) == 0;
            return full ? 0 : writeSlice(from, offset, length);
        }
        for (int done = 0; done < length; ) {
            done += writeSlice(from, offset + done, length - done);
        }
        return length;
    }

    private int writeSlice(byte[] from, int offset, int length) throws IOException {
        int count = slice(writes, length);
        int taken = writes.swallows() ? count : writeCorrupted(from, offset, count);
        writes.carried(taken);
        return taken;
    }

    /** Leaves the caller's array as it is. */
    private int writeCorrupted(byte[] from, int offset, int count) throws IOException {
        if (!writes.corrupts(count)) {
            return link.write(from, offset, count);
        }
        byte[] wrong = Arrays.copyOfRange(from, offset, offset + count);
        writes.corrupt(wrong, 0, count);
        return link.write(wrong, 0, count);
    }

    /** Waits as the faults say. Returns how many bytes move next. Stalls or cuts the link first, if its time has come. */
    private int slice(FaultyStream stream, int length) throws IOException {
        sleep(stream.delay());
        Event event = stream.next();
        if (event == Event.STALL) {
            sleep(Long.MAX_VALUE);
            throw new IOException("The stalled link was closed");
        }
        if (event != Event.CARRY) {
            close();
            throw new IOException(
                    event == Event.CUT
                            ? "The link was cut after " + faults.cutAfter() + " bytes"
                            : "Connection reset after " + faults.resetAfter() + " bytes");
        }
        int count = stream.slice(length);
        sleep(stream.pause(count));
        return count;
    }

    /** Sleeps for so long, or until the link is closed. */
    private void sleep(long nanos) {
        try {
            if (nanos > 0) {
                boolean _ = closed.await(nanos, TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public @Nullable SelectableChannel multiplex() throws IOException {
        boolean blocks = faults.stallAfter() != Long.MAX_VALUE || reads.isSlow();
        @Nullable SelectableChannel channel = blocks ? null : link.multiplex();
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
