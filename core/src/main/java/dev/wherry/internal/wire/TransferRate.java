package dev.wherry.internal.wire;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The lowest rate of a transfer that has begun: at most 10 s without progress, and at least 64 KiB a second after the first 10 s.
 * So no peer can hold memory or a thread by sending a byte now and then. An instance watches one transfer; the nested classes
 * watch all transfers of one direction of a link.
 */
public final class TransferRate {
    public static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);
    /** The rule, for log records and the peer. */
    public static final String RULE =
            "at most 10 s without progress, and at least 64 KiB a second after the first 10 s";

    private static final long NANOS_PER_KIB = TimeUnit.SECONDS.toNanos(1) / 64;
    /** One fragment of each message that a link may carry at the same time: after so many bytes, each had its turn. */
    private static final long ROUND = (long) Assembly.MOST_MESSAGES * Frame.FRAGMENT;

    private final long since;
    private final long first;
    private long last;
    private long latest;

    /** @param passed bytes that the link has carried so far */
    TransferRate(long now, long passed) {
        since = now;
        first = passed;
        progress(now, passed);
    }

    /** Records that a part of this transfer was received. */
    void progress(long now, long passed) {
        last = now;
        latest = passed;
    }

    /** Returns whether the transfer is too slow. Bytes of other transfers on the link count as progress, for one round of turns. */
    boolean isTooSlow(long now, long passed) {
        return now - last > limit(Math.min(passed - latest, ROUND)) || now - since > limit(passed - first);
    }

    /** Returns the nanoseconds that a transfer of so many bytes may take. */
    private static long limit(long bytes) {
        return PATIENCE + least(bytes);
    }

    /** Returns the nanoseconds that so many bytes take at the lowest rate. */
    private static long least(long bytes) {
        return (bytes >> 10) * NANOS_PER_KIB;
    }

    /** Watches the frames of one link, one after another. Used by the watcher alone. */
    public static final class Frames {
        private @Nullable TransferRate rate;
        private long number;
        private long seen;

        /**
         * Returns whether the frame that is being received is too slow.
         *
         * @param inPart the number of that frame; 0 if none was received in part
         * @param taken bytes that were read from the link so far
         */
        public boolean isTooSlow(long now, long inPart, long taken) {
            if (inPart == 0) {
                return false;
            }
            if (rate == null || number != inPart) {
                rate = new TransferRate(now, taken);
                number = inPart;
            } else if (taken != seen) {
                rate.progress(now, taken);
            }
            seen = taken;
            return rate.isTooSlow(now, taken);
        }
    }

    /** Watches blocking writes, of which only the beginning and the end are known. Used by the watcher alone. */
    public static final class Writes {
        private long number;
        private long since;

        /**
         * Returns whether a write takes longer than its bytes may.
         *
         * @param writing the number of the write under way; 0 if there is none
         */
        public boolean isTooSlow(long now, long writing, long bytes) {
            if (number != writing) {
                number = writing;
                since = now;
            }
            return writing != 0 && now - since > limit(bytes);
        }
    }

    /**
     * Watches how fast the peer reads the answers that wait on a main link: at least 64 KiB a second, and it is never more than
     * 10 s behind that. Used by the watcher alone, several times a second.
     */
    public static final class Backlog {
        /** A longer time between two checks was a pause of this process, in which nothing could be sent. */
        private static final long LONGEST_STEP = TimeUnit.SECONDS.toNanos(1);

        private boolean waited;
        private long last;
        private long seen;
        private long behind;

        /**
         * Returns whether the peer reads too slowly.
         *
         * @param waiting whether answers wait
         * @param taken bytes that the link has accepted so far
         */
        public boolean isTooSlow(long now, boolean waiting, long taken) {
            if (waiting && waited) {
                behind = Math.max(0, behind + Math.min(now - last, LONGEST_STEP) - least(taken - seen));
            } else {
                behind = 0;
            }
            waited = waiting;
            last = now;
            seen = taken;
            return behind > PATIENCE;
        }
    }
}
