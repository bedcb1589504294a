package dev.wherry.lab.results;

import org.jspecify.annotations.Nullable;

/**
 * How a cell was warmed up before its first round.
 *
 * @param stable whether the rate stood still in the end; always false where only calls were counted
 * @param rising whether the rate was still rising at the end. False if it was stable or jittered; null if it was not
 *     observed
 */
public record WarmUp(
        boolean stable,
        int windows,
        double seconds,
        @Nullable Boolean rising) {
    /** Whether the rate went up and down in the end, and did not rise. */
    public boolean jittered() {
        return !stable && Boolean.FALSE.equals(rising);
    }
}
