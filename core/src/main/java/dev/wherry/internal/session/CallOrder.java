package dev.wherry.internal.session;

import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The order of the calls of a name that are to run one after another. Within a session the server keeps their order. A call is made in
 * another session than the one before only once that has ended, so that calls keep their order when they are made again. For
 * any thread.
 */
final class CallOrder {
    /** Of the calls that have not ended, by their number. */
    private final ConcurrentNavigableMap<Long, Turn> turns = new ConcurrentSkipListMap<>();

    private final AtomicLong last = new AtomicLong();

    /** Adds a call behind all others. */
    Turn add() {
        Turn turn = new Turn(last.incrementAndGet());
        turns.put(turn.number, turn);
        return turn;
    }

    /** The place of one call. All calls before it have ended, or are sent in a session that it must use too. */
    final class Turn {
        private final long number;
        /** The calls of the session in which this one is sent; null if it is not sent. */
        private volatile @Nullable OutgoingCalls sent;

        private volatile @Nullable Thread waiting;
        private volatile boolean ended;

        private Turn(long number) {
            this.number = number;
        }

        /** Returns whether the call can be made at once. */
        boolean hasCome(RemoteReference at) {
            Map.Entry<Long, Turn> before = turns.lowerEntry(number);
            return before == null || before.getValue().sent == at.calls();
        }

        /**
         * Waits until the call can be made there, has ended, or is overdue.
         *
         * @param until the end of the call, by the caller's clock
         * @return false if another place must be found first, since that one can no longer be used
         */
        boolean await(RemoteReference at, long until) throws InterruptedException {
            waiting = Thread.currentThread();
            try {
                long left = until - System.nanoTime();
                while (!ended && left > 0 && at.isUsable() && !hasCome(at)) {
                    LockSupport.parkNanos(this, left);
                    if (Thread.interrupted()) {
                        throw new InterruptedException();
                    }
                    left = until - System.nanoTime();
                }
                return ended || left <= 0 || at.isUsable();
            } finally {
                waiting = null;
            }
        }

        /** The call is made there, so that the next one can follow in the same session. */
        void sent(RemoteReference to) {
            sent = to.calls();
            wakeNext();
        }

        /** The call is to be made again. */
        void again() {
            sent = null;
        }

        void end() {
            ended = true;
            LockSupport.unpark(waiting);
            turns.remove(number);
            wakeNext();
        }

        private void wakeNext() {
            Map.Entry<Long, Turn> next = turns.higherEntry(number);
            if (next != null) {
                LockSupport.unpark(next.getValue().waiting);
            }
        }
    }
}
