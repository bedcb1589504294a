package dev.wherry.lab.driver;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** How long to call: for a time, or so often. */
public sealed interface Length {
    record Seconds(double seconds) implements Length {
        @Override
        public double mostSeconds() {
            return seconds;
        }
    }

    /** So many calls in all, shared out among the callers; fewer where they take longer than these seconds. */
    record Calls(long calls, double mostSeconds) implements Length {
        public Calls(long calls) {
            this(calls, Double.POSITIVE_INFINITY);
        }
    }

    /** When it is over however few calls were made; infinite where that is never. */
    double mostSeconds();

    default boolean isOver(long calls, long nanos) {
        return switch (this) {
            case Seconds(double seconds) -> nanos >= seconds * TimeUnit.SECONDS.toNanos(1);
            case Calls(long all, double seconds) -> calls >= all || nanos >= seconds * TimeUnit.SECONDS.toNanos(1);
        };
    }

    default String phrase() {
        return switch (this) {
            case Seconds(double seconds) -> String.format(Locale.ROOT, "seconds=%.3f", seconds);
            case Calls(long calls, double seconds) ->
                "calls=" + calls
                        + (Double.isInfinite(seconds) ? "" : String.format(Locale.ROOT, " seconds=%.3f", seconds));
        };
    }

    /** Returns the share of one of several processes that call at the same time. The first ones make the remainder. */
    default Length share(int number, int of) {
        return switch (this) {
            case Seconds all -> all;
            case Calls(long calls, double seconds) -> new Calls(calls / of + (number < calls % of ? 1 : 0), seconds);
        };
    }

    default boolean isCutBy(long calls) {
        return this instanceof Calls(long all, double seconds) && calls < all;
    }
}
