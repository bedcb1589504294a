package dev.wherry.dds.engine;

import java.util.function.Consumer;

/** Reports who and what is in a domain. Any thread may close it; one thread awaits. */
public interface DomainWatch extends AutoCloseable {
    /**
     * Waits until something has joined, changed or left, or for the time limit, and reports all of it in the calling thread. The first
     * calls report what is there.
     *
     * @param nanos the time limit; {@link Long#MAX_VALUE}: none
     * @return false once the watch is closed
     * @throws DdsException of kind {@code WRONG_THREAD} in a virtual thread, whose carrier it would hold
     */
    boolean await(long nanos, Consumer<? super Discovered> sink);

    @Override
    void close();
}
