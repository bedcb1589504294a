package dev.wherry.lab.claims;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a test in a file must give. */
final class Requirements {
    private Requirements() {}

    static void check(@Nullable Object value, String otherwise) {
        check(value != null && !(value instanceof Collection<?> all && all.isEmpty()), otherwise);
    }

    static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    static <T> List<T> orNone(@Nullable List<T> list) {
        return list == null ? List.of() : List.copyOf(list);
    }
}
