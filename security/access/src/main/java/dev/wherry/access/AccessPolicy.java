package dev.wherry.access;

import dev.wherry.Authorizer;
import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.EndpointOptions;
import dev.wherry.Identity;
import dev.wherry.Interceptor;
import dev.wherry.Invocation;
import dev.wherry.PeerRights;
import dev.wherry.text.OneLine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides who may call what, and how often. It gives identities roles, and roles the methods of bound objects. All else is
 * refused, except that everyone may look up a name that it knows. A method with {@link Allow} may be called by its roles alone.
 *
 * {@snippet :
 * AccessPolicy policy = AccessPolicy.read(Path.of("access.toml"));
 * EndpointOptions options = policy.applyTo(EndpointOptions.builder()).build();
 * }
 *
 * <p>Immutable but for the counts of its limits, which all endpoints with this policy share, and for the rules of one that is {@linkplain
 * #watched watched}. For any thread.
 */
public final class AccessPolicy {
    private final Supplier<AccessRules> rules;
    private final boolean limitsCallsInFlight;

    private AccessPolicy(Supplier<AccessRules> rules, boolean limitsCallsInFlight) {
        this.rules = rules;
        this.limitsCallsInFlight = limitsCallsInFlight;
    }

    /**
     * Reads a policy file in TOML, of at most 256 KiB. The guide has a file with all entries.
     *
     * @throws IOException if the file cannot be read
     * @throws PolicyException if an entry is unknown or invalid; the message names line and column
     */
    public static AccessPolicy read(Path file) throws IOException {
        return AccessFile.read(file).build();
    }

    /**
     * Reads a policy file, and follows its changes. It checks for changes at most once a second, when a call is made. A file
     * that cannot be read or is invalid leaves the rules as they are, and is logged with line and column. With new rules the counts of
     * limits begin anew. Replace the file by renaming, so that it is never seen in parts.
     *
     * @throws IOException if the file cannot be read
     * @throws PolicyException if an entry is unknown or invalid; the message names line and column
     */
    public static AccessPolicy watched(Path file) throws IOException {
        return watched(file, Duration.ofSeconds(1));
    }

    static AccessPolicy watched(Path file, Duration pause) throws IOException {
        return new AccessPolicy(new WatchedRules(file, pause), true);
    }

    /** Returns a builder of a policy that allows nothing. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Adds the policy to the options of an endpoint. The policy decides also who may list names and statistics, so {@link
     * PeerRights.Right#LISTING} is given. Returns the same builder.
     */
    public EndpointOptions.Builder applyTo(EndpointOptions.Builder options) {
        options.addAuthorizer(authorizer()).with(PeerRights.in(options.build()).and(PeerRights.Right.LISTING));
        if (limitsCallsInFlight) {
            options.addServerInterceptor(this::limitCallsInFlight);
        }
        return options;
    }

    /** Returns the part that decides before arguments are decoded: permissions and rates, but not the limits of calls in flight. */
    Authorizer authorizer() {
        return this::authorize;
    }

    /** Returns the roles of an identity. */
    Set<String> rolesOf(Identity identity) {
        return rules.get().rolesOf(identity);
    }

    private void authorize(Authorizer.Request request) {
        AccessRules.Decision decision = rules.get().decision(request.peer(), request.target(), request.method());
        if (decision.refusal() != null) {
            throw new CallException(Code.REFUSED, decision.refusal());
        }
        for (CallLimit.Use use : decision.limits()) {
            use.takeRate(decision.called());
        }
    }

    private @Nullable Object limitCallsInFlight(Invocation call, Interceptor.Next next) throws Throwable {
        AccessRules.Decision decision = rules.get().decision(call.peer(), call.target(), call.method());
        int entered = 0;
        @Nullable Object result = null;
        try {
            for (CallLimit.Use use : decision.limits()) {
                use.enter(decision.called());
                entered++;
            }
            result = next.proceed(call);
        } finally {
            int all = entered;
            if (result instanceof CompletionStage<?> later) {
                var _ = later.whenComplete((_, _) -> leave(decision.limits(), all));
            } else {
                leave(decision.limits(), all);
            }
        }
        return result;
    }

    private static void leave(List<CallLimit.Use> limits, int entered) {
        for (int i = 0; i < entered; i++) {
            limits.get(i).leave();
        }
    }

    /** Builds a policy. For one thread at a time. */
    public static final class Builder {
        private final Map<String, List<IdentityPattern>> roles = new LinkedHashMap<>();
        private final List<Selection> allowed = new ArrayList<>();
        private final List<CallLimit> limits = new ArrayList<>();

        private Builder() {}

        /**
         * Gives identities a role, besides those that have it already.
         *
         * @param role a name without {@code *}
         * @param who kind and name, such as {@code unix user ann} or {@code tls spiffe://bank.example/*}, or kind, attribute and value,
         *     such as {@code unix[group] build}. A {@code *} stands for any characters
         * @throws IllegalArgumentException if one is not of these forms
         */
        public Builder role(String role, String... who) {
            List<IdentityPattern> all = roles.computeIfAbsent(checkRole(role), _ -> new ArrayList<>());
            for (String each : who) {
                all.add(IdentityPattern.parse(each));
            }
            return this;
        }

        /**
         * Allows a role to call methods of a bound object.
         *
         * @param role {@link Allow#ANYONE}: everyone
         * @param name of the object, in which {@code *} stands for any characters. {@code the registry} and {@code the host of tasks} are
         *     matched only in full
         * @param methods their names, in which {@code *} stands for any characters; none: all methods
         */
        public Builder allow(String role, String name, String... methods) {
            return allow(new Selection(Set.of(role), globs(List.of(name)), globs(List.of(methods)), List.of()));
        }

        /**
         * Allows a role to call the methods that interfaces declare, also of objects that have no name.
         *
         * @param role {@link Allow#ANYONE}: everyone
         */
        public Builder allow(String role, Class<?>... interfaces) {
            List<Glob> names = new ArrayList<>();
            for (Class<?> each : interfaces) {
                names.add(new Glob(each.getName()));
            }
            if (names.isEmpty()) {
                throw new IllegalArgumentException("No interface to allow to '" + role + "'");
            }
            return allow(new Selection(Set.of(role), List.of(), List.of(), names));
        }

        /**
         * Limits how often each caller calls a bound object.
         *
         * @param name of the object, in which {@code *} stands for any characters
         * @param perSecond calls in a second, from 0.001 to 1,000,000
         * @param burst calls at once, at least 1
         */
        public Builder limitRate(String name, double perSecond, int burst) {
            return limit(everyone(name), new CallLimit.Amounts(0, perSecond, burst, false));
        }

        /**
         * Limits how many calls of a bound object each caller has in flight.
         *
         * @param name of the object, in which {@code *} stands for any characters
         * @param most at least 1
         */
        public Builder limitCallsInFlight(String name, int most) {
            return limit(everyone(name), new CallLimit.Amounts(most, 0, 0, false));
        }

        private static Selection everyone(String name) {
            return new Selection(Set.of(Allow.ANYONE), globs(List.of(name)), List.of(), List.of());
        }

        Builder allow(Selection entry) {
            checkRoles(entry);
            allowed.add(entry);
            return this;
        }

        Builder limit(Selection of, CallLimit.Amounts amounts) {
            checkRoles(of);
            limits.add(new CallLimit(of, amounts));
            return this;
        }

        private void checkRoles(Selection entry) {
            for (String role : entry.roles()) {
                if (!role.equals(Allow.ANYONE) && !roles.containsKey(role)) {
                    throw new IllegalArgumentException("No role '" + OneLine.of(role) + "': roles are " + roles.keySet()
                            + ", and \"*\" is everyone");
                }
            }
        }

        private static String checkRole(String role) {
            Objects.requireNonNull(role, "role");
            if (role.isBlank() || role.contains("*")) {
                throw new IllegalArgumentException(
                        "'" + OneLine.of(role) + "' is not a role: expected a name without *");
            }
            return role;
        }

        static List<Glob> globs(List<String> texts) {
            return texts.stream().map(Glob::new).toList();
        }

        /** Returns the policy that is set now. */
        public AccessPolicy build() {
            AccessRules made = rules();
            return new AccessPolicy(() -> made, made.limitCallsInFlight());
        }

        AccessRules rules() {
            Map<String, List<IdentityPattern>> copy = new LinkedHashMap<>();
            roles.forEach((role, who) -> copy.put(role, List.copyOf(who)));
            return new AccessRules(copy, List.copyOf(allowed), List.copyOf(limits));
        }
    }
}
