package dev.wherry.internal.endpoint;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.EndpointOptions;
import dev.wherry.codec.compact.CompactCodec;
import dev.wherry.internal.extension.SessionExtension;
import dev.wherry.internal.objects.Address;
import dev.wherry.spi.Codec;
import dev.wherry.spi.LinkAcceptor;
import dev.wherry.spi.Protocol;
import dev.wherry.spi.Resolver;
import dev.wherry.spi.Transport;
import dev.wherry.transport.InProcessTransport;
import dev.wherry.transport.TcpTransport;
import dev.wherry.transport.UnixTransport;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The transports, protocols, resolvers and codecs: the built-in ones, and those that are installed. */
public final class Providers implements Supplier<SessionExtension.@Nullable Provider> {
    private static final Set<String> OWN = Set.of("inprocess", "tcp", "unix");

    private final EndpointOptions options;
    private final ClassLoader loader = loader();
    private @Nullable Installed installed;

    /** @param options of the endpoint, which transports and protocols get */
    public Providers(EndpointOptions options) {
        this.options = options;
    }

    /** The result of a search. */
    private record Installed(
            Map<String, Transport> transports,
            Map<String, Protocol> protocols,
            Map<String, Resolver> resolvers,
            Map<String, Codec> codecs,
            List<LinkAcceptor> acceptors) {}

    /** Searches when something is first asked for that is not built in. */
    private synchronized Installed installed() {
        if (installed == null) {
            installed = new Installed(
                    index(
                            ServiceLoader.load(Transport.class, loader),
                            each -> Set.of(each.scheme()),
                            each -> each.with(options)),
                    index(ServiceLoader.load(Protocol.class, loader), Protocol::schemes, each -> each.with(options)),
                    index(ServiceLoader.load(Resolver.class, loader), each -> Set.of(each.scheme()), each -> each),
                    index(ServiceLoader.load(Codec.class, loader), each -> Set.of(each.name()), each -> each),
                    ServiceLoader.load(LinkAcceptor.class, loader).stream()
                            .flatMap(each -> Stream.ofNullable(each.get().with(options)))
                            .toList());
        }
        return installed;
    }

    /** Returns the context loader of the thread, which finds what the application has installed. */
    private static ClassLoader loader() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return context != null ? context : ClassLoader.getSystemClassLoader();
    }

    private static <T> Map<String, T> index(
            Iterable<T> found, Function<T, Collection<String>> keys, UnaryOperator<T> configured) {
        Map<String, T> byKey = new LinkedHashMap<>();
        for (T each : found) {
            T one = configured.apply(each);
            keys.apply(one).forEach(key -> byKey.putIfAbsent(key, one));
        }
        return byKey;
    }

    /** Returns a built-in transport without a search, which takes a new JVM longer than a call. No installed one replaces it. */
    @Nullable
    Transport transport(@Nullable String scheme) {
        // A case null of the switch would make the JDK generate a class.
        return scheme == null
                ? null
                : switch (scheme) {
                    case InProcessTransport.SCHEME -> new InProcessTransport();
                    case "tcp" -> new TcpTransport();
                    case "unix" -> new UnixTransport();
                    default -> installed().transports.get(scheme);
                };
    }

    /** @throws IllegalArgumentException if there is no transport for the address's scheme */
    Transport transport(URI address) {
        Transport transport = transport(address.getScheme());
        if (transport == null) {
            throw new IllegalArgumentException("No transport for scheme '" + address.getScheme() + "' in '" + address
                    + "'; there are " + schemes() + Address.advice(address.getScheme()));
        }
        return transport;
    }

    /**
     * Returns the same URI for all addresses that share a session.
     *
     * @throws IllegalArgumentException if the address cannot be one
     */
    URI canonical(URI address) {
        return resolver(address.getScheme()) != null
                ? address
                : transport(address).canonical(address);
    }

    @Nullable
    Protocol protocol(@Nullable String scheme) {
        return isElse(scheme) ? installed().protocols.get(scheme) : null;
    }

    @Nullable
    Resolver resolver(@Nullable String scheme) {
        return isElse(scheme) ? installed().resolvers.get(scheme) : null;
    }

    /** Returns whether no built-in transport has this scheme. */
    private static boolean isElse(@Nullable String scheme) {
        return scheme != null && !OWN.contains(scheme);
    }

    /** Returns what accepts links of a scheme that begin with a byte; null if nothing does. */
    @Nullable
    LinkAcceptor acceptor(int firstByte, String scheme) {
        return installed().acceptors.stream()
                .filter(each -> !scheme.isEmpty() && each.accepts(firstByte, scheme))
                .findFirst()
                .orElse(null);
    }

    /** See {@link LinkAcceptor#bound}. Searches for acceptors only if there are listeners, and an option or a scheme may be theirs. */
    void bound(Class<?> type, Set<String> schemes) {
        if (!schemes.isEmpty() && (options.hasExtensions() || !OWN.containsAll(schemes))) {
            installed().acceptors.forEach(each -> each.bound(type, schemes));
        }
    }

    Set<String> schemes() {
        Set<String> all = new TreeSet<>(OWN);
        all.addAll(installed().transports.keySet());
        all.addAll(installed().protocols.keySet());
        all.addAll(installed().resolvers.keySet());
        return all;
    }

    /** Returns the session extension; null if none is installed. */
    @Override
    public SessionExtension.@Nullable Provider get() {
        return ServiceLoader.load(SessionExtension.Provider.class, loader)
                .findFirst()
                .orElse(null);
    }

    public List<Codec> codecs(List<String> names) {
        List<Codec> found = new ArrayList<>();
        for (String name : names) {
            Codec codec = name.equals("compact")
                    ? new CompactCodec()
                    : installed().codecs.get(name);
            if (codec == null) {
                throw new CallException(
                        Code.NOT_FOUND,
                        "No codec '" + name + "' is installed; there are "
                                + installed().codecs.keySet()
                                + ". Add wherry-codec-" + name
                                + " or the jar that provides it; in a jar made of several,"
                                + " merge their META-INF/services files");
            }
            found.add(codec);
        }
        return found;
    }
}
