package dev.wherry.http.json;

import dev.wherry.CallException;
import dev.wherry.spi.Protocol;
import java.util.function.Supplier;

/**
 * The memory that the values of one message take. It is counted before it is allocated. One limit is by the bytes that were received
 * for the message. The other is the memory of all messages of the endpoint, to which it is given back at the end. Closed by any
 * thread, once nothing is read any more.
 */
public final class ValueMemory implements AutoCloseable {
    private static final long HEAP_PER_BYTE = 64;
    /** Allowed besides, however short the message is. */
    private static final long HEAP = 8_000_000;
    /** Not taken from the endpoint: a call takes more in any case. */
    private static final int FREE = 4 << 10;
    /** Taken from the endpoint at one time. */
    private static final int AT_ONCE = 8 << 10;

    private final Protocol.Memory all;
    private final Supplier<CallException> full;
    private long left;
    private long untilHeld = FREE;
    private long held;
    private boolean closed;

    /**
     * @param all the memory of the endpoint
     * @param received bytes of the message, each of which allows 64 bytes of values. For a request these are compressed bytes. For an
     *     answer they are not: a server may compress a list of equal values to almost nothing
     * @param full makes the failure if the endpoint has no memory left
     */
    public ValueMemory(Protocol.Memory all, long received, Supplier<CallException> full) {
        this.all = all;
        this.full = full;
        left = HEAP_PER_BYTE * received + HEAP;
    }

    /** Counts memory of values. */
    synchronized void hold(long bytes) {
        left -= bytes;
        if (left < 0) {
            throw new JsonProblem("The values take too much memory for the bytes that were received");
        }
        untilHeld -= bytes;
        if (untilHeld < 0) {
            long wanted = Math.max(AT_ONCE, -untilHeld);
            take(wanted);
            untilHeld += wanted;
        }
    }

    /** Takes memory of the endpoint for something else than values, such as the JSON that was inflated. */
    public synchronized void take(long bytes) {
        if (closed || !all.takeForValues(bytes)) {
            throw full.get();
        }
        held += bytes;
    }

    /** Gives back some of what was taken, which is not used any more. */
    public synchronized void give(long bytes) {
        if (!closed) {
            held -= bytes;
            all.give(bytes);
        }
    }

    /** Gives the memory back. */
    @Override
    public synchronized void close() {
        closed = true;
        all.give(held);
        held = 0;
    }
}
