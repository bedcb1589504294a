package dev.wherry.memory;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * The shared words of one end: its published positions, its flags and the futex (the bell) on which its threads sleep. A wake-up
 * costs a system call, so a waiting thread sets a flag first. It sets the flag and then checks for data again. The peer
 * publishes data and then checks the flag. All accesses are volatile, so at least one of the two sees the other's write.
 */
final class End {
    /** Offset of the futex word. */
    static final long BELL = 256;

    /** Offset of the flag of a thread that waits for data. */
    static final long DATA = 260;

    /** Offset of the flag of a thread that waits for free space. */
    static final long ROOM = 264;

    private static final long TAIL = 0;
    private static final long CLOSED = 8;
    private static final long HEAD = 128;

    private static final VarHandle LONG = JAVA_LONG.varHandle();
    private static final VarHandle INT = JAVA_INT.varHandle();

    private final MemorySegment memory;
    private final long at;
    private final MemorySegment bell;
    private final boolean sealed;

    /** @param sealed whether the kernel refuses to shrink the memory */
    End(MemorySegment memory, long at, boolean sealed) {
        this.memory = memory;
        this.at = at;
        this.bell = memory.asSlice(at + BELL, JAVA_INT);
        this.sealed = sealed;
    }

    /** Returns the number of bytes that this end has written since the start. */
    long tail() {
        return number(TAIL);
    }

    void tail(long written) {
        number(TAIL, written);
    }

    /** Returns the number of bytes that this end has read since the start. */
    long head() {
        return number(HEAD);
    }

    void head(long read) {
        number(HEAD, read);
    }

    boolean isClosed() {
        return word(CLOSED) != 0;
    }

    void close() {
        word(CLOSED, 1);
    }

    /** Wakes the thread that waits with this flag, if there is one. */
    void ring(long flag) {
        if (word(flag) != 0) {
            word(flag, 0);
            ring();
        }
    }

    /** Wakes all threads that sleep at this end. */
    void ring() {
        INT.getAndAdd(memory, at + BELL, 1);
        throwIfGone();
        Linux.wake(bell);
    }

    /** Returns the value of the bell. Read it before you set a flag: {@link #sleep} returns at once if the bell has changed since. */
    int rings() {
        return word(BELL);
    }

    void waits(long flag, boolean whether) {
        word(flag, whether ? 1 : 0);
    }

    /** Sleeps until the bell differs from {@code rings}; for a limited time if the peer can cut the memory off, since nobody wakes a futex in such memory. */
    void sleep(int rings) {
        Linux.sleep(bell, rings, sealed ? MemorySegment.NULL : Linux.AWHILE);
    }

    private long number(long field) {
        long value = (long) LONG.getVolatile(memory, at + field);
        throwIfGone();
        return value;
    }

    private void number(long field, long value) {
        LONG.setVolatile(memory, at + field, value);
        throwIfGone();
    }

    private int word(long field) {
        int value = (int) INT.getVolatile(memory, at + field);
        throwIfGone();
        return value;
    }

    private void word(long field, int value) {
        INT.setVolatile(memory, at + field, value);
        throwIfGone();
    }

    /**
     * After an access to memory that was cut off, the JVM throws an InternalError when the thread next returns from native code.
     * A native call here makes it throw here, where callers expect it.
     */
    private void throwIfGone() {
        if (!sealed) {
            var _ = Thread.holdsLock(this);
        }
    }
}
