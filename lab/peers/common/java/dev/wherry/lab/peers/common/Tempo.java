package dev.wherry.lab.peers.common;

/** When one caller makes its calls, and from when the time of each counts. Times are those of System.nanoTime. */
interface Tempo {
    /** Is called when all callers have been released. Returns the time from which this caller's time counts. */
    long begin();

    /** Returns whether another call is made, if so many were made until now. */
    boolean goesOn(long made, long now);

    /** Waits until the next call may be made. Returns the time from which it counts. */
    long next(long made);

    /** Returns when the time of so many calls is over, the last of which has just ended. */
    long end(long made);

    /** A closed loop: it makes each call as soon as the one before has ended, for so many nanoseconds. */
    final class AtOnce implements Tempo {
        private final long nanos;
        private long began;

        AtOnce(long nanos) {
            this.nanos = nanos;
        }

        @Override
        public long begin() {
            began = System.nanoTime();
            return began;
        }

        @Override
        public boolean goesOn(long made, long now) {
            return now - began < nanos;
        }

        @Override
        public long next(long made) {
            return System.nanoTime();
        }

        @Override
        public long end(long made) {
            return System.nanoTime();
        }
    }
}
