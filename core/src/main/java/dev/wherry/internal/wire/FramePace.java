package dev.wherry.internal.wire;

import org.jspecify.annotations.Nullable;

/** Looks after the {@link TransferRate} of the frames of one link, one after another. Used by whoever looks alone. */
public final class FramePace {
    private @Nullable TransferRate pace;
    private long number;
    private long seen;

    /**
     * @param inPart the number of the frame that has come in part; 0 if there is none
     * @param taken bytes that the link has carried
     */
    public boolean isTooSlow(long now, long inPart, long taken) {
        if (inPart == 0) {
            return false;
        }
        if (pace == null || number != inPart) {
            pace = new TransferRate(now, taken);
            number = inPart;
        } else if (taken != seen) {
            pace.goesOn(now, taken);
        }
        seen = taken;
        return pace.isTooSlow(now, taken);
    }
}
