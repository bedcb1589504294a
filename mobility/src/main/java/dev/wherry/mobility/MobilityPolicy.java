package dev.wherry.mobility;

import dev.wherry.EndpointOptions;
import dev.wherry.ExtensionOption;
import dev.wherry.Identity;
import java.security.PublicKey;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Decides whose code an endpoint accepts, which code, and where it runs. Other code is refused with a
 * {@link dev.wherry.CallException} of code {@code REFUSED} that names the rule. Immutable.
 *
 * {@snippet :
 * var policy = MobilityPolicy.builder().acceptSignedBy(key).allow("com.acme.*").build();
 * try (var host = Endpoint.listen(uri, EndpointOptions.builder().with(policy).build())) { ... }
 * }
 *
 * <p>A policy says who may ship code, and prevents accidents. It is not a sandbox. Code that runs in this process can do what the
 * process can do, and code in a child JVM can do what the user of that process can do.
 *
 * <p>Packages are named {@code com.acme} for exactly that one, {@code com.acme.*} for it and all below it, or the empty
 * string for classes without a package. Packages of the JDK and of Wherry are never accepted.
 */
public final class MobilityPolicy implements ExtensionOption {
    private static final MobilityPolicy OFF = builder().build();

    private final Values values;

    private MobilityPolicy(Values values) {
        this.values = values;
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

    /** Returns the policy that accepts code from these identities alone, see {@link Builder#accept}. All else has its default. */
    public static MobilityPolicy accept(Identity... shippers) {
        return builder().accept(shippers).build();
    }

    /** Returns the policy that accepts code that one of these Ed25519 keys has signed. All else has its default. */
    public static MobilityPolicy acceptSignedBy(PublicKey... keys) {
        return builder().acceptSignedBy(keys).build();
    }

    /** Returns the policy that accepts code from everybody, see {@link Builder#acceptAnyone}. All else has its default. */
    public static MobilityPolicy acceptAnyone() {
        return builder().acceptAnyone().build();
    }

    /** Returns a builder that has the defaults set, by which nobody's code is accepted. */
    public static Builder builder() {
        return new Builder(new Values());
    }

    /** Returns a builder that has this policy set. */
    public Builder toBuilder() {
        return new Builder(values.copy());
    }

    /** Returns whether everybody who can connect may ship code. */
    public boolean anyone() {
        return values.anyone;
    }

    /** Returns the identities that may ship code; empty if everybody may, and if nobody may. */
    public Set<Identity> shippers() {
        return values.shippers;
    }

    /** Returns the packages whose classes are accepted; empty: all. */
    public Set<String> allowed() {
        return values.allowed;
    }

    /** Returns the packages whose classes are refused even if {@link #allowed} contains them. */
    public Set<String> denied() {
        return values.denied;
    }

    /** Returns the packages of which a shipped class is used even if this side has a class of the same name. */
    public Set<String> shippedFirst() {
        return values.shippedFirst;
    }

    /** Returns how much code is accepted. */
    public CodeLimits limits() {
        return values.limits;
    }

    /** Returns the limits of the child JVM that runs shipped code; null: it runs in this process. */
    public @Nullable ChildLimits child() {
        return values.child;
    }

    /** Returns the loader of this side's classes; null: the context class loader of the thread that creates the endpoint. */
    public @Nullable ClassLoader host() {
        return values.host;
    }

    /** Returns what gets a record of each bundle. */
    public Consumer<CodeReceived> recorder() {
        return values.recorder;
    }

    /** Returns whether all code is refused. */
    public boolean isOff() {
        return !values.anyone && values.shippers.isEmpty();
    }

    @Override
    public boolean acceptsCode() {
        return !isOff();
    }

    /** Returns whether a peer with this identity may ship code. */
    public boolean accepts(Identity shown) {
        return values.anyone || values.shippers.stream().anyMatch(shipper -> meets(shown, shipper));
    }

    /** Returns whether the packages that are allowed and denied permit a class of this binary name. */
    public boolean allows(String className) {
        return (values.allowed.isEmpty() || Packages.contain(values.allowed, className))
                && !Packages.contain(values.denied, className);
    }

    /** Returns whether a shipped class of this binary name is used even if this side has one. */
    public boolean prefersShipped(String className) {
        return Packages.contain(values.shippedFirst, className);
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

    @Override
    public String toString() {
        if (isOff()) {
            return "code mobility off";
        }
        return "code accepted from "
                + (values.anyone ? "anyone" : shown(values.shippers))
                + (values.allowed.isEmpty() ? "" : ", of packages " + values.allowed)
                + (values.denied.isEmpty() ? "" : ", not of packages " + values.denied)
                + (values.child == null ? ", in this process" : ", in a child JVM");
    }

    /** All parts with their defaults. A builder changes the values of its own; those of a built policy never change. */
    private static final class Values implements Cloneable {
        boolean anyone;
        Set<Identity> shippers = Set.of();
        Set<String> allowed = Set.of();
        Set<String> denied = Set.of();
        Set<String> shippedFirst = Set.of();
        CodeLimits limits = CodeLimits.defaults();

        @Nullable
        ChildLimits child;

        @Nullable
        ClassLoader host;

        Consumer<CodeReceived> recorder = CodeReceived::log;

        Values copy() {
            try {
                return (Values) clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** Sets a policy. Each method replaces what was set before. For one thread at a time. */
    public static final class Builder {
        private final Values values;

        private Builder(Values values) {
            this.values = values;
        }

        /**
         * Accepts code from these identities alone. A peer meets one if it has the same kind, the name if one is stated, and the
         * attributes that are stated. {@code Identity.of("unix", "user ann")} is the user of a Unix socket's peer
         * ({@code uid 1000} over {@code shm:}), {@code new Identity("unix", null, Map.of("group", "build"))} is every user of a
         * group, and {@link CodeSigner#identity(PublicKey)} is the signer with that key.
         *
         * <p>A second call replaces the identities of the first, and those of {@link #acceptSignedBy} and
         * {@link #acceptAnyone}. To accept code from users and from signers, pass all of them to one call, such as
         * {@code accept(Identity.of("unix", "user ann"), CodeSigner.identity(key))}.
         *
         * @throws IllegalArgumentException if one names nobody, or is an address, which proves nothing
         */
        public Builder accept(Identity... shippers) {
            values.shippers = Set.of(shippers);
            values.shippers.forEach(Builder::check);
            values.anyone = false;
            return this;
        }

        private static void check(Identity shipper) {
            if (shipper.kind().equals("address")) {
                throw new IllegalArgumentException(
                        "The address " + shipper + " proves nothing about who ships: name a key"
                                + " that signs or a user of a Unix socket, or say acceptAnyone()");
            }
            if (shipper.name() == null && shipper.attributes().isEmpty()) {
                throw new IllegalArgumentException(
                        "'" + shipper + "' names nobody: give a name or an attribute, such as"
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

        /**
         * Accepts code that one of these Ed25519 keys has signed, and no other. Replaces what {@link #accept} and
         * {@link #acceptAnyone} have set. To accept code from users too, pass them and the keys to {@link #accept}.
         */
        public Builder acceptSignedBy(PublicKey... keys) {
            return accept(Arrays.stream(keys).map(CodeSigner::identity).toArray(Identity[]::new));
        }

        /**
         * Accepts code from everybody who can connect: for loopback, and for networks where everybody may run any program.
         * Replaces what {@link #accept} and {@link #acceptSignedBy} have set.
         */
        public Builder acceptAnyone() {
            values.anyone = true;
            values.shippers = Set.of();
            return this;
        }

        /**
         * Accepts classes of these packages alone (default: of all packages). A second call replaces the packages of the first,
         * so name all packages in one call.
         *
         * @throws IllegalArgumentException if none is named, or a name is not one of a package
         */
        public Builder allow(String... packages) {
            if (packages.length == 0) {
                throw new IllegalArgumentException(
                        "No package is allowed, so that no code would be accepted: name some, or leave this out to allow all");
            }
            values.allowed = Packages.checked(Set.of(packages));
            return this;
        }

        /**
         * Refuses classes of these packages, even if they are allowed (default none). A second call replaces the packages of the
         * first, so name all packages in one call.
         *
         * @throws IllegalArgumentException if a name is not one of a package
         */
        public Builder deny(String... packages) {
            values.denied = Packages.checked(Set.of(packages));
            return this;
        }

        /**
         * Prefers the sender's classes of these packages to this side's, which may be of another version (default none). A second
         * call replaces the packages of the first, so name all packages in one call.
         *
         * @throws IllegalArgumentException if a name is not one of a package
         */
        public Builder shippedFirst(String... packages) {
            values.shippedFirst = Packages.checked(Set.of(packages));
            return this;
        }

        /** Sets how much code is accepted (default {@link CodeLimits#defaults()}). */
        public Builder limits(CodeLimits limits) {
            values.limits = Objects.requireNonNull(limits, "limits");
            return this;
        }

        /** Runs shipped code in a child JVM within these limits; null: in this process (the default). */
        public Builder child(@Nullable ChildLimits limits) {
            values.child = limits;
            return this;
        }

        /**
         * Sets the loader of this side's classes (default the context class loader of the thread that creates the endpoint). A child
         * JVM has the class path that this one was started with.
         */
        public Builder host(ClassLoader host) {
            values.host = Objects.requireNonNull(host, "host");
            return this;
        }

        /**
         * Passes a record of each bundle to {@code recorder}, before any of its classes is defined (default: writes it to the log
         * {@code dev.wherry.mobility}). Several threads may call it at the same time. If it throws, the bundle is refused: code
         * that cannot be recorded does not run.
         */
        public Builder recorder(Consumer<CodeReceived> recorder) {
            values.recorder = Objects.requireNonNull(recorder, "recorder");
            return this;
        }

        /**
         * Returns the policy that is set now.
         *
         * @throws IllegalArgumentException if all packages that are allowed are denied
         */
        public MobilityPolicy build() {
            if (!values.allowed.isEmpty() && Packages.containAll(values.denied, values.allowed)) {
                throw new IllegalArgumentException("Each package that is allowed, " + values.allowed + ", is denied by "
                        + values.denied + ", so that no code would be accepted: deny less, or allow more");
            }
            return new MobilityPolicy(values.copy());
        }
    }
}
