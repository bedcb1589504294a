package dev.wherry.lab.driver;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** How long to call: for a time, or so often. */
public sealed interface Length {
    /** All callers for this long. */
    record Seconds(double seconds) implements Length {}

    /** So many calls in all, shared out among the callers. */
    record Calls(long calls) implements Length {}

    /** Whether it is over after so many calls and so many nanoseconds. */
    default boolean isOver(long calls, long nanos) {
        return switch (this) {
            case Seconds(double seconds) -> nanos >= seconds * TimeUnit.SECONDS.toNanos(1);
            case Calls(long all) -> calls >= all;
        };
    }

    /** As the line protocol says it. */
    default String phrase() {
        return switch (this) {
            case Seconds(double seconds) -> String.format(Locale.ROOT, "seconds=%.3f", seconds);
            case Calls(long calls) -> "calls=" + calls;
        };
    }
}
