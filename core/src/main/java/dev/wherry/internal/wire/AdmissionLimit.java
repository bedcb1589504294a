package dev.wherry.internal.wire;

import dev.wherry.Limits;
import dev.wherry.codec.DecodingBudget;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Limits the calls of one session's peer that are accepted and not done, and their bytes. Each call takes {@value #CALL_BYTES}
 * more bytes of the endpoint's capacity, because its thread and its values need memory even if it is short. For any thread.
 */
public final class AdmissionLimit {
    private static final int CALL_BYTES = DecodingBudget.FREE_MEMORY;

    private final int mostCalls;
    private final long mostBytes;
    private final InboundCapacity capacity;
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();

    /** @param capacity the capacity of all sessions */
    public AdmissionLimit(Limits limits, InboundCapacity capacity) {
        mostCalls = limits.callsInFlight();
        mostBytes = 2L * limits.messageBytes();
        this.capacity = capacity;
    }

    /** Accepts a call. Returns null, or why there is no capacity for it. A call that runs on the thread that reads it has 0 bytes. */
    public @Nullable String enter(int size) {
        if (calls.incrementAndGet() > mostCalls) {
            calls.decrementAndGet();
            return mostCalls + " of this session are under way (limit 'callsInFlight')";
        }
        boolean fits = bytes.addAndGet(size) <= mostBytes;
        if (fits && capacity.take(taken(size))) {
            return null;
        }
        bytes.addAndGet(-size);
        calls.decrementAndGet();
        return fits
                ? capacity.isFull()
                : "those under way have " + mostBytes + " bytes (twice the limit 'messageBytes')";
    }

    /** Records that a call that was accepted is done. */
    public void leave(int size) {
        capacity.give(taken(size));
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
