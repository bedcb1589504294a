package dev.wherry.lab.driver;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** The length of a series of calls: a duration, or a number of calls. */
public sealed interface Length {
    record Seconds(double seconds) implements Length {
        @Override
        public double mostSeconds() {
            return seconds;
        }
    }

    /** A number of calls that the callers share; fewer if they take longer than the seconds. */
    record Calls(long calls, double mostSeconds) implements Length {
        public Calls(long calls) {
            this(calls, Double.POSITIVE_INFINITY);
        }
    }

    /** Returns the longest time; infinite if there is no limit. */
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
