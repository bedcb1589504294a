package dev.wherry.internal.session;

import dev.wherry.EndpointOptions;
import dev.wherry.internal.call.RemoteInterface;
import dev.wherry.spi.Codec;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** The interfaces that an endpoint has come to know, each parsed once; by name only those are found. For any thread. */
final class RemoteInterfaces {
    private final EndpointOptions options;
    private final List<Codec> codecs;
    private final ConcurrentMap<Class<?>, RemoteInterface> byType = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, RemoteInterface> byName = new ConcurrentHashMap<>();

    RemoteInterfaces(EndpointOptions options, List<Codec> codecs) {
        this.options = options;
        this.codecs = codecs;
    }

    RemoteInterface of(Class<?> type) {
        RemoteInterface known = byType.get(type);
        if (known != null) {
            return known;
        }
        RemoteInterface parsed = RemoteInterface.of(type, options, codecs);
        RemoteInterface first = byType.putIfAbsent(type, parsed);
        byName.putIfAbsent(type.getName(), first != null ? first : parsed);
        return first != null ? first : parsed;
    }

    @Nullable
    RemoteInterface known(String name) {
        return byName.get(name);
    }
}
