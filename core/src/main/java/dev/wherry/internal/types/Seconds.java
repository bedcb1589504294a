package dev.wherry.internal.types;

import java.math.BigDecimal;
import java.time.Duration;

/** Durations as people read them. */
public final class Seconds {
    private Seconds() {}

    /** Returns the duration in seconds with all its decimals, such as {@code 30 s} or {@code 0.25 s}. */
    public static String text(Duration duration) {
        BigDecimal nanos = BigDecimal.valueOf(duration.getNano(), 9);
        BigDecimal exact = nanos.add(BigDecimal.valueOf(duration.getSeconds()));
        return exact.stripTrailingZeros().toPlainString() + " s";
    }
}
