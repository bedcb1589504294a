package dev.wherry.mobility;

import dev.wherry.EndpointOptions;
import dev.wherry.ExtensionOption;
import dev.wherry.Identity;
import java.security.PublicKey;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Decides whose code an endpoint accepts, which code, and where it runs. Immutable; made by a {@link #builder()}, or by
 * {@link #accept}, {@link #acceptSignedBy} or {@link #acceptAnyone()} if all else has its default. Other code is refused with a
 * {@link dev.wherry.CallException} of code {@code REFUSED} that names the rule.
 *
 * <p>A policy says who may ship code, and prevents accidents. It is not a sandbox. Code that runs in this process can do what the
 * process can do, and code in a child JVM can do what the user of that process can do.
 *
 * <p>Packages are named {@code com.acme} for exactly that one, {@code com.acme.*} for it and all below it, or the empty
 * string for classes without a package. Packages of the JDK and of Wherry are never accepted. To deny all that is allowed is an
 * {@link IllegalArgumentException}.
 *
 * @param anyone whether everybody who can connect may ship code
 * @param shippers the identities that may, see {@link #accept}; empty if {@code anyone} is set, and if mobility is off
 * @param allowed packages whose classes are accepted (default empty: all)
 * @param denied packages whose classes are refused even if {@code allowed} contains them (default empty)
 * @param shippedFirst packages of which a shipped class is used even if this side has a class of the same name (default empty)
 * @param limits how much code is accepted
 * @param child the limits of the child JVM that runs shipped code; {@code null}: it runs in this process (default)
 * @param host the loader of this side's classes; {@code null}: the context class loader of the thread that creates the endpoint
 *     (default)
 * @param recorder gets a record of each bundle (default: the log {@code dev.wherry.mobility}), see {@link Builder#recorder}
 */
public record MobilityPolicy(
        boolean anyone,
        Set<Identity> shippers,
        Set<String> allowed,
        Set<String> denied,
        Set<String> shippedFirst,
        CodeLimits limits,
        @Nullable ChildLimits child,
        @Nullable ClassLoader host,
        Consumer<CodeReceived> recorder)
        implements ExtensionOption {
    private static final MobilityPolicy OFF = new MobilityPolicy(
            false, Set.of(), Set.of(), Set.of(), Set.of(), CodeLimits.defaults(), null, null, CodeReceived::log);

    public MobilityPolicy {
        shippers = Set.copyOf(shippers);
        for (Identity shipper : shippers) {
            check(shipper);
        }
        if (anyone && !shippers.isEmpty()) {
            throw new IllegalArgumentException("A policy accepts the code of anyone, or that of " + shown(shippers)
                    + ": say acceptAnyone() or accept(...), and not both");
        }
        allowed = Packages.checked(allowed);
        denied = Packages.checked(denied);
        shippedFirst = Packages.checked(shippedFirst);
        if (!allowed.isEmpty() && Packages.containAll(denied, allowed)) {
            throw new IllegalArgumentException("Each package that is allowed, " + allowed + ", is denied by " + denied
                    + ", so that no code could come: deny less, or allow more");
        }
    }

    /** Returns the policy that accepts no code, which is the default. */
    public static MobilityPolicy off() {
        return OFF;
    }

    /** Returns the policy of an endpoint with these options: {@link #off()} if it has none. */
    public static MobilityPolicy of(EndpointOptions options) {
        MobilityPolicy policy = options.extension(MobilityPolicy.class);
        return policy == null ? OFF : policy;
    }

    /**
     * Accepts code from these identities alone. A peer meets one if it has the same kind, the name if one is stated, and the
     * attributes that are stated. {@code Identity.of("unix", "user ann")} is the user of a Unix socket's peer
     * ({@code uid 1000} over {@code shm:}), {@code new Identity("unix", null, Map.of("group", "build"))} is every user of a group,
     * and {@link CodeSigner#identity(PublicKey)} is the signer with that key.
     */
    public static MobilityPolicy accept(Identity... shippers) {
        return builder().accept(shippers).build();
    }

    /** Accepts code that one of these Ed25519 keys has signed. */
    public static MobilityPolicy acceptSignedBy(PublicKey... keys) {
        return builder().acceptSignedBy(keys).build();
    }

    /** Accepts code from everybody who can connect: for loopback, and for networks where everybody may run any program. */
    public static MobilityPolicy acceptAnyone() {
        return builder().acceptAnyone().build();
    }

    /** Returns a builder that has the defaults set, by which nobody's code is accepted. */
    public static Builder builder() {
        return OFF.toBuilder();
    }

    /** Returns a builder that has this policy set. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /** Returns whether all code is refused. */
    public boolean isOff() {
        return !anyone && shippers.isEmpty();
    }

    @Override
    public boolean acceptsCode() {
        return !isOff();
    }

    /** Returns whether a peer with this identity may ship code. */
    public boolean accepts(Identity shown) {
        return anyone || shippers.stream().anyMatch(shipper -> meets(shown, shipper));
    }

    /** Returns whether the packages that are allowed and denied permit a class of this binary name. */
    public boolean allows(String className) {
        return (allowed.isEmpty() || Packages.contain(allowed, className)) && !Packages.contain(denied, className);
    }

    /** Returns whether a shipped class of this binary name is used even if this side has one. */
    public boolean prefersShipped(String className) {
        return Packages.contain(shippedFirst, className);
    }

    private static boolean meets(Identity shown, Identity shipper) {
        return shown.kind().equals(shipper.kind())
                && (shipper.name() == null || shipper.name().equals(shown.name()))
                && shown.attributes()
                        .entrySet()
                        .containsAll(shipper.attributes().entrySet());
    }

    private static String shown(Set<Identity> shippers) {
        return shippers.stream().map(Identity::toString).sorted().collect(Collectors.joining(", "));
    }

    private static void check(Identity shipper) {
        if (shipper.kind().equals("address")) {
            throw new IllegalArgumentException("The address " + shipper + " proves nothing about who ships: name a key"
                    + " that signs or a user of a Unix socket, or say acceptAnyone()");
        }
        if (shipper.name() == null && shipper.attributes().isEmpty()) {
            throw new IllegalArgumentException("'" + shipper + "' names nobody: give a name or an attribute, such as"
                    + " Identity.of(\"unix\", \"user ann\"), or say acceptAnyone()");
        }
        if (shipper.kind().equals("unix")
                && shipper.name() != null
                && !shipper.name().startsWith("user ")
                && !shipper.name().startsWith("uid ")) {
            throw new IllegalArgumentException("No Unix socket calls its peer '" + shipper
                    + "': expected Identity.of(\"unix\", \"user " + shipper + "\")");
        }
    }

    @Override
    public String toString() {
        if (isOff()) {
            return "code mobility off";
        }
        return "code accepted from "
                + (anyone ? "anyone" : shown(shippers))
                + (allowed.isEmpty() ? "" : ", of packages " + allowed)
                + (denied.isEmpty() ? "" : ", not of packages " + denied)
                + (child == null ? ", in this process" : ", in a child JVM");
    }

    /** Sets a policy. Each method replaces what was set before. For one thread at a time. */
    public static final class Builder {
        private boolean anyone;
        private Set<Identity> shippers;
        private Set<String> allowed;
        private Set<String> denied;
        private Set<String> shippedFirst;
        private CodeLimits limits;
        private @Nullable ChildLimits child;
        private @Nullable ClassLoader host;
        private Consumer<CodeReceived> recorder;

        private Builder(MobilityPolicy from) {
            anyone = from.anyone;
            shippers = from.shippers;
            allowed = from.allowed;
            denied = from.denied;
            shippedFirst = from.shippedFirst;
            limits = from.limits;
            child = from.child;
            host = from.host;
            recorder = from.recorder;
        }

        /** Accepts code from these alone, as {@link MobilityPolicy#accept} does. */
        public Builder accept(Identity... shippers) {
            anyone = false;
            this.shippers = Set.of(shippers);
            return this;
        }

        /** Accepts code that one of these Ed25519 keys has signed. */
        public Builder acceptSignedBy(PublicKey... keys) {
            return accept(Arrays.stream(keys).map(CodeSigner::identity).toArray(Identity[]::new));
        }

        /** Accepts code from everybody who can connect, as {@link MobilityPolicy#acceptAnyone} does. */
        public Builder acceptAnyone() {
            anyone = true;
            shippers = Set.of();
            return this;
        }

        /**
         * Accepts classes of these packages alone.
         *
         * @throws IllegalArgumentException if none is named, or a name is not one of a package
         */
        public Builder allow(String... packages) {
            if (packages.length == 0) {
                throw new IllegalArgumentException(
                        "No package is allowed, so that no code could come: name some, or leave this out to allow all");
            }
            allowed = Packages.checked(Set.of(packages));
            return this;
        }

        /**
         * Refuses classes of these packages.
         *
         * @throws IllegalArgumentException if a name is not one of a package
         */
        public Builder deny(String... packages) {
            denied = Packages.checked(Set.of(packages));
            return this;
        }

        /**
         * Prefers the sender's classes of these packages to this side's, which may be of another version.
         *
         * @throws IllegalArgumentException if a name is not one of a package
         */
        public Builder shippedFirst(String... packages) {
            shippedFirst = Packages.checked(Set.of(packages));
            return this;
        }

        /** Sets how much code is accepted (default {@link CodeLimits#defaults()}). */
        public Builder limits(CodeLimits limits) {
            this.limits = limits;
            return this;
        }

        /** Runs shipped code in a child JVM within these limits; null: in this process (the default). */
        public Builder child(@Nullable ChildLimits limits) {
            child = limits;
            return this;
        }

        /** Sets the loader of this side's classes. A child JVM has the class path that this one was started with. */
        public Builder host(ClassLoader host) {
            this.host = host;
            return this;
        }

        /**
         * Passes a record of each bundle to {@code recorder}, before any of its classes is defined. Several threads may call it at
         * the same time. If it throws, the bundle is refused: code that cannot be recorded does not run.
         */
        public Builder recorder(Consumer<CodeReceived> recorder) {
            this.recorder = recorder;
            return this;
        }

        /**
         * Returns the policy that is set now.
         *
         * @throws IllegalArgumentException if all packages that are allowed are denied, or a shipper names nobody
         */
        public MobilityPolicy build() {
            return new MobilityPolicy(anyone, shippers, allowed, denied, shippedFirst, limits, child, host, recorder);
        }
    }
}
