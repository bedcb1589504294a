package dev.wherry.internal.loop;

/**
 * Decides whether a reader sleeps or polls for the next frame. If several frames arrive during one sleep, it sleeps, and serves
 * many for one wait. If they arrive one by one, it polls, which is faster. A polled frame always arrives alone and shows
 * nothing. So a reader that polls sleeps now and then, less often each time that only one frame arrived. Used by the reader.
 */
public final class PollPolicy {
    private static final int GREATEST = 16;
    private static final int LEAST = -4;
    private static final int SOONEST = 64;
    private static final int LATEST = 1024;

    private long seen;
    private boolean polled = true;
    /** Above 0: frames arrive together. */
    private int score;

    private int polls;
    private int probe = SOONEST;

    /**
     * Returns whether to poll for a frame before the reader sleeps. Called before each wait.
     *
     * @param frames the number of frames that have arrived so far
     */
    public boolean polls(long frames) {
        long arrived = frames - seen;
        seen = frames;
        if (arrived > 1) {
            score = (int) Math.min(GREATEST, score + arrived - 1);
            probe = SOONEST;
        } else if (!polled) {
            score = Math.max(LEAST, score - 1);
            probe = Math.min(LATEST, 2 * probe);
        }
        polled = score <= 0 && ++polls < probe;
        if (!polled) {
            polls = 0;
        }
        return polled;
    }
}
