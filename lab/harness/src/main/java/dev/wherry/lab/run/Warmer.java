package dev.wherry.lab.run;

import dev.wherry.lab.driver.Answer.Measurement;
import dev.wherry.lab.driver.Length;
import dev.wherry.lab.driver.PeerFailure;
import dev.wherry.lab.results.WarmUp;

/**
 * Warms up a pair until its rate is stable.
 *
 * @param freshFloor least seconds where the processes are new: code compiled quickly at first settles, and then jumps
 * @param floor least seconds where they have run other work before
 * @param cap most seconds where the rate does not rise any more: what jitters then would do so for ever
 * @param patience seconds beyond the cap for a pair in its whole life, while its rate still rises. Some systems need tens
 *     of seconds, but only once
 */
record Warmer(double window, double freshFloor, double floor, double cap, double patience) {
    static final Warmer USUAL = new Warmer(0.25, 4, 1.5, 10, 50);

    interface Calls {
        Measurement make(Length length) throws PeerFailure, InterruptedException;
    }

    /**
     * Calls until the rate is stable, or no longer rises after the cap.
     *
     * @param left seconds beyond the cap that the pair still has
     */
    WarmUp warm(Calls calls, boolean fresh, double left) throws PeerFailure, InterruptedException {
        Steadiness steadiness = new Steadiness();
        double least = fresh ? freshFloor : floor;
        double seconds = 0;
        int windows = 0;
        while (seconds < least || !steadiness.reached()) {
            if (seconds >= cap && (!steadiness.rises() || seconds >= cap + left)) {
                return new WarmUp(false, windows, seconds, steadiness.rises());
            }
            Measurement measured = calls.make(new Length.Seconds(window));
            steadiness.add(measured.calls() / measured.seconds());
            // A call may take far longer than its window. A window counts at least in full, so that this ends.
            seconds += Math.max(window, measured.seconds());
            windows++;
        }
        return new WarmUp(true, windows, seconds, false);
    }

    /** Returns the seconds that a warm-up took beyond the cap. */
    double spent(WarmUp warmUp) {
        return Math.max(0, warmUp.seconds() - cap);
    }
}
