package dev.wherry.lab.peers.common;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * An open loop: it offers calls at a fixed rate, whatever becomes of them. The n-th call of the round, from 0, is due n
 * intervals after its start. The callers take turns, so each has an even share and another phase. The time of a call
 * counts from when it was due, even if its caller was busy then. A late caller calls at once. So a stall shows in every
 * call that was due meanwhile, and not only in one.
 */
final class Pace {
    private static final long MOST = 10_000_000;

    /** Enough time for all callers to be there when the first call is due. */
    private static final long LEAD = TimeUnit.MILLISECONDS.toNanos(20);

    /**
     * Calls that were due before the end are still made, for at most so long. Otherwise a stall just before the end
     * would not show.
     */
    private static final long GRACE = TimeUnit.SECONDS.toNanos(1);

    private final double interval;
    private final int process;
    private final int processes;
    private long start;

    /**
     * @param rate calls a second, of all callers in all processes together
     * @param process the number of this process among those at work, from 0
     */
    private Pace(long rate, int process, int processes) {
        interval = (double) TimeUnit.SECONDS.toNanos(1) / rate;
        this.process = process;
        this.processes = processes;
    }

    /** Parses such as 1000 and, for the last of three processes, 2/3. */
    static Pace of(String rate, String process) {
        String[] which = process.split("/");
        long perSecond = Long.parseLong(rate);
        int number = Integer.parseInt(which[0]);
        int all = Integer.parseInt(which[1]);
        if (perSecond < 1 || perSecond > MOST || number < 0 || number >= all) {
            throw new IllegalArgumentException(
                    "a rate is 1 to " + MOST + " and a process is one of all of them, not " + rate + ", " + process);
        }
        return new Pace(perSecond, number, all);
    }

    /** Sets the start of the round, before the callers are released. */
    void start() {
        start = System.nanoTime() + LEAD;
    }

    /**
     * The turns of one caller.
     *
     * @param caller its number in this process, from 0
     * @param calls the most calls that it makes
     * @param nanos the length of the round
     * @param lateness how late each call was for which it had waited until it was due
     */
    Tempo of(int caller, int callers, long calls, long nanos, Histogram lateness) {
        long first = (long) caller * processes + process;
        long step = (long) callers * processes;
        return new Turns(first, step, calls, nanos, lateness);
    }

    private final class Turns implements Tempo {
        private final long first;
        private final long step;
        private final long calls;
        private final long nanos;
        /** Nanoseconds from the start. */
        private final long latest;

        private final Histogram lateness;

        Turns(long first, long step, long calls, long nanos, Histogram lateness) {
            this.first = first;
            this.step = step;
            this.calls = calls;
            this.nanos = nanos;
            latest = nanos == Long.MAX_VALUE ? nanos : nanos + Math.min(GRACE, nanos / 2);
            this.lateness = lateness;
        }

        /** Nanoseconds from the start. */
        private long due(long call) {
            return (long) ((first + call * step) * interval);
        }

        @Override
        public long begin() {
            return start;
        }

        @Override
        public boolean goesOn(long made, long now) {
            return due(made) < nanos && now - start < latest;
        }

        @Override
        public long next(long made) {
            long due = start + due(made);
            if (Wait.until(due)) {
                lateness.recordValue(Math.min(Caller.LONGEST, Math.max(0, System.nanoTime() - due)));
            }
            return due;
        }

        /** Waits until the interval of its last call is over, so that the round has its planned length. */
        @Override
        public long end(long made) {
            long over = made == calls ? Math.min(nanos, (long) ((first + (made - 1) * step + 1) * interval)) : nanos;
            return Math.max(System.nanoTime(), start + over);
        }
    }
}
