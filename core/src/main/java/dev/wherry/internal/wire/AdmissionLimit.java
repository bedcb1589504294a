package dev.wherry.internal.wire;

import dev.wherry.Limits;
import dev.wherry.codec.DecodingBudget;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * How many calls of one session's peer are taken in by main and not done, and with how many bytes. Of the endpoint's
 * capacity each takes {@value #CALL_BYTES} bytes besides: its thread and its values need memory, however short it is. For
 * any thread.
 */
public final class AdmissionLimit {
    private static final int CALL_BYTES = DecodingBudget.FREE_MEMORY;

    private final int mostCalls;
    private final long mostBytes;
    private final InboundCapacity room;
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();

    /** @param room of all sessions */
    public AdmissionLimit(Limits limits, InboundCapacity room) {
        mostCalls = limits.callsInFlight();
        mostBytes = 2L * limits.messageBytes();
        this.room = room;
    }

    /** Takes a call in; null if there was room for it, else why not. Without bytes of its own it runs where it was read. */
    public @Nullable String enter(int size) {
        if (calls.incrementAndGet() > mostCalls) {
            calls.decrementAndGet();
            return mostCalls + " of this session are under way (limit 'callsInFlight')";
        }
        boolean fits = bytes.addAndGet(size) <= mostBytes;
        if (fits && room.take(taken(size))) {
            return null;
        }
        bytes.addAndGet(-size);
        calls.decrementAndGet();
        return fits ? room.isFull() : "those under way have " + mostBytes + " bytes (twice the limit 'messageBytes')";
    }

    /** A call that was taken in is done. */
    public void leave(int size) {
        room.give(taken(size));
        bytes.addAndGet(-size);
        calls.decrementAndGet();
    }

    private static long taken(int size) {
        return size == 0 ? 0 : (long) size + CALL_BYTES;
    }

    public int calls() {
        return calls.get();
    }
}
