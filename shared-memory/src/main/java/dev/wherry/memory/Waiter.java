package dev.wherry.memory;

import dev.wherry.transport.SpinPolicy;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** How one of an end's two threads waits, for data or for room. */
final class Waiter {
    private static final long NAP_NANOS = 100_000;

    private final End mine;
    private final End theirs;
    private final Lifetime lifetime;
    private final long flag;
    private final @Nullable SpinPolicy patience;
    private final SpinPolicy.Sign sign = () -> hasChanged(this.seen);
    private long seen;

    Waiter(End mine, End theirs, Lifetime lifetime, long flag, Waiting waiting) {
        this.mine = mine;
        this.theirs = theirs;
        this.lifetime = lifetime;
        this.flag = flag;
        this.patience = waiting == Waiting.ADAPTIVE ? new SpinPolicy(false) : null;
    }

    /** Until the peer's word is no more what was {@code seen}, or the peer has closed. */
    void await(long seen) throws IOException {
        if (!looks(seen)) {
            sleep(seen);
        }
    }

    /** Looks for that, for a moment, if that is worth it; whether it has come. */
    boolean looks(long seen) throws IOException {
        this.seen = seen;
        return patience != null && !Thread.currentThread().isVirtual() && patience.sees(sign);
    }

    boolean hasChanged(long seen) {
        return (flag == End.DATA ? theirs.tail() : theirs.head()) != seen || theirs.isClosed();
    }

    /** As {@link #await}, and does not look first. */
    void sleep(long seen) throws IOException {
        boolean virtual = Thread.currentThread().isVirtual();
        boolean changed = false;
        lifetime.asleep();
        try {
            while (!changed && lifetime.isOpen()) {
                int rings = mine.rings();
                mine.waits(flag, true);
                changed = hasChanged(seen);
                if (!changed && lifetime.isOpen()) {
                    sleepOnce(rings, virtual);
                    changed = hasChanged(seen);
                }
            }
            mine.waits(flag, false);
        } finally {
            lifetime.awake(changed);
        }
    }

    /** A virtual thread would hold its carrier in the system's call, so that it naps instead. */
    private void sleepOnce(int rings, boolean virtual) {
        if (virtual) {
            LockSupport.parkNanos(this, NAP_NANOS);
        } else {
            mine.sleep(rings);
        }
    }
}
