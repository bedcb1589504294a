package dev.wherry.memory;

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
    private final boolean sealed;

    /** @param sealed whether nobody can take the memory away */
    End(MemorySegment memory, long at, boolean sealed) {
        this.memory = memory;
        this.at = at;
        this.bell = memory.asSlice(at + BELL, JAVA_INT);
        this.sealed = sealed;
    }

    /** How many bytes it has written, ever. */
    long tail() {
        return number(TAIL);
    }

    void tail(long written) {
        number(TAIL, written);
    }

    /** How many bytes it has read, ever. */
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

    /** Wakes who waits here for this, if anybody does. */
    void ring(long flag) {
        if (word(flag) != 0) {
            word(flag, 0);
            ring();
        }
    }

    /** Wakes whoever sleeps here, whatever the flags say. */
    void ring() {
        INT.getAndAdd(memory, at + BELL, 1);
        met();
        Linux.wake(bell);
    }

    /** To be asked before the flag is set: a ring from then on keeps one from sleeping. */
    int rings() {
        return word(BELL);
    }

    void waits(long flag, boolean whether) {
        word(flag, whether ? 1 : 0);
    }

    /** A futex in memory that was taken away is woken by nobody. */
    void sleep(int rings) {
        Linux.sleep(bell, rings, sealed ? MemorySegment.NULL : Linux.AWHILE);
    }

    private long number(long field) {
        long value = (long) LONG.getVolatile(memory, at + field);
        met();
        return value;
    }

    private void number(long field, long value) {
        LONG.setVolatile(memory, at + field, value);
        met();
    }

    private int word(long field) {
        int value = (int) INT.getVolatile(memory, at + field);
        met();
        return value;
    }

    private void word(long field, int value) {
        INT.setVolatile(memory, at + field, value);
        met();
    }

    /**
     * Where memory is gone the JVM goes on, and throws once the thread comes back from native code: that be here, and not in
     * the middle of something that does not expect it.
     */
    private void met() {
        if (!sealed) {
            var _ = Thread.holdsLock(this);
        }
    }
}
