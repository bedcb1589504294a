package dev.wherry.testkit;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** A clock in nanoseconds that a test advances. It may be used by any thread. */
public final class FakeClock implements LongSupplier {
    private final AtomicLong nanos;

    /** Starts close before the overflow of {@link System#nanoTime()}, where careless comparisons fail. */
    public FakeClock() {
        this(Long.MAX_VALUE - Duration.ofSeconds(1).toNanos());
    }

    public FakeClock(long nanos) {
        this.nanos = new AtomicLong(nanos);
    }

    @Override
    public long getAsLong() {
        return nanos.get();
    }

    public void advance(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
