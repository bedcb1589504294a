package dev.wherry.lab.peers.common;

/** When one caller makes its calls, and from which moment the time of each counts. Moments are those of System.nanoTime. */
interface Tempo {
    /** All callers have been released; returns the moment from which this one's time counts. */
    long begin();

    /** Whether another call is to be made, so many having been made by this moment. */
    boolean goesOn(long made, long now);

    /** Returns the moment from which the time of the next call counts, once it may be made. */
    long next(long made);

    /** The moment at which the time of so many calls is over, the last of which has just ended. */
    long end(long made);

    /** A closed loop: each call as soon as the one before has ended, for so many nanoseconds. */
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
