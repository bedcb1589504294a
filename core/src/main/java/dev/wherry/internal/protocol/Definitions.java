package dev.wherry.internal.protocol;

import dev.wherry.spi.Definition;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Definitions by their numbers. Grows as they come, since a session may have thousands and most have a few. */
final class Definitions {
    private static final int FEW = 8;

    /** Written again after each of its elements, for those who read without the lock. */
    private volatile @Nullable Definition[] byNumber = new Definition[FEW];

    @Nullable
    Definition get(int number) {
        @Nullable Definition[] now = byNumber;
        return number >= 0 && number < now.length ? now[number] : null;
    }

    /** Null if this is now the one of its number; else the one that is, and stays. */
    synchronized @Nullable Definition putIfAbsent(int number, Definition definition) {
        @Nullable Definition[] now = byNumber;
        if (number >= now.length) {
            now = Arrays.copyOf(now, Math.max(number + 1, 2 * now.length));
        }
        Definition before = now[number];
        if (before == null) {
            now[number] = definition;
            byNumber = now;
        }
        return before;
    }
}
