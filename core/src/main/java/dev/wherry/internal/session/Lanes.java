package dev.wherry.internal.session;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.internal.loop.Watcher;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The connecting side's lanes. A call takes the first idle one, so that those at the end stay idle and are closed. It needs no
 * lock. If there are more callers than there can be lanes, main carries all calls: it is faster if more calls leave in one
 * write.
 */
public final class Lanes {
    /** Calls that go by main before a lane is opened: a look-up, and one call of the object that it found. */
    private static final int LONELY = 2;

    /** More of them earn nothing, because callers that share main save system calls. */
    private static final int MOST_OVER_SOCKETS =
            Math.clamp(2L * Runtime.getRuntime().availableProcessors(), 2, 8);

    private static final long PAUSE_AFTER_REFUSAL = TimeUnit.SECONDS.toNanos(60);

    /** Main carries all calls for so long, once there were too many callers. */
    private static final long CROWDED = TimeUnit.MILLISECONDS.toNanos(100);

    private final Opener opener;
    private final int most;
    private final String peer;
    private final Watcher watcher;
    private final AtomicBoolean opening = new AtomicBoolean();
    private volatile Lane[] open = {};
    private volatile long refusedUntil = System.nanoTime();
    private volatile long crowdedUntil = System.nanoTime();
    private volatile boolean closed;
    /** Messages of broken lanes that refer to objects of this side, by the ids of the calls that main is to settle. */
    private final Map<Long, OutboundMessage> unsettled = new ConcurrentHashMap<>();
    /** Racy on purpose: a lost count only delays the next lane. */
    private int missed;
    /** Of the lane that was opened last; used by the thread that has set {@link #opening}. */
    private long number;

    /**
     * @param most how many there may be
     * @param peer in messages
     */
    Lanes(Opener opener, int most, String peer, Watcher watcher) {
        this.opener = opener;
        this.most = most;
        this.peer = peer;
        this.watcher = watcher;
    }

    /** Opens lanes. */
    interface Opener {
        /** Connects and introduces a new link as the lane of this number, which no other lane had. */
        Lane openLane(long number) throws IOException;
    }

    /**
     * Returns an idle lane, held for the caller; null: main carries the call. At the third call for which no lane is idle, one is
     * opened in the background.
     *
     * @param outlastsInterrupts whether an interrupt leaves the caller waiting
     */
    @Nullable
    Lane take(long now, boolean outlastsInterrupts) {
        if (areCrowded(now)) {
            return null;
        }
        Lane[] idle = open;
        for (Lane lane : idle) {
            if (lane.take()) {
                return adapted(lane, outlastsInterrupts);
            }
        }
        if (idle.length >= most(idle)) {
            crowdedUntil = now + CROWDED;
        } else if (!closed && missed++ >= LONELY && opening.compareAndSet(false, true)) {
            try {
                startOpening();
            } catch (Error e) {
                opening.set(false);
                throw e;
            }
        }
        return null;
    }

    /** Returns null if such links cannot outlast an interrupt; then none of these lanes can. */
    private static @Nullable Lane adapted(Lane lane, boolean outlastsInterrupts) {
        boolean can = false;
        try {
            can = lane.outlastInterrupts(outlastsInterrupts);
        } finally {
            if (!can) {
                lane.notBegun();
            }
        }
        return can ? lane : null;
    }

    /** Records that the peer is asked for the outcome of a call whose lane has broken. */
    void settle(long id, OutboundMessage message) {
        if (message.listsReferences()) {
            unsettled.put(id, message);
        }
    }

    /** Returns what was sent for a call that the peer has settled; null if that refers to nothing, or a lane has not broken. */
    @Nullable
    OutboundMessage settled(long id) {
        return unsettled.isEmpty() ? null : unsettled.remove(id);
    }

    private int most(Lane[] lanes) {
        return lanes.length > 0 && lanes[0].isOverMemory() ? most : Math.min(most, MOST_OVER_SOCKETS);
    }

    boolean areCrowded(long now) {
        return now - crowdedUntil < 0;
    }

    private void startOpening() {
        if (System.nanoTime() - refusedUntil < 0) {
            opening.set(false);
            return;
        }
        try {
            Thread.ofPlatform().daemon().name("wherry-lane-connect").start(this::openOne);
        } catch (OutOfMemoryError e) {
            // No thread could be started: main carries this call all the same.
            refused(e);
            opening.set(false);
        }
    }

    private void openOne() {
        try {
            // Never the number of an earlier lane: a late Cancel must not cancel another lane's call.
            long next = ++number;
            add(opener.openLane(next));
        } catch (IOException | RuntimeException | Error e) {
            refused(e); // an Error too: without a pause it would occur again with every other call
        } finally {
            missed = 0;
            opening.set(false);
        }
    }

    private void refused(Throwable e) {
        refusedUntil = System.nanoTime() + PAUSE_AFTER_REFUSAL;
        LOG.log(Level.DEBUG, "No lane to " + peer + " for a while: main carries its calls", e);
    }

    private synchronized void add(Lane lane) {
        if (closed) {
            lane.shut();
            return;
        }
        Lane[] more = Arrays.copyOf(open, open.length + 1);
        more[open.length] = lane;
        open = more;
        watcher.wake();
    }

    synchronized void gone(Lane lane) {
        open = Arrays.stream(open).filter(each -> each != lane).toArray(Lane[]::new);
    }

    public Lane[] open() {
        return open;
    }

    /** Returns how many calls the open lanes have made. */
    long made() {
        return Arrays.stream(open).mapToLong(Lane::made).sum();
    }

    int busy() {
        return (int) Arrays.stream(open).filter(Lane::isBusy).count();
    }

    public int overMemory() {
        return (int) Arrays.stream(open).filter(Lane::isOverMemory).count();
    }

    /** No more lanes; those that are busy finish their call. */
    void stop() {
        closed = true;
    }

    void close() {
        synchronized (this) {
            closed = true;
        }
        closeAll();
    }

    /** Closes those that are open. Others may follow. */
    void closeAll() {
        for (Lane lane : open) {
            lane.shut();
        }
    }
}
