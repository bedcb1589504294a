package dev.wherry.memory;

import dev.wherry.transport.SpinPolicy;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Lets one of the two threads of an end wait: the reader for data, the writer for free space. */
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

    /** Waits until the peer's position differs from {@code seen}, or the peer has closed. */
    void await(long seen) throws IOException {
        if (!spins(seen)) {
            sleep(seen);
        }
    }

    /** Spins for a short time if the spin policy allows it. Returns whether the awaited change has come. */
    boolean spins(long seen) throws IOException {
        this.seen = seen;
        return patience != null && !Thread.currentThread().isVirtual() && patience.sees(sign);
    }

    boolean hasChanged(long seen) {
        return (flag == End.DATA ? theirs.tail() : theirs.head()) != seen || theirs.isClosed();
    }

    /** Like {@link #await}, without spinning. */
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

    /** A virtual thread parks for a short time instead of sleeping on the futex: a system call would block its carrier thread. */
    private void sleepOnce(int rings, boolean virtual) {
        if (virtual) {
            LockSupport.parkNanos(this, NAP_NANOS);
        } else {
            mine.sleep(rings);
        }
    }
}
