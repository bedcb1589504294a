package dev.wherry.internal.session;

/**
 * Makes sure that the calling thread has stack left for a step that must not overflow half way. A caller's own recursion
 * may be near its end when it calls Wherry; an overflow between two writes of a shared connection would end that connection
 * for all callers. Here it overflows, if at all, before anything has been done.
 */
final class StackReserve {
    /** Frames of some 600 bytes: what a call by a main link takes up to its writing to a channel. */
    private static final int MAIN = 37;

    private StackReserve() {}

    /** @throws StackOverflowError if there is not enough left for a call by a main link */
    static void check() {
        wide(MAIN, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    /** A frame is as large as its arguments, compiled or not. */
    @SuppressWarnings({"UnusedVariable", "TooManyParameters"})
    private static void wide(
            int frames,
            long a,
            long b,
            long c,
            long d,
            long e,
            long f,
            long g,
            long h,
            long i,
            long j,
            long k,
            long l,
            long m,
            long n,
            long o,
            long p,
            long q,
            long r,
            long s,
            long t,
            long u,
            long v,
            long w,
            long x,
            long y,
            long z,
            long a1,
            long b1) {
        if (frames > 0) {
            wide(frames - 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        }
    }
}
