package dev.wherry.internal.wire;

import dev.wherry.spi.Protocol;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory of an endpoint for what it has received and not completed: frames and messages in part, calls that wait or run,
 * and the values of calls and answers. Capacity is taken before memory is allocated. For any thread.
 */
public final class InboundCapacity implements Protocol.Memory {
    /** Values leave a part of it, this divisor, to frames and calls. */
    private static final int SPARED = 4;

    private final long most;
    private final AtomicLong taken = new AtomicLong();

    /** @param most the limit {@code inboundBytes} */
    public InboundCapacity(long most) {
        this.most = most;
    }

    /** Returns false if there is not that much left; then nothing is taken. */
    public boolean take(long bytes) {
        return take(bytes, most);
    }

    /** The same for values, which leave a quarter to frames and calls, so that calls without large values continue. */
    @Override
    public boolean takeForValues(long bytes) {
        return take(bytes, most - most / SPARED);
    }

    private boolean take(long bytes, long limit) {
        return taken.getAndUpdate(before -> bytes <= limit - before ? before + bytes : before) <= limit - bytes;
    }

    @Override
    public void give(long bytes) {
        taken.addAndGet(-bytes);
    }

    public long most() {
        return most;
    }

    public long taken() {
        return taken.get();
    }

    /** Why something is refused, after "... was refused: ". */
    public String isFull() {
        return "received messages, and the calls under way with their values, may have " + most
                + " bytes together (limit 'inboundBytes')";
    }

    /** Returns the share of one link, which has taken nothing. */
    public LinkShare share() {
        return new LinkShare(this);
    }

    /** The capacity that one link has taken. It is given back as a whole when the link ends. For any thread. */
    public static final class LinkShare implements AutoCloseable {
        private final InboundCapacity whole;
        private long taken;
        private boolean closed;

        private LinkShare(InboundCapacity whole) {
            this.whole = whole;
        }

        /** False if there is not that much left, or the link has ended. */
        synchronized boolean take(long bytes) {
            if (closed || !whole.take(bytes)) {
                return false;
            }
            taken += bytes;
            return true;
        }

        synchronized void give(long bytes) {
            if (!closed) {
                taken -= bytes;
                whole.give(bytes);
            }
        }

        String isFull() {
            return whole.isFull();
        }

        /** Throws if a frame for which there is no capacity is not a message: only a message can be refused while the link continues. */
        void checkSpared(int type) {
            if (!Frame.isMessage(type)) {
                throw ProtocolException.limit("A frame was refused: " + whole.isFull());
            }
        }

        @Override
        public synchronized void close() {
            give(taken);
            closed = true;
        }
    }
}
