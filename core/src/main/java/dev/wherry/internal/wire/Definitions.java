package dev.wherry.internal.wire;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What belongs to definitions, by their numbers. Grows as they come, since a session may have thousands and most have a few. */
final class Definitions<T> {
    private static final int FEW = 8;

    /** Written again after each of its elements, for those who read without the lock. */
    private volatile @Nullable Object[] byNumber = new Object[FEW];

    @SuppressWarnings("unchecked") // nothing else is put there
    @Nullable
    T get(int number) {
        @Nullable Object[] now = byNumber;
        return number >= 0 && number < now.length ? (T) now[number] : null;
    }

    @SuppressWarnings("unchecked") // nothing else is put there
    void forEach(Consumer<T> action) {
        for (Object each : byNumber) {
            if (each != null) {
                action.accept((T) each);
            }
        }
    }

    /** Null if this is now the one of its number; else the one that is, and stays. */
    synchronized @Nullable T putIfAbsent(int number, T definition) {
        @Nullable Object[] now = byNumber;
        if (number >= now.length) {
            now = Arrays.copyOf(now, Math.max(number + 1, 2 * now.length));
        }
        T before = get(number);
        if (before == null) {
            now[number] = definition;
            byNumber = now;
        }
        return before;
    }
}
