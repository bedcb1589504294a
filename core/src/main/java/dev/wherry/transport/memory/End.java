package dev.wherry.transport.memory;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * The words of one end: what it has published to the other, and the bell that the other rings. To ring costs a system
 * call, so that who waits says so by a flag. He sets the flag, then looks again; the other publishes, then looks at the
 * flag; all of it volatile: so one of the two sees the other.
 */
final class End {
    /** The word that the kernel compares. */
    static final long BELL = 256;

    /** Flags of those who wait, by their places. */
    static final long DATA = 260;

    static final long ROOM = 264;

    private static final long TAIL = 0;
    private static final long CLOSED = 8;
    private static final long HEAD = 128;

    private static final VarHandle LONG = JAVA_LONG.varHandle();
    private static final VarHandle INT = JAVA_INT.varHandle();

    private final MemorySegment memory;
    private final long at;
    private final MemorySegment bell;
    private final MemorySegment patience;

    /** @param patience how long to sleep at a time; {@link MemorySegment#NULL}: for ever */
    End(MemorySegment memory, long at, MemorySegment patience) {
        this.memory = memory;
        this.at = at;
        this.bell = memory.asSlice(at + BELL, JAVA_INT);
        this.patience = patience;
    }

    /** How many bytes it has written, ever. */
    long tail() {
        return (long) LONG.getVolatile(memory, at + TAIL);
    }

    void tail(long written) {
        LONG.setVolatile(memory, at + TAIL, written);
    }

    /** How many bytes it has read, ever. */
    long head() {
        return (long) LONG.getVolatile(memory, at + HEAD);
    }

    void head(long read) {
        LONG.setVolatile(memory, at + HEAD, read);
    }

    boolean isClosed() {
        return (int) INT.getVolatile(memory, at + CLOSED) != 0;
    }

    void close() {
        INT.setVolatile(memory, at + CLOSED, 1);
    }

    /** Wakes who waits here for this, if anybody does. */
    void ring(long flag) {
        if ((int) INT.getVolatile(memory, at + flag) != 0) {
            INT.setVolatile(memory, at + flag, 0);
            ring();
        }
    }

    /** Wakes whoever sleeps here, whatever the flags say. */
    void ring() {
        INT.getAndAdd(memory, at + BELL, 1);
        Linux.wake(bell);
    }

    /** To be asked before the flag is set: a ring from then on keeps one from sleeping. */
    int rings() {
        return (int) INT.getVolatile(memory, at + BELL);
    }

    void waits(long flag, boolean whether) {
        INT.setVolatile(memory, at + flag, whether ? 1 : 0);
    }

    void sleep(int rings) {
        Linux.sleep(bell, rings, patience);
    }
}
