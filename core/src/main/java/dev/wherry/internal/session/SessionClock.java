package dev.wherry.internal.session;

import dev.wherry.internal.wire.CallHead;
import dev.wherry.internal.wire.PeerClock;
import dev.wherry.spi.In;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** The times that the calls of one session carry, in both directions. For any thread. */
final class SessionClock implements LongSupplier {
    /** The session of a clock. */
    interface Asker {
        /** Sends a Ping of the id {@link #PING}. */
        void askForClock();
    }

    /** The id of a Ping that asks for the peer's clock. */
    static final long PING = 0;

    private final Asker session;
    private final long started = System.nanoTime();
    private final PeerClock peer = new PeerClock();
    /** When the peer was asked for its clock; 0: it has answered. */
    private final AtomicLong asked = new AtomicLong();

    SessionClock(Asker session) {
        this.session = session;
    }

    /** Returns the time of this process in nanoseconds. */
    @Override
    public long getAsLong() {
        return System.nanoTime();
    }

    /** Returns the time that this side's calls carry: milliseconds since just before the session began. */
    long millis(long nanoTime) {
        return TimeUnit.NANOSECONDS.toMillis(nanoTime - started) + 1;
    }

    /**
     * Returns when the peer has sent a call that was read now. If most of its time is over, asks the peer for its clock, which
     * may have stood still.
     */
    long sent(CallHead head, long now) {
        long age = peer.age(head.sent(), now);
        if (age > 0 && TimeUnit.NANOSECONDS.toMillis(2 * age) > head.millisLeft() && asked.compareAndSet(0, now)) {
            session.askForClock();
        }
        return now - age;
    }

    /** Handles the answer to a Ping for the peer's clock. Called by main's reader. */
    void answered(In clock, long now) {
        long millis = clock.readLongSize();
        long since = asked.getAndSet(0);
        if (since != 0) {
            peer.answered(since, millis, now);
        }
    }
}
