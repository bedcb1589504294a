package dev.wherry.dds.topics;

import java.util.concurrent.atomic.AtomicLong;

/** Counts the bytes of the samples that wait for the subscribers of a data space. For any thread. */
final class SampleMemory {
    private final long most;
    private final AtomicLong taken = new AtomicLong();

    SampleMemory(long most) {
        this.most = most;
    }

    /** Returns false, and takes nothing, if it would be too much. */
    boolean take(int bytes) {
        if (taken.addAndGet(bytes) <= most) {
            return true;
        }
        give(bytes);
        return false;
    }

    void give(int bytes) {
        taken.addAndGet(-bytes);
    }
}
