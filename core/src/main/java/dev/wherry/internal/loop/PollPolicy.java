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
    private boolean looked = true;
    /** Above 0: they come together. */
    private int score;

    private int looks;
    private int probe = SOONEST;

    /**
     * Before each wait: whether to look for a frame first.
     *
     * @param frames how many have come, ever
     */
    public boolean looks(long frames) {
        long come = frames - seen;
        seen = frames;
        if (come > 1) {
            score = (int) Math.min(GREATEST, score + come - 1);
            probe = SOONEST;
        } else if (!looked) {
            score = Math.max(LEAST, score - 1);
            probe = Math.min(LATEST, 2 * probe);
        }
        looked = score <= 0 && ++looks < probe;
        if (!looked) {
            looks = 0;
        }
        return looked;
    }
}
