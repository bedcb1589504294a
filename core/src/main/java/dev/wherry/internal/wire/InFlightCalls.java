package dev.wherry.internal.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The calls that one side has out on a session's main link: how many they may be, which of them can still be answered,
 * and which are overdue. A call keeps its place from {@link #enter} until it is answered or given up, a one-way call until
 * a Credit counts it. Reads no clock, and wakes nobody. For any thread.
 */
public final class InFlightCalls<C extends InFlightCalls.Call> {
    /** The highest limit, whatever the peer accepts: a sender that is so far ahead should wait. */
    private static final int MOST = 1 << 20;

    /** A call that is to be answered. */
    public interface Call {
        long id();

        /** When its caller stops waiting, by the clock that is passed to {@link InFlightCalls#overdue}. */
        long deadline();
    }

    private final int limit;
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger oneWays = new AtomicInteger();
    private final AtomicLong sequence = new AtomicLong();
    private final ConcurrentMap<Long, C> pending = new ConcurrentHashMap<>();

    /** @param limit what the peer takes at one time */
    public InFlightCalls(int limit) {
        this.limit = Math.clamp(limit, 1, MOST);
    }

    public int limit() {
        return limit;
    }

    /** Takes a place for one more call; false if there is none. */
    public boolean enter() {
        while (true) {
            int now = inside.get();
            if (now >= limit) {
                return false;
            }
            if (inside.compareAndSet(now, now + 1)) {
                return true;
            }
        }
    }

    /** Gives back the place of a call that was not sent. */
    public void leave() {
        inside.decrementAndGet();
    }

    /** A number for a call; none is given twice. */
    public long nextId() {
        return sequence.incrementAndGet();
    }

    /** Returns how many numbers were given. */
    public long made() {
        return sequence.get();
    }

    /** From now on the call can be answered. */
    public void sent(C call) {
        pending.put(call.id(), call);
    }

    /** As {@link #sent}, of a call that a lane has carried: it has no place, and takes one beyond the limit. */
    public void sentByLane(C call) {
        inside.incrementAndGet();
        sent(call);
    }

    /** A call that has its place is going to be sent, and a Credit will count it. */
    public void sentOneWay() {
        oneWays.incrementAndGet();
    }

    /** The call is answered or given up; null if it was before, or was never sent. */
    public @Nullable C end(long id) {
        C call = pending.remove(id);
        if (call != null) {
            leave();
        }
        return call;
    }

    /**
     * Counts one-way calls that the peer is done with.
     *
     * @throws ProtocolException if there are not as many
     */
    public void credit(int count) {
        int out = oneWays.getAndUpdate(now -> count > 0 && count <= now ? now - count : now);
        if (count <= 0 || count > out) {
            throw ProtocolException.breach(
                    "A credit for " + Integer.toUnsignedString(count) + " one-way calls; " + out + " are out");
        }
        inside.addAndGet(-count);
    }

    /** Returns the calls whose deadline has passed. The watcher {@linkplain #end ends} each, and then notifies its caller. */
    public List<C> overdue(long now) {
        List<C> overdue = new ArrayList<>();
        for (C call : pending.values()) {
            if (now - call.deadline() > 0) {
                overdue.add(call);
            }
        }
        return overdue;
    }

    /** Returns the calls that are still to be answered. Each is to be {@linkplain #end ended} before its caller is notified. */
    public Iterable<C> pending() {
        return pending.values();
    }

    /** No one-way call will be counted any more; how many were still to be. */
    public int endOneWays() {
        int lost = oneWays.getAndSet(0);
        inside.addAndGet(-lost);
        return lost;
    }

    /** Whether an answer is awaited. */
    public boolean any() {
        return !pending.isEmpty();
    }

    /** Places that are taken. */
    public int inside() {
        return inside.get();
    }
}
