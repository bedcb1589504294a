package dev.wherry;

import dev.wherry.internal.types.RegisteredTypes;
import dev.wherry.mobility.CodeSigner;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.spi.Authorizer;
import dev.wherry.spi.Interceptor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How an endpoint works. Immutable; start from {@link #defaults()}.
 *
 * @param timeout of calls that say nothing else (default 30 s)
 * @param drain how long {@link Endpoint#close()} lets calls finish (default 5 s)
 * @param codecs in order of preference; the first that both sides name is used (default {@code compact} alone;
 *     {@code java}, the JDK's serialization with a filter, must be named to be used)
 * @param types registered for all interfaces of this endpoint, see {@link Registers#value}
 * @param packages registered for all interfaces of this endpoint, see {@link Registers#packages}
 * @param packagesUnder registered with the packages below them, see {@link #registerPackagesUnder}
 * @param predicates that register classes, see {@link #register(Predicate)}
 * @param clientInterceptors around every call made, outermost first
 * @param serverInterceptors around every call served, outermost first
 * @param authorizers asked before the arguments of a call that is served are read, in this order (default none)
 * @param lanes opened by this side at the most, per session (default 32); over sockets more than twice the processors,
 *     and more than 8, bring nothing, and are not opened. 0: everything goes by the main link
 * @param sharedMemory whether lanes to a peer of the same host and user go over memory that both see (default true). It
 *     takes Linux and {@code --enable-native-access} for Wherry's module at both sides; else lanes use sockets.
 *     {@code -Dwherry.sharedMemory=false} says no for a whole JVM
 * @param mobility whose code is taken in and run (default nobody's)
 * @param signer of the code that this endpoint ships (default null: it is not signed)
 * @param strictInterfaces whether an interface is refused by {@code bind} and {@code lookup} if the types of any of its
 *     methods, or what a field or a collection there is declared to hold, cannot travel (default false: that is logged, and
 *     only calls that would need it are refused)
 * @param boundedRemoteCalls whether calls of interfaces that extend {@code java.rmi.Remote} end as others do, by the default
 *     timeout and by an interrupt of the thread that waits (default false: as in RMI they wait for their answer or for the end
 *     of the connection, unless {@link Timeout} or {@link CallOptions} limit them)
 * @param exportsKeepAlive whether the JVM lives on while peers may call objects of this endpoint by interfaces that extend {@code
 *     java.rmi.Remote}: those that it has exported and those that were passed to a peer (default true, as in RMI). A
 *     listening endpoint keeps the JVM alive in any case
 */
public record EndpointOptions(
        Duration timeout,
        Duration drain,
        Limits limits,
        List<String> codecs,
        Set<Class<?>> types,
        Set<String> packages,
        Set<String> packagesUnder,
        List<Predicate<? super Class<?>>> predicates,
        List<Interceptor> clientInterceptors,
        List<Interceptor> serverInterceptors,
        List<Authorizer> authorizers,
        int lanes,
        boolean sharedMemory,
        MobilityPolicy mobility,
        @Nullable CodeSigner signer,
        boolean strictInterfaces,
        boolean boundedRemoteCalls,
        boolean exportsKeepAlive) {
    private static final EndpointOptions DEFAULTS = new EndpointOptions(
            Duration.ofSeconds(30),
            Duration.ofSeconds(5),
            Limits.defaults(),
            List.of("compact"),
            Set.of(),
            Set.of(),
            Set.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            32,
            true,
            MobilityPolicy.off(),
            null,
            false,
            false,
            true);

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
        packagesUnder = Set.copyOf(packagesUnder);
        predicates = List.copyOf(predicates);
        clientInterceptors = List.copyOf(clientInterceptors);
        serverInterceptors = List.copyOf(serverInterceptors);
        authorizers = List.copyOf(authorizers);
    }

    public static EndpointOptions defaults() {
        return DEFAULTS;
    }

    public EndpointOptions withTimeout(Duration timeout) {
        return with(draft -> draft.timeout = timeout);
    }

    public EndpointOptions withDrain(Duration drain) {
        return with(draft -> draft.drain = drain);
    }

    public EndpointOptions withLimits(Limits limits) {
        return with(draft -> draft.limits = limits);
    }

    /** Replaces the list of codecs. */
    public EndpointOptions withCodecs(String... names) {
        return with(draft -> draft.codecs = List.of(names));
    }

    public EndpointOptions withLanes(int most) {
        return with(draft -> draft.lanes = most);
    }

    public EndpointOptions withSharedMemory(boolean wanted) {
        return with(draft -> draft.sharedMemory = wanted);
    }

    /** Lets code in that peers ship: their tasks, and classes of the results of tasks sent to them. */
    public EndpointOptions withMobility(MobilityPolicy policy) {
        return with(draft -> draft.mobility = policy);
    }

    /** Whether this endpoint accepts code of some peers. */
    public boolean acceptsCode() {
        return !mobility.isOff();
    }

    /** Signs the code that this endpoint ships. */
    public EndpointOptions withSigner(CodeSigner signer) {
        return with(draft -> draft.signer = signer);
    }

    /** Refuses an interface as a whole if the types of any of its methods cannot travel. */
    public EndpointOptions withStrictInterfaces(boolean strict) {
        return with(draft -> draft.strictInterfaces = strict);
    }

    /**
     * Has calls of interfaces that extend {@code java.rmi.Remote} end by the default timeout, and by an interrupt of their
     * caller.
     */
    public EndpointOptions withBoundedRemoteCalls(boolean bounded) {
        return with(draft -> draft.boundedRemoteCalls = bounded);
    }

    /** Whether the JVM lives on while peers may call this endpoint's objects by interfaces of Java RMI. */
    public EndpointOptions withExportsKeepAlive(boolean keep) {
        return with(draft -> draft.exportsKeepAlive = keep);
    }

    /**
     * Adds classes that may travel where a declared type is open.
     *
     * @throws IllegalArgumentException if one is a class of the JDK whose objects cannot travel
     */
    public EndpointOptions register(Class<?>... classes) {
        Set<Class<?>> all = new LinkedHashSet<>(types);
        for (Class<?> type : classes) {
            all.add(RegisteredTypes.requireClass(type));
        }
        return with(draft -> draft.types = all);
    }

    /** Adds all classes of exactly this package. */
    public EndpointOptions registerPackage(String name) {
        Set<String> all = new LinkedHashSet<>(packages);
        all.add(name);
        return with(draft -> draft.packages = all);
    }

    /**
     * Adds all classes of this package and of the packages below it. The shorter the name, the more a peer may choose from:
     * {@code org.apache} admits the classes of every library whose name begins so.
     *
     * @param name such as {@code org.apache.jmeter}
     * @throws IllegalArgumentException if this is not the name of a package
     */
    public EndpointOptions registerPackagesUnder(String name) {
        Set<String> all = new LinkedHashSet<>(packagesUnder);
        all.add(RegisteredTypes.requirePackage(name));
        return with(draft -> draft.packagesUnder = all);
    }

    /**
     * Adds all classes that a predicate accepts. It decides alone what a peer may have instantiated, so it must name what it
     * accepts, not what it rejects. It is asked for the program's classes only, never for those of the JDK, for any
     * thread, and must return the same answer for the same class.
     *
     * <p>The class is found by its name through the class loader of the called interface, and is not initialised. So with a
     * predicate a peer can cause any class on that class path to be loaded, and each unknown name to be searched for.
     * {@link #registerPackagesUnder} does not open this.
     */
    public EndpointOptions register(Predicate<? super Class<?>> predicate) {
        List<Predicate<? super Class<?>>> all = new ArrayList<>(predicates);
        all.add(predicate);
        return with(draft -> draft.predicates = all);
    }

    /**
     * Adds the classes and packages that a file names, one a line: {@code com.acme.Order$Item} (a class, as
     * {@link Class#getName} writes it), {@code com.acme.*} (a package) or {@code com.acme.**} (a package and those below it).
     * Empty lines, and what follows a {@code #}, are ignored. A run with {@code -Dwherry.learn=FILE} writes such a file.
     *
     * <p>The classes are found by the context class loader of the calling thread. Those that are not on its class path are left
     * out, and a line of the log names them: one file can serve both ends, which need not have the same classes.
     *
     * @throws IllegalArgumentException naming file and line, if a line is none of these
     * @throws java.io.UncheckedIOException if the file cannot be read
     */
    public EndpointOptions registerFrom(Path file) {
        return RegisteredTypes.read(file, this);
    }

    /** Adds an interceptor inside those that are there. */
    public EndpointOptions interceptCalls(Interceptor interceptor) {
        return with(draft -> draft.clientInterceptors = inside(clientInterceptors, interceptor));
    }

    /** Adds an interceptor inside those that are there. */
    public EndpointOptions interceptService(Interceptor interceptor) {
        return with(draft -> draft.serverInterceptors = inside(serverInterceptors, interceptor));
    }

    /**
     * Adds an authorizer, which decides before the arguments of a call are read whether the call is served. It is asked
     * after those that are there.
     */
    public EndpointOptions authorize(Authorizer authorizer) {
        return with(draft -> draft.authorizers = inside(authorizers, authorizer));
    }

    private static <T> List<T> inside(List<T> list, T added) {
        List<T> all = new ArrayList<>(list);
        all.add(added);
        return all;
    }

    private EndpointOptions with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.done();
    }

    /** Options on their way to others, so that only one place names them all in order. */
    private static final class Draft {
        private Duration timeout;
        private Duration drain;
        private Limits limits;
        private List<String> codecs;
        private Set<Class<?>> types;
        private Set<String> packages;
        private Set<String> packagesUnder;
        private List<Predicate<? super Class<?>>> predicates;
        private List<Interceptor> clientInterceptors;
        private List<Interceptor> serverInterceptors;
        private List<Authorizer> authorizers;
        private int lanes;
        private boolean sharedMemory;
        private MobilityPolicy mobility;
        private @Nullable CodeSigner signer;
        private boolean strictInterfaces;
        private boolean boundedRemoteCalls;
        private boolean exportsKeepAlive;

        Draft(EndpointOptions from) {
            timeout = from.timeout;
            drain = from.drain;
            limits = from.limits;
            codecs = from.codecs;
            types = from.types;
            packages = from.packages;
            packagesUnder = from.packagesUnder;
            predicates = from.predicates;
            clientInterceptors = from.clientInterceptors;
            serverInterceptors = from.serverInterceptors;
            authorizers = from.authorizers;
            lanes = from.lanes;
            sharedMemory = from.sharedMemory;
            mobility = from.mobility;
            signer = from.signer;
            strictInterfaces = from.strictInterfaces;
            boundedRemoteCalls = from.boundedRemoteCalls;
            exportsKeepAlive = from.exportsKeepAlive;
        }

        EndpointOptions done() {
            return new EndpointOptions(
                    timeout,
                    drain,
                    limits,
                    codecs,
                    types,
                    packages,
                    packagesUnder,
                    predicates,
                    clientInterceptors,
                    serverInterceptors,
                    authorizers,
                    lanes,
                    sharedMemory,
                    mobility,
                    signer,
                    strictInterfaces,
                    boundedRemoteCalls,
                    exportsKeepAlive);
        }
    }
}
