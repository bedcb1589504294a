package dev.wherry;

import dev.wherry.spi.Interceptor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * How an endpoint works. Immutable; start from {@link #defaults()}.
 *
 * @param timeout of calls that say nothing else (default 30 s)
 * @param drain how long {@link Endpoint#close()} lets calls finish (default 5 s)
 * @param codecs in order of preference; the first that both sides name is used (default {@code compact} alone;
 *     {@code java}, the JDK's serialization with a filter, must be named to be used)
 * @param types registered for all interfaces of this endpoint, see {@link Registers#value}
 * @param packages registered for all interfaces of this endpoint, see {@link Registers#packages}
 * @param clientInterceptors around every call made, outermost first
 * @param serverInterceptors around every call served, outermost first
 * @param lanes opened by this side at the most, per session; 0: everything goes by the main link
 *     (default twice the cores, at least 2, at most 8)
 */
public record EndpointOptions(
        Duration timeout,
        Duration drain,
        Limits limits,
        List<String> codecs,
        Set<Class<?>> types,
        Set<String> packages,
        List<Interceptor> clientInterceptors,
        List<Interceptor> serverInterceptors,
        int lanes) {
    private static final EndpointOptions DEFAULTS = new EndpointOptions(
            Duration.ofSeconds(30),
            Duration.ofSeconds(5),
            Limits.defaults(),
            List.of("compact"),
            Set.of(),
            Set.of(),
            List.of(),
            List.of(),
            Math.clamp(2L * Runtime.getRuntime().availableProcessors(), 2, 8));

    public EndpointOptions {
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("An endpoint's timeout is above 0; this is " + timeout);
        }
        if (drain.isNegative()) {
            throw new IllegalArgumentException("An endpoint's drain time is not negative; this is " + drain);
        }
        if (codecs.isEmpty()) {
            throw new IllegalArgumentException("An endpoint needs at least one codec, such as 'compact'");
        }
        if (lanes < 0) {
            throw new IllegalArgumentException("An endpoint has 0 or more lanes per session; this is " + lanes);
        }
        codecs = List.copyOf(codecs);
        types = Set.copyOf(types);
        packages = Set.copyOf(packages);
        clientInterceptors = List.copyOf(clientInterceptors);
        serverInterceptors = List.copyOf(serverInterceptors);
    }

    public static EndpointOptions defaults() {
        return DEFAULTS;
    }

    public EndpointOptions withTimeout(Duration timeout) {
        return new EndpointOptions(
                timeout, drain, limits, codecs, types, packages, clientInterceptors, serverInterceptors, lanes);
    }

    public EndpointOptions withDrain(Duration drain) {
        return new EndpointOptions(
                timeout, drain, limits, codecs, types, packages, clientInterceptors, serverInterceptors, lanes);
    }

    public EndpointOptions withLimits(Limits limits) {
        return new EndpointOptions(
                timeout, drain, limits, codecs, types, packages, clientInterceptors, serverInterceptors, lanes);
    }

    /** Replaces the list of codecs. */
    public EndpointOptions withCodecs(String... names) {
        return new EndpointOptions(
                timeout, drain, limits, List.of(names), types, packages, clientInterceptors, serverInterceptors, lanes);
    }

    public EndpointOptions withLanes(int most) {
        return new EndpointOptions(
                timeout, drain, limits, codecs, types, packages, clientInterceptors, serverInterceptors, most);
    }

    /** Adds classes that may travel where a declared type is open. */
    public EndpointOptions register(Class<?>... classes) {
        Set<Class<?>> all = new LinkedHashSet<>(types);
        all.addAll(List.of(classes));
        return new EndpointOptions(
                timeout, drain, limits, codecs, all, packages, clientInterceptors, serverInterceptors, lanes);
    }

    /** Adds all classes of exactly this package. */
    public EndpointOptions registerPackage(String name) {
        Set<String> all = new LinkedHashSet<>(packages);
        all.add(name);
        return new EndpointOptions(
                timeout, drain, limits, codecs, types, all, clientInterceptors, serverInterceptors, lanes);
    }

    /** Adds an interceptor inside those that are there. */
    public EndpointOptions interceptCalls(Interceptor interceptor) {
        return new EndpointOptions(
                timeout,
                drain,
                limits,
                codecs,
                types,
                packages,
                with(clientInterceptors, interceptor),
                serverInterceptors,
                lanes);
    }

    /** Adds an interceptor inside those that are there. */
    public EndpointOptions interceptService(Interceptor interceptor) {
        return new EndpointOptions(
                timeout,
                drain,
                limits,
                codecs,
                types,
                packages,
                clientInterceptors,
                with(serverInterceptors, interceptor),
                lanes);
    }

    private static List<Interceptor> with(List<Interceptor> list, Interceptor added) {
        List<Interceptor> all = new ArrayList<>(list);
        all.add(added);
        return all;
    }
}
