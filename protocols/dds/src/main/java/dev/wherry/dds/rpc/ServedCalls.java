package dev.wherry.dds.rpc;

import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.dds.DdsOptions;
import dev.wherry.spi.Protocol;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The parts that the services of a listener share: the bound objects, the threads, and the number of calls that are under way. For any
 * thread.
 */
final class ServedCalls {
    private final Protocol.Objects objects;
    private final EndpointOptions options;
    private final CallExecutors executors;
    private final AtomicLong lastArrival = new AtomicLong();
    private int underWay; // guarded by this

    ServedCalls(Protocol.Objects objects, EndpointOptions options) {
        this.objects = objects;
        this.options = options;
        executors = new CallExecutors(DdsOptions.in(options));
    }

    Protocol.Objects objects() {
        return objects;
    }

    Limits limits() {
        return options.limits();
    }

    /** Returns whether clients send requests again that have no reply. */
    boolean isReplicated() {
        return DdsOptions.in(options).replication() != null;
    }

    /** Returns how long a call may take if its method does not say so. */
    Duration timeout() {
        return options.timeout();
    }

    CallExecutors executors() {
        return executors;
    }

    /** Returns a number that is larger than those before. */
    long nextArrival() {
        return lastArrival.incrementAndGet();
    }

    /** Counts a call. Returns false if there are as many as the limit allows; then it is not counted. */
    synchronized boolean enter() {
        if (underWay >= limits().callsInFlight()) {
            return false;
        }
        underWay++;
        return true;
    }

    /** A call has ended. */
    synchronized void leave() {
        underWay--;
        notifyAll();
    }

    /** Waits until no call is under way, but not longer than the drain time of the endpoint, nor after an interrupt. */
    synchronized void drain() {
        long until = System.nanoTime() + TimeUnit.NANOSECONDS.convert(options.drain());
        try {
            for (long left = until - System.nanoTime(); underWay > 0 && left > 0; left = until - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, Math.max(1_000_000, left));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
