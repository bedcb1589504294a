package dev.wherry.internal.call;

import dev.wherry.CallOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes stubs and tells them from other objects. */
public final class Stubs {
    private Stubs() {}

    @SuppressWarnings(
            "TypeParameterUnusedInFormals") // T is the declared interface, whose type RemoteInterface does not carry
    public static <T> T create(
            Target target, RemoteInterface declared, List<RemoteInterface> further, CallOptions options) {
        throw new IllegalStateException();
    }

    /** Where a stub's calls go; null if it is no stub. */
    public static @Nullable Target targetOf(@Nullable Object object) {
        throw new IllegalStateException();
    }
}
