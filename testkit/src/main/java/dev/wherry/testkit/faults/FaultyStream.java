package dev.wherry.testkit.faults;

import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Decides what happens to the bytes of one direction. It depends on the faults, the seed and the bytes carried before, and on
 * nothing else. For one thread at a time.
 */
final class FaultyStream {
    /** An event before the next byte. */
    enum Event {
        CARRY,
        STALL,
        CUT,
        RESET
    }

    private final Faults faults;
    private final Random random;
    private final int wrongBit;
    private long carried;

    FaultyStream(Faults faults, long seed) {
        this.faults = faults;
        random = new Random(seed);
        wrongBit = 1 << (seed & 7);
    }

    Event next() {
        if (carried >= faults.stallAfter()) {
            return Event.STALL;
        }
        if (carried >= faults.cutAfter()) {
            return Event.CUT;
        }
        return carried >= faults.resetAfter() ? Event.RESET : Event.CARRY;
    }

    /** Returns the random delay before the next bytes, in nanoseconds. */
    long delay() {
        long most = faults.delay().toNanos();
        return most > 0 ? random.nextLong(most) : 0;
    }

    /** Returns how many of these bytes are carried next: up to the next fault, and at most a slice. */
    int slice(int length) {
        long next = Math.min(Math.min(faults.stallAfter(), faults.cutAfter()), faults.resetAfter());
        if (carried < faults.swallowAfter()) {
            next = Math.min(next, faults.swallowAfter());
        }
        long most = Math.min(length, next - carried);
        most = Math.min(most, Math.max(1, faults.bytesPerSecond() / 10));
        return (int) (faults.slice() < most ? random.nextInt(1, faults.slice() + 1) : most);
    }

    /** Returns how long these bytes take at the rate, in nanoseconds. */
    long pause(int count) {
        int rate = faults.bytesPerSecond();
        return rate == Integer.MAX_VALUE ? 0 : TimeUnit.SECONDS.toNanos(count) / rate;
    }

    boolean isSlow() {
        return faults.bytesPerSecond() != Integer.MAX_VALUE;
    }

    /** Returns whether bytes were lost, or are so slow that the connection is of no use. */
    boolean isDamaged() {
        return isSlow() || carried > faults.swallowAfter();
    }

    boolean swallows() {
        return carried >= faults.swallowAfter();
    }

    /** Makes one bit wrong, if the byte that is corrupted is among the next bytes. */
    void corrupt(byte[] bytes, int offset, int count) {
        if (corrupts(count)) {
            bytes[offset + (int) (faults.corruptAfter() - carried)] ^= (byte) wrongBit;
        }
    }

    /** Returns whether the byte that is corrupted is among so many next bytes. */
    boolean corrupts(int count) {
        long index = faults.corruptAfter() - carried;
        return index >= 0 && index < count;
    }

    /** Counts bytes that were carried, swallowed ones too. */
    void carried(int count) {
        carried += count;
    }

    @Override
    public String toString() {
        return "a stream that has carried " + carried + " bytes, with " + faults;
    }
}
