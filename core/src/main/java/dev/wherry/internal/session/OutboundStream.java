package dev.wherry.internal.session;

import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.ProtocolException;
import dev.wherry.internal.wire.SendQueue;
import dev.wherry.internal.wire.SentBytes;
import dev.wherry.spi.Link;
import dev.wherry.spi.Out;
import org.jspecify.annotations.Nullable;

/**
 * The output of one side of a session, over one link after another. Between its frames, it acknowledges what was received from the
 * peer. Guarded by its {@link Outbox}.
 */
final class OutboundStream {
    private final SentBytes bytes;
    private @Nullable Link link;
    /** How many links there were; negative while there is none. */
    private volatile int links;
    /** Whether nothing more may be written before the peer acknowledges what was. */
    private boolean awaitsPeer;
    /** The position up to which everything was received, and the one that was reported last. */
    private long received;

    private long reported;
    /** A frame that is not among the bytes, and how much of it was written. */
    private final Out control = new Out(32);

    private int controlWritten;
    /** Frames that are written although the peer acknowledges nothing. */
    private @Nullable Out last;
    /** Whether the frame is what is written now. */
    private boolean another;

    // The next bytes to write. Of the thread that flushes.
    private byte[] array = control.array();
    private int offset;
    private int length;

    OutboundStream(SentBytes bytes) {
        this.bytes = bytes;
    }

    @Nullable
    Link link() {
        return link;
    }

    int links() {
        return links;
    }

    /**
     * Goes on with a link, behind what the peer has received.
     *
     * @throws ProtocolException if the peer cannot be at the position: then nothing is left of the stream
     */
    void open(Link next, long position) {
        control.reset(0);
        controlWritten = 0;
        reported = received;
        awaitsPeer = false;
        link = next;
        links = Math.abs(links) + 1;
        bytes.resume(position);
    }

    void leaveLink() {
        link = null;
        links = -Math.abs(links);
    }

    /** Has the next report name this position, unless a higher one was reached before: see {@link MainReader}. */
    void received(long position) {
        if (bytes.areKept()) {
            received = Math.max(received, position);
        }
    }

    void acknowledged(long position) {
        bytes.acknowledge(position);
        awaitsPeer = false;
    }

    long acknowledged() {
        return bytes.acknowledged();
    }

    boolean awaitsPeer() {
        return awaitsPeer;
    }

    int unwritten() {
        return bytes.unwritten();
    }

    boolean hasMore(SendQueue queue) {
        return bytes.unwritten() > 0
                || controlWritten < control.size()
                || received != reported
                || last != null
                || (!queue.isEmpty() && !awaitsPeer);
    }

    /**
     * Chooses what is written next.
     *
     * @param most bytes
     * @return false if there is nothing
     */
    boolean choose(SendQueue queue, int most) {
        if (bytes.unwritten() == 0 && controlWritten == control.size()) {
            if (received != reported) {
                report();
            } else if (last != null) {
                control(last);
                last = null;
            } else if (!queue.isEmpty()) {
                queue.moveTo(bytes, most);
                awaitsPeer = bytes.unwritten() == 0;
            }
        }
        another = controlWritten < control.size();
        array = another ? control.array() : bytes.array();
        offset = another ? controlWritten : bytes.offset();
        length = another ? control.size() - controlWritten : Math.min(most, bytes.length());
        return length > 0;
    }

    private void report() {
        Out frame = new Out(32);
        int start = Frame.begin(frame, Frame.RECEIVED, 0, 0);
        frame.writeLong(received);
        Frame.end(frame, start);
        control(frame);
        reported = received;
    }

    private void control(Out frames) {
        control.reset(32);
        control.write(frames.array(), 0, frames.size());
        controlWritten = 0;
    }

    /** Adds the last frames. If nothing may be written before the peer acknowledges something, they are written before all else. */
    void addLast(Out frames, SendQueue queue) {
        if (awaitsPeer) {
            last = frames;
        } else {
            queue.frames().write(frames.array(), 0, frames.size());
        }
    }

    byte[] array() {
        return array;
    }

    int offset() {
        return offset;
    }

    int length() {
        return length;
    }

    void wrote(int count) {
        if (another) {
            controlWritten += count;
        } else {
            bytes.wrote(count);
        }
    }

    void trim() {
        bytes.trim();
    }

    /** Drops everything. */
    void clear() {
        bytes.clear();
    }
}
