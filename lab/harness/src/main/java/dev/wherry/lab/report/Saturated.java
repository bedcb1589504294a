package dev.wherry.lab.report;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.OpenLoop;

/** Cells that answered fewer calls than were offered. */
final class Saturated {
    /** What that does to the figures. */
    static final String MEANING =
            "Fewer than 95 % of the offered calls were answered in time. The others queued at the callers, and would"
                    + " do so for ever: latencies grow with the length of the round and tell how long that was, not how"
                    + " fast the system is.";

    private Saturated() {}

    /** SideBySide a figure; empty where there is nothing to say. */
    static String mark(Cell cell) {
        return cell.saturated() ? "saturated" : "";
    }

    /** In a sentence of its own; empty likewise. */
    static String remark(Cell cell) {
        OpenLoop loop = cell.openLoop();
        return loop == null || !loop.saturated()
                ? ""
                : "saturated: %s of %,d calls/s; its latencies grow with the length of the round"
                        .formatted(Numbers.rounded(loop.achievedCallsPerSecond()), loop.offeredCallsPerSecond());
    }
}
