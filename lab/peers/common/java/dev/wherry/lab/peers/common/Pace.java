package dev.wherry.lab.peers.common;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * An open loop: so many calls a second are offered, whatever becomes of them. The n-th call of the round, from 0, is due n
 * intervals after its start, and the callers take them in turn, so each has an even share and a phase of its own. A call's
 * time counts from the moment at which it was due, whether or not its caller was free by then; one who is late goes on at
 * once. Thus a stall shows in every call that came due meanwhile, and not in a single one.
 */
final class Pace {
    private static final long MOST = 10_000_000;

    /** For all callers to be there when the first call is due. */
    private static final long LEAD = TimeUnit.MILLISECONDS.toNanos(20);

    /** What was due before the end is still made, for so long at most: else a stall just before it would not show. */
    private static final long GRACE = TimeUnit.SECONDS.toNanos(1);

    private final double interval;
    private final int process;
    private final int processes;
    private long start;

    /**
     * @param rate calls a second, of all callers in all processes together
     * @param process which of those at work this one is, from 0
     */
    private Pace(long rate, int process, int processes) {
        interval = (double) TimeUnit.SECONDS.toNanos(1) / rate;
        this.process = process;
        this.processes = processes;
    }

    /** Such as 1000 and, for the last of three processes, 2/3. */
    static Pace of(String rate, String process) {
        String[] which = process.split("/");
        long perSecond = Long.parseLong(rate);
        int number = Integer.parseInt(which[0]);
        int all = Integer.parseInt(which[1]);
        if (perSecond < 1 || perSecond > MOST || number < 0 || number >= all) {
            throw new IllegalArgumentException(
                    "a rate is 1 to " + MOST + " and a process one of those there are, not " + rate + ", " + process);
        }
        return new Pace(perSecond, number, all);
    }

    /** Sets the start of the round, before the callers are released. */
    void start() {
        start = System.nanoTime() + LEAD;
    }

    /**
     * One caller's turns.
     *
     * @param caller its number in this process, from 0
     * @param calls how many it makes at most
     * @param nanos of the round
     * @param lateness how late it was each time that it had waited for a call to be due
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
        /** From the start. */
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

        /** Not before the interval of its last call is over, so that the round is as long as it was to be. */
        @Override
        public long end(long made) {
            long over = made == calls ? Math.min(nanos, (long) ((first + (made - 1) * step + 1) * interval)) : nanos;
            return Math.max(System.nanoTime(), start + over);
        }
    }
}
