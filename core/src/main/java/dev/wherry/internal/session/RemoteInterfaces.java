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
    /** Kept by the classes themselves, so that a loader whose classes nobody serves any more can go. */
    private final ClassValue<RemoteInterface> byType;
    /** Of those of one name the last parsed, which is the newer one where a class was loaded again. */
    private final ConcurrentMap<String, WeakReference<Class<?>>> byName = new ConcurrentHashMap<>();

    RemoteInterfaces(EndpointOptions options, List<Codec> codecs) {
        byType = new ClassValue<>() {
            @Override
            protected RemoteInterface computeValue(Class<?> type) {
                RemoteInterface parsed = RemoteInterface.of(type, options, codecs);
                byName.put(type.getName(), new WeakReference<>(type));
                return parsed;
            }
        };
    }

    RemoteInterface of(Class<?> type) {
        return byType.get(type);
    }

    @Nullable
    RemoteInterface known(String name) {
        WeakReference<Class<?>> named = byName.get(name);
        Class<?> type = named == null ? null : named.get();
        return type == null ? null : byType.get(type);
    }
}
