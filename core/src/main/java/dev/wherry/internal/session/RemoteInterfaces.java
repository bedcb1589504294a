package dev.wherry.internal.session;

import dev.wherry.EndpointOptions;
import dev.wherry.internal.call.RemoteInterface;
import dev.wherry.spi.Codec;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** The interfaces that an endpoint has come to know, each parsed once; by name only those are found. For any thread. */
final class RemoteInterfaces {
    private final EndpointOptions options;
    private final List<Codec> codecs;
    /** Kept by the classes themselves, so that a loader whose classes nobody serves any more can go. */
    private final ClassValue<RemoteInterface> byType = new ClassValue<>() {
        @Override
        protected RemoteInterface computeValue(Class<?> type) {
            return RemoteInterface.of(type, options, codecs);
        }
    };
    /** Of those of one name the last used, which is the newer one where a class was loaded again. */
    private final ConcurrentMap<String, WeakReference<RemoteInterface>> byName = new ConcurrentHashMap<>();

    RemoteInterfaces(EndpointOptions options, List<Codec> codecs) {
        this.options = options;
        this.codecs = codecs;
    }

    RemoteInterface of(Class<?> type) {
        RemoteInterface parsed = byType.get(type);
        WeakReference<RemoteInterface> named = byName.get(type.getName());
        if (named == null || named.get() != parsed) {
            byName.put(type.getName(), new WeakReference<>(parsed));
        }
        return parsed;
    }

    @Nullable
    RemoteInterface known(String name) {
        WeakReference<RemoteInterface> named = byName.get(name);
        return named == null ? null : named.get();
    }
}
