package dev.wherry.internal.wire;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SequencedMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Limits how many calls run at one time: those of an endpoint, of a session or of a method. Calls above the limit wait. The
 * sessions take turns, so a session with one waiting call waits for at most one call of each other session. The calls of one
 * session keep their order. For any thread.
 */
public final class RunningLimit {
    /** Calls that have waited for less time than this without a break are a burst, not an overload. */
    private static final long BURST = TimeUnit.MILLISECONDS.toNanos(100);

    /** A call that waits for its turn. */
    public interface Waiter {
        /**
         * Called without a lock, once, when the limit allows one more call.
         *
         * @return false if it does not run, so that the next call has the turn
         */
        boolean turn();
    }

    private record Waiting(Object session, Waiter call, long since) {}

    /** The calls of one session. */
    private static final class Line {
        final Queue<Waiting> calls = new ArrayDeque<>();
        /** Since when there were always some. */
        final long since;

        /** The time between turns is measured over parts of at least {@link #BURST}. This one started then. */
        private long start;
        /** In this part. */
        private long turns;
        /** The time from one turn to the next in the part before; 0: not known. */
        private long before;
        /** The shorter time of the last two parts, so that one pause of the machine does not count; 0: not known. */
        long interval;

        Line(long since, long interval) {
            this.since = since;
            this.interval = interval;
            before = interval;
            start = since;
        }

        void turned(long now) {
            turns++;
            if (now - start < BURST) {
                return;
            }
            long last = (now - start) / turns;
            interval = before == 0 ? last : Math.min(before, last);
            before = last;
            start = now;
            turns = 0;
        }
    }

    private final String name;
    /** Guarded by this. */
    private int most;
    /** By session, in the order of their turns. None is empty. Guarded by this. */
    private final SequencedMap<Object, Line> lines = new LinkedHashMap<>();
    /** The usual time between the turns of a session that had one lately. Guarded by this. */
    private long interval;
    /** When a call last waited in vain. Guarded by this. */
    private long inVain;

    private boolean anyInVain;
    /** Guarded by this. */
    private int running;
    /** Guarded by this. */
    private long done;
    /** Written under the lock. */
    private volatile int waiting;

    /** @param name for messages */
    public RunningLimit(String name, int most) {
        this.name = name;
        this.most = most;
    }

    /** Returns the limit in words, for messages. */
    @Override
    public String toString() {
        return name;
    }

    /** Returns true if the call runs now, or false if {@link Waiter#turn} is called later, perhaps before this returns. */
    public synchronized boolean enter(Object session, Waiter call, long now) {
        if (running < most) {
            running++;
            return true;
        }
        Line line = lines.get(session);
        if (line == null) {
            line = new Line(now, interval);
            line.calls.add(new Waiting(session, call, now));
            lines.put(session, line);
        } else {
            line.calls.add(new Waiting(session, call, now));
        }
        waiting++;
        return false;
    }

    /** Records that a call that has run is done. The next one has its turn in the calling thread. */
    public void leave(long now) {
        synchronized (this) {
            done++;
        }
        giveTurn(now);
    }

    /** Changes how many calls run at one time. Those that may run now have their turns in the calling thread. */
    public void allow(int most, long now) {
        synchronized (this) {
            this.most = most;
        }
        while (takePlace()) {
            giveTurn(now);
        }
    }

    private synchronized boolean takePlace() {
        boolean free = running < most && waiting > 0;
        running += free ? 1 : 0;
        return free;
    }

    private void giveTurn(long now) {
        for (Waiting next = next(); next != null; next = next()) {
            boolean runs = next.call.turn();
            turned(next.session, runs, now);
            if (runs) {
                return;
            }
        }
    }

    /** A call that was no longer wanted does not cost its session the turn. */
    private synchronized void turned(Object session, boolean runs, long now) {
        Line line = lines.get(session);
        if (!runs) {
            waitedInVain(now);
        }
        if (line != null && runs) {
            line.turned(now);
            interval = line.interval;
        } else if (line != null) {
            lines.putFirst(session, line);
        }
    }

    private void waitedInVain(long now) {
        inVain = now;
        anyInVain = true;
    }

    /** Returns the call that runs instead of one that is done; null if none waits. */
    private synchronized @Nullable Waiting next() {
        Map.Entry<Object, Line> first = lines.firstEntry();
        if (first == null || running > most) {
            running--;
            return null;
        }
        Line line = first.getValue();
        Waiting call = line.calls.remove();
        waiting--;
        if (line.calls.isEmpty()) {
            lines.remove(first.getKey());
        } else {
            lines.putLast(first.getKey(), line);
        }
        return call;
    }

    /** Takes calls of a session that are no longer wanted. They have no turn. */
    public List<Waiter> remove(Object session, Predicate<Waiter> unwanted, long now) {
        List<Waiter> removed = new ArrayList<>();
        if (waiting == 0) {
            return removed;
        }
        synchronized (this) {
            Line line = lines.get(session);
            if (line == null) {
                return removed;
            }
            for (Iterator<Waiting> each = line.calls.iterator(); each.hasNext(); ) {
                Waiter call = each.next().call;
                if (unwanted.test(call)) {
                    removed.add(call);
                    each.remove();
                    waiting--;
                    waitedInVain(now);
                }
            }
            if (line.calls.isEmpty()) {
                lines.remove(session);
            }
        }
        return removed;
    }

    /**
     * Returns how many nanoseconds one more call of a session is likely to wait: as long as the first of those that wait, and as
     * long as their turns take. 0 if none waits, or if calls have waited only for a short time, as after a burst, unless a call
     * has just waited in vain.
     */
    public long wait(Object session, long now) {
        if (waiting == 0) {
            return 0;
        }
        synchronized (this) {
            Line line = lines.get(session);
            if (line == null) {
                return 0;
            }
            boolean overload = anyInVain && now - inVain < BURST;
            return now - line.since < BURST && !overload
                    ? 0
                    : Math.max(now - line.calls.element().since, line.calls.size() * line.interval);
        }
    }

    /** Returns how many calls wait. */
    public int waiting() {
        return waiting;
    }

    /** Returns how many calls may run at one time. */
    public synchronized int most() {
        return most;
    }

    /** Returns how many calls that ran are done. */
    public synchronized long done() {
        return done;
    }

    /** Returns how many calls run. */
    public synchronized int running() {
        return running;
    }
}
