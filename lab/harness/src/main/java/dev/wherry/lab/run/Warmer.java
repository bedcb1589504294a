package dev.wherry.lab.run;

import dev.wherry.lab.driver.Answer.Measurement;
import dev.wherry.lab.driver.Length;
import dev.wherry.lab.driver.Pair;
import dev.wherry.lab.driver.PeerFailure;
import dev.wherry.lab.driver.Work;
import dev.wherry.lab.results.WarmUp;

/**
 * Warms a pair up until its rate stands still.
 *
 * @param window seconds of one window
 * @param freshFloor least seconds where the processes are new: code compiled quickly at first settles, and then jumps
 * @param floor least seconds where they have run other work before
 * @param cap most seconds
 */
record Warmer(double window, double freshFloor, double floor, double cap) {
    static final Warmer USUAL = new Warmer(0.25, 4, 1.5, 10);

    WarmUp warm(Pair pair, Work work, boolean fresh) throws PeerFailure, InterruptedException {
        Steadiness steadiness = new Steadiness();
        double least = fresh ? freshFloor : floor;
        double seconds = 0;
        int windows = 0;
        while (seconds < least || !steadiness.reached()) {
            if (seconds >= cap) {
                return new WarmUp(false, windows, seconds);
            }
            Measurement measured = pair.warm(work, new Length.Seconds(window));
            steadiness.add(measured.calls() / measured.seconds());
            // A call may outlast its window by far; a window counts at least in full, so that this ends.
            seconds += Math.max(window, measured.seconds());
            windows++;
        }
        return new WarmUp(true, windows, seconds);
    }
}
