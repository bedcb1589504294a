package dev.wherry.lab.driver;

import java.util.Locale;

/** How long to call: for a time, or so often. */
public sealed interface Length {
    /** All callers for this long. */
    record Seconds(double seconds) implements Length {}

    /** So many calls in all, shared out among the callers. */
    record Calls(long calls) implements Length {}

    /** As the line protocol says it. */
    default String phrase() {
        return switch (this) {
            case Seconds(double seconds) -> String.format(Locale.ROOT, "seconds=%.3f", seconds);
            case Calls(long calls) -> "calls=" + calls;
        };
    }
}
