package dev.wherry;

import dev.wherry.internal.types.Checks;
import dev.wherry.internal.types.RegisteredTypes;
import dev.wherry.internal.types.Seconds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How an endpoint works. Immutable.
 *
 * {@snippet :
 * var options = EndpointOptions.builder().timeout(Duration.ofSeconds(5)).register(Circle.class).build();
 * try (var endpoint = Endpoint.create(options)) { ... }
 * }
 */
public final class EndpointOptions {
    private static final EndpointOptions DEFAULTS = builder().build();

    private final Values values;

    private EndpointOptions(Values values) {
        this.values = values;
    }

    /** Returns the options of an endpoint that is created without any. */
    public static EndpointOptions defaults() {
        return DEFAULTS;
    }

    /** Returns a builder that has the defaults set. */
    public static Builder builder() {
        return new Builder(new Values());
    }

    /** Returns a builder that has these options set. */
    public Builder toBuilder() {
        return new Builder(values.copy());
    }

    /** Returns how long a call may take that sets nothing else. */
    public Duration timeout() {
        return values.timeout;
    }

    /** Returns {@link Builder#heartbeat the silence} after which a peer is pinged; zero: never. */
    public Duration heartbeat() {
        return values.heartbeat;
    }

    /** Returns {@link Builder#resumeWindow how long} a session waits for another link; zero: not at all. */
    public Duration resumeWindow() {
        return values.resumeWindow;
    }

    /** Returns how long {@link Endpoint#close()} waits for calls that run. */
    public Duration drain() {
        return values.drain;
    }

    /** Returns whether the endpoint is {@linkplain Builder#drainOnShutdown closed} when its JVM shuts down. */
    public boolean drainOnShutdown() {
        return values.drainOnShutdown;
    }

    /** Returns what this endpoint accepts from its peers at the most. */
    public Limits limits() {
        return values.limits;
    }

    /** Returns what {@linkplain Builder#ledger records} the calls of {@link Once} methods; null: nothing. */
    public @Nullable CallLedger ledger() {
        return values.ledger;
    }

    /** Returns the names of the codecs, the preferred one first. */
    public List<String> codecs() {
        return values.codecs;
    }

    /** Returns the classes that were {@linkplain Builder#register(Class...) registered}. */
    public Set<Class<?>> registeredClasses() {
        return values.registeredClasses;
    }

    /** Returns the packages that were {@linkplain Builder#registerPackage registered} alone. */
    public Set<String> registeredPackages() {
        return values.registeredPackages;
    }

    /** Returns the packages that were {@linkplain Builder#registerPackagesUnder registered} with those below them. */
    public Set<String> registeredPackageTrees() {
        return values.registeredPackageTrees;
    }

    /** Returns the predicates that {@linkplain Builder#register(Predicate) register} classes. */
    public List<Predicate<? super Class<?>>> registeredPredicates() {
        return values.registeredPredicates;
    }

    /** Returns the interceptors of calls that this endpoint makes, the outermost first. */
    public List<Interceptor> clientInterceptors() {
        return values.clientInterceptors;
    }

    /** Returns the interceptors of calls that this endpoint serves, the outermost first. */
    public List<Interceptor> serverInterceptors() {
        return values.serverInterceptors;
    }

    /** Returns the authorizers of calls that this endpoint serves, in the order in which they are asked. */
    public List<Authorizer> authorizers() {
        return values.authorizers;
    }

    /** Returns what {@linkplain Builder#tokens verifies} the tokens of calls; null: nothing. */
    public @Nullable TokenVerifier tokens() {
        return values.tokens;
    }

    /** Returns how many lanes this endpoint opens per session at the most. */
    public int lanes() {
        return values.lanes;
    }

    /** Returns whether lanes to a peer on the same host use shared memory if possible. */
    public boolean sharedMemory() {
        return values.sharedMemory;
    }

    /** Returns the option of this class that was set by {@link Builder#with}, or null if there is none. */
    public <T extends ExtensionOption> @Nullable T extension(Class<T> type) {
        return type.cast(values.extensions.get(type));
    }

    /** Returns whether {@link Builder#with} has set any option. */
    public boolean hasExtensions() {
        return !values.extensions.isEmpty();
    }

    /** Returns whether this endpoint accepts code of some peers. */
    public boolean acceptsCode() {
        return values.extensions.values().stream().anyMatch(ExtensionOption::acceptsCode);
    }

    /** Returns whether plain TCP is refused beyond this host, by this option or by {@code -Dwherry.requireTls=true}. */
    public boolean requiresTls() {
        return values.requiresTls || Boolean.getBoolean("wherry.requireTls");
    }

    /** Returns whether an interface is refused as a whole if one of its methods cannot be called. */
    public boolean strictInterfaces() {
        return values.strictInterfaces;
    }

    /** Returns whether calls of interfaces that extend {@code java.rmi.Remote} have the default timeout. */
    public boolean boundedRemoteCalls() {
        return values.boundedRemoteCalls;
    }

    /** Returns whether objects exported by interfaces that extend {@code java.rmi.Remote} keep the JVM alive. */
    public boolean exportsKeepAlive() {
        return values.exportsKeepAlive;
    }

    /** All options with their defaults. A builder changes the values of its own; those of built options never change. */
    private static final class Values extends CopiedValues<Values> {
        Duration timeout = Duration.ofSeconds(30);
        Duration drain = Duration.ofSeconds(5);
        boolean drainOnShutdown;
        Duration heartbeat = Duration.ofSeconds(10);
        Duration resumeWindow = Duration.ofSeconds(30);
        Limits limits = Limits.defaults();

        @Nullable
        CallLedger ledger;

        List<String> codecs = List.of("compact");
        Set<Class<?>> registeredClasses = Set.of();
        Set<String> registeredPackages = Set.of();
        Set<String> registeredPackageTrees = Set.of();
        List<Predicate<? super Class<?>>> registeredPredicates = List.of();
        List<Interceptor> clientInterceptors = List.of();
        List<Interceptor> serverInterceptors = List.of();
        List<Authorizer> authorizers = List.of();

        @Nullable
        TokenVerifier tokens;

        int lanes = 32;
        boolean sharedMemory = true;
        Map<Class<?>, ExtensionOption> extensions = Map.of();
        boolean requiresTls;
        boolean strictInterfaces;
        boolean boundedRemoteCalls;
        boolean exportsKeepAlive = true;
    }

    /**
     * Sets options. A method with the name of an option replaces its value; {@code add...} and {@code register...} add to what is
     * there. For one thread at a time.
     */
    public static final class Builder {
        private static final Duration SHORTEST_HEARTBEAT = Duration.ofMillis(10);
        private static final Duration LONGEST_WINDOW = Duration.ofHours(1);

        private final Values values;

        private Builder(Values values) {
            this.values = values;
        }

        /**
         * Sets how long a call may take if neither its stub nor an annotation says (default 30 s).
         *
         * @throws IllegalArgumentException if it is not above 0
         */
        public Builder timeout(Duration timeout) {
            values.timeout = Checks.positive(timeout, "An endpoint's timeout");
            return this;
        }

        /**
         * Sets after how much silence a peer is asked whether it is there (default 10 s). One that is silent for three times as
         * long is given up: the connection ends, and what was exported to the peer is released. Zero: peers are never asked, and a
         * connection that was cut in silence stays open until the system ends it.
         *
         * @throws IllegalArgumentException if it is below 0, or above 0 and below 10 ms
         */
        public Builder heartbeat(Duration silence) {
            Checks.notNegative(silence, "An endpoint's heartbeat");
            if (!silence.isZero() && silence.compareTo(SHORTEST_HEARTBEAT) < 0) {
                throw new IllegalArgumentException(
                        "An endpoint's heartbeat must be 0 or at least " + SHORTEST_HEARTBEAT + "; this is " + silence);
            }
            values.heartbeat = silence;
            return this;
        }

        /**
         * Sets how long a session waits for another link after its own has failed (default 30 s; 0: not at all; 1 h at the most). The
         * shorter time of both sides counts. The side that has connected opens the next link. Calls and references notice nothing.
         *
         * @throws IllegalArgumentException if it is below 0 or above 1 h
         */
        public Builder resumeWindow(Duration window) {
            if (Checks.notNegative(window, "An endpoint's resume window").compareTo(LONGEST_WINDOW) > 0) {
                throw new IllegalArgumentException("An endpoint's resume window must be at most "
                        + Seconds.text(LONGEST_WINDOW) + "; this is " + Seconds.text(window));
            }
            values.resumeWindow = window;
            return this;
        }

        /** Sets how long {@link Endpoint#close()} waits for calls that run (default 5 s; 0: not at all). */
        public Builder drain(Duration drain) {
            values.drain = Checks.notNegative(drain, "An endpoint's drain time");
            return this;
        }

        /**
         * Sets whether the endpoint is closed as by {@link Endpoint#close()} when its JVM shuts down: by SIGTERM, Ctrl-C or {@link
         * System#exit} (default false). Calls that were begun end first, within the {@link #drain} time, and new ones are made
         * elsewhere. The JVM waits for this. It runs other shutdown hooks at the same time: a program whose hooks close what its
         * methods need closes its endpoint itself, before that.
         */
        public Builder drainOnShutdown(boolean drain) {
            values.drainOnShutdown = drain;
            return this;
        }

        /** Sets what this endpoint accepts from its peers at the most (default {@link Limits#defaults()}). */
        public Builder limits(Limits limits) {
            values.limits = Objects.requireNonNull(limits, "limits");
            return this;
        }

        /**
         * Sets what records the calls of {@link Once} methods that the endpoint serves by a name (default: nothing, so that such methods
         * are not bound). The endpoint does not close it.
         */
        public Builder ledger(CallLedger ledger) {
            values.ledger = Objects.requireNonNull(ledger, "ledger");
            return this;
        }

        /**
         * Sets the codecs, the preferred one first; a connection uses the first that both sides name (default {@code compact}).
         * {@code java}, the JDK's serialization with a filter, is used only if it is named here.
         *
         * @throws IllegalArgumentException if there is none
         */
        public Builder codecs(String... names) {
            values.codecs = List.of(names);
            if (values.codecs.isEmpty()) {
                throw new IllegalArgumentException("An endpoint needs at least one codec, such as 'compact'");
            }
            return this;
        }

        /**
         * Sets how many lanes this side opens per session at the most (default 32). Over sockets it opens no more than 8, or
         * twice the number of processors if that is less, since more bring nothing. 0: all calls use the main link.
         */
        public Builder lanes(int most) {
            values.lanes = Checks.atLeast(0, most, "The number of lanes per session");
            return this;
        }

        /**
         * Sets whether lanes to a peer of the same host and user use shared memory (default true). Both sides need Linux, the
         * artifact {@code wherry-shared-memory} and {@code --enable-native-access=dev.wherry.memory} ({@code ALL-UNNAMED} on
         * the class path); otherwise lanes use sockets. {@code -Dwherry.sharedMemory=false} turns shared memory off for the
         * whole JVM.
         */
        public Builder sharedMemory(boolean wanted) {
            values.sharedMemory = wanted;
            return this;
        }

        /**
         * Sets an option of a module that extends endpoints, such as the {@code MobilityPolicy} of {@code wherry-mobility}. It
         * replaces an option of the same class.
         */
        public Builder with(ExtensionOption option) {
            Map<Class<?>, ExtensionOption> all = new HashMap<>(values.extensions);
            all.put(option.getClass(), option);
            values.extensions = Map.copyOf(all);
            return this;
        }

        /**
         * Refuses to listen and to connect at addresses {@code tcp:}, {@code http:} and {@code ws:} beyond the loopback interface. By
         * default a warning is logged once for each such address. The property {@code -Dwherry.requireTls=true} does the same for all endpoints of a JVM.
         */
        public Builder requireTls() {
            values.requiresTls = true;
            return this;
        }

        /**
         * Sets whether {@code bind} and {@code lookup} refuse an interface if a type that its methods, their fields or their
         * collections declare cannot be sent. By default that is logged, and only calls that need such a type are refused.
         */
        public Builder strictInterfaces(boolean strict) {
            values.strictInterfaces = strict;
            return this;
        }

        /**
         * Sets whether calls of interfaces that extend {@code java.rmi.Remote} end as others do: by the default timeout, and by
         * an interrupt of the calling thread. By default they wait as in RMI for their answer or for the end of the connection,
         * unless {@link Timeout} or {@link CallOptions} limit them. While there is no connection, an interrupt ends them too.
         */
        public Builder boundedRemoteCalls(boolean bounded) {
            values.boundedRemoteCalls = bounded;
            return this;
        }

        /**
         * Sets whether the JVM stays alive while peers may call objects of this endpoint by interfaces that extend {@code
         * java.rmi.Remote} (default true, as in RMI). These are the objects that were exported or passed to a peer. An endpoint
         * that listens keeps the JVM alive in any case.
         */
        public Builder exportsKeepAlive(boolean keep) {
            values.exportsKeepAlive = keep;
            return this;
        }

        /**
         * Adds classes that may be sent and received where a declared type is open; see {@link RegisterTypes}.
         *
         * @throws IllegalArgumentException if one is a class of the JDK whose objects cannot be sent
         */
        public Builder register(Class<?>... classes) {
            Set<Class<?>> all = new LinkedHashSet<>(values.registeredClasses);
            for (Class<?> type : classes) {
                all.add(RegisteredTypes.requireClass(type));
            }
            values.registeredClasses = Set.copyOf(all);
            return this;
        }

        /** Adds all classes of exactly this package. */
        public Builder registerPackage(String name) {
            values.registeredPackages = and(values.registeredPackages, name);
            return this;
        }

        /**
         * Adds all classes of this package and of the packages below it. The shorter the name, the more classes a peer may
         * choose from: {@code org.apache} admits the classes of every library whose name begins so.
         *
         * @param name such as {@code org.apache.jmeter}
         * @throws IllegalArgumentException if this is not the name of a package
         */
        public Builder registerPackagesUnder(String name) {
            values.registeredPackageTrees = and(values.registeredPackageTrees, RegisteredTypes.requirePackage(name));
            return this;
        }

        /**
         * Adds all classes that a predicate accepts. It decides alone what a peer may have instantiated, so it must name what it
         * accepts, not what it rejects. It is called for the program's classes only, never for those of the JDK, by any
         * thread, and must return the same answer for the same class.
         *
         * <p>The class is found by its name through the class loader of the called interface, and is not initialised. So a
         * peer can cause any class on that class path to be loaded, and each unknown name to be searched for. {@link
         * #registerPackagesUnder} does not allow this.
         */
        public Builder register(Predicate<? super Class<?>> predicate) {
            values.registeredPredicates = and(values.registeredPredicates, predicate);
            return this;
        }

        /**
         * Adds the classes and packages that a file names, one a line: {@code com.acme.Order$Item} (a class, as
         * {@link Class#getName} writes it), {@code com.acme.*} (a package) or {@code com.acme.**} (a package and those below
         * it). Empty lines, and what follows a {@code #}, are ignored. A run with {@code -Dwherry.learn=FILE} writes such a file.
         *
         * <p>The classes are found by the context class loader of the calling thread. Those that are not on its class path are
         * left out, and a line of the log names them. So both ends can use one file without having the same classes.
         *
         * @throws IllegalArgumentException naming file and line, if a line is not of these forms
         * @throws java.io.UncheckedIOException if the file cannot be read
         */
        public Builder registerFrom(Path file) {
            RegisteredTypes read = RegisteredTypes.read(file);
            read.packages().forEach(this::registerPackage);
            read.trees().forEach(this::registerPackagesUnder);
            return register(read.classes().toArray(Class<?>[]::new));
        }

        /** Adds an interceptor of calls that this endpoint makes, inside those that are there. */
        public Builder addClientInterceptor(Interceptor interceptor) {
            values.clientInterceptors = and(values.clientInterceptors, interceptor);
            return this;
        }

        /** Adds an interceptor of calls that this endpoint serves, inside those that are there. */
        public Builder addServerInterceptor(Interceptor interceptor) {
            values.serverInterceptors = and(values.serverInterceptors, interceptor);
            return this;
        }

        /**
         * Adds an authorizer, which decides before the arguments of a call are decoded whether the call is served. It is asked
         * after those that are there.
         */
        public Builder addAuthorizer(Authorizer authorizer) {
            values.authorizers = and(values.authorizers, authorizer);
            return this;
        }

        /**
         * Sets what verifies the {@link ContextKey#TOKEN} of calls that this endpoint serves (default: nothing, so that tokens have no
         * effect). A call with a right token has the token's identity, and one with a wrong token is refused. One without a token is
         * the call of the link's peer: an authorizer refuses it if it must have one.
         */
        public Builder tokens(TokenVerifier verifier) {
            values.tokens = Objects.requireNonNull(verifier, "verifier");
            return this;
        }

        /** Returns the options that are set now. */
        public EndpointOptions build() {
            return new EndpointOptions(values.copy());
        }

        private static <T> List<T> and(List<T> list, T added) {
            List<T> all = new ArrayList<>(list);
            all.add(added);
            return List.copyOf(all);
        }

        private static <T> Set<T> and(Set<T> set, T added) {
            Set<T> all = new LinkedHashSet<>(set);
            all.add(added);
            return Set.copyOf(all);
        }
    }
}
