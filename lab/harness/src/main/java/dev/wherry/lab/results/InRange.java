package dev.wherry.lab.results;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks that a figure is a number from 0 to 2^53. */
public final class InRange {
    /** Above this a number in JSON may lose digits. Sums over clients stay below it. */
    private static final long MOST = 1L << 53;

    private InRange() {}

    /** Refuses figures out of range, of which the names are separated by blanks. Null is a figure that was not counted. */
    public static void check(String names, @Nullable Number... values) {
        List<String> all = List.of(names.split(" "));
        for (int i = 0; i < values.length; i++) {
            Number value = values[i];
            if (value != null && !(value.doubleValue() >= 0 && value.doubleValue() <= MOST)) {
                throw new IllegalArgumentException("%s is %s".formatted(all.get(i), value));
            }
        }
    }
}
