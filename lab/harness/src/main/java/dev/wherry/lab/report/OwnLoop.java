package dev.wherry.lab.report;

import dev.wherry.lab.results.LoopCost;
import dev.wherry.lab.results.Results;
import java.util.Locale;
import java.util.stream.Collectors;

/** What the lab itself adds to every figure. */
final class OwnLoop {
    private OwnLoop() {}

    /** Empty where nobody measured it. */
    static String text(Results results) {
        return results.loops().stream().map(OwnLoop::text).collect(Collectors.joining("; "));
    }

    private static String text(LoopCost cost) {
        return String.format(
                Locale.ROOT,
                "%s %.0f ns a call (%.0f – %.0f), of which a latency has %.0f",
                cost.title(),
                cost.nanosPerCall(),
                cost.nanosPerCallSpread().min(),
                cost.nanosPerCallSpread().max(),
                cost.latencyNanos());
    }
}
