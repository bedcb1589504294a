package dev.wherry.internal.session;

import dev.wherry.RemoteException;
import dev.wherry.RemoteException.Code;
import dev.wherry.spi.Codec;
import dev.wherry.spi.Protocol;
import dev.wherry.spi.Resolver;
import dev.wherry.spi.Transport;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The transports, protocols, resolvers and codecs that are installed. */
final class Plugins {
    private final Map<String, Transport> transports =
            index(ServiceLoader.load(Transport.class, loader()), each -> Set.of(each.scheme()));
    private final Map<String, Protocol> protocols =
            index(ServiceLoader.load(Protocol.class, loader()), Protocol::schemes);
    private final Map<String, Resolver> resolvers =
            index(ServiceLoader.load(Resolver.class, loader()), each -> Set.of(each.scheme()));
    private final Map<String, Codec> codecs =
            index(ServiceLoader.load(Codec.class, loader()), each -> Set.of(each.name()));

    /** The thread's own loader sees what the application has installed, and through its parents what comes with Wherry. */
    private static ClassLoader loader() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return context != null ? context : ClassLoader.getSystemClassLoader();
    }

    private static <T> Map<String, T> index(Iterable<T> found, Function<T, Collection<String>> keys) {
        Map<String, T> byKey = new LinkedHashMap<>();
        for (T each : found) {
            keys.apply(each).forEach(key -> byKey.putIfAbsent(key, each));
        }
        return byKey;
    }

    @Nullable
    Transport transport(@Nullable String scheme) {
        return scheme == null ? null : transports.get(scheme);
    }

    @Nullable
    Protocol protocol(@Nullable String scheme) {
        return scheme == null ? null : protocols.get(scheme);
    }

    @Nullable
    Resolver resolver(@Nullable String scheme) {
        return scheme == null ? null : resolvers.get(scheme);
    }

    Set<String> schemes() {
        Set<String> all = new TreeSet<>(transports.keySet());
        all.addAll(protocols.keySet());
        all.addAll(resolvers.keySet());
        return all;
    }

    List<Codec> codecs(List<String> names) {
        List<Codec> found = new ArrayList<>();
        for (String name : names) {
            Codec codec = codecs.get(name);
            if (codec == null) {
                throw new RemoteException(
                        Code.NOT_FOUND, "No codec '" + name + "' is installed; there are " + codecs.keySet());
            }
            found.add(codec);
        }
        return found;
    }
}
