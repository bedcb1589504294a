package dev.wherry.internal.protocol;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** How many calls of one session's peer are taken in by main and not done, and with how many bytes. For any thread. */
public final class Admission {
    private final int mostCalls;
    private final long mostBytes;
    private final InboundRoom room;
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();

    /**
     * @param mostCalls the limit {@code callsInFlight}
     * @param messageBytes the limit; all calls together may have twice as much
     * @param room of all sessions
     */
    public Admission(int mostCalls, int messageBytes, InboundRoom room) {
        this.mostCalls = mostCalls;
        mostBytes = 2L * messageBytes;
        this.room = room;
    }

    /** Takes a call in; null if there was room for it, else why not. */
    public @Nullable String enter(int size) {
        if (calls.incrementAndGet() > mostCalls) {
            calls.decrementAndGet();
            return mostCalls + " of this session are under way (limit 'callsInFlight')";
        }
        if (bytes.addAndGet(size) > mostBytes) {
            return turnedAway(
                    size,
                    "those of this session that are under way have " + mostBytes
                            + " bytes (twice the limit 'messageBytes')");
        }
        return room.take(size) ? null : turnedAway(size, room.isFull());
    }

    private String turnedAway(int size, String why) {
        bytes.addAndGet(-size);
        calls.decrementAndGet();
        return why;
    }

    /** A call that was taken in is done. */
    public void leave(int size) {
        room.give(size);
        bytes.addAndGet(-size);
        calls.decrementAndGet();
    }

    public int calls() {
        return calls.get();
    }
}
