package dev.wherry.access;

import dev.wherry.Identity;
import dev.wherry.text.OneLine;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** The entries of a policy, and what has been decided by them. Immutable but for the counts of limits; for any thread. */
final class AccessRules {
    private static final int MOST_KEPT = 4_096;

    private final Map<String, List<IdentityPattern>> roles;
    private final List<Selection> allowed;
    private final List<CallLimit> limits;
    private final ConcurrentMap<Call, Decision> decisions = new ConcurrentHashMap<>();

    /** What a decision depends on. It has neither the port of the caller nor the number of an object, of which there are many. */
    private record Call(String kind, String name, Map<String, String> attributes, CallTarget object, Method method) {}

    /**
     * The decision about all calls of one method of one object by one caller.
     *
     * @param refusal the message of the refusal; null: the call is allowed
     */
    record Decision(@Nullable String refusal, String called, List<CallLimit.Use> limits) {}

    AccessRules(Map<String, List<IdentityPattern>> roles, List<Selection> allowed, List<CallLimit> limits) {
        this.roles = roles;
        this.allowed = allowed;
        this.limits = limits;
    }

    boolean limitCallsInFlight() {
        return limits.stream().anyMatch(CallLimit::limitsInFlight);
    }

    Set<String> rolesOf(Identity identity) {
        Set<String> found = new HashSet<>();
        roles.forEach((role, who) -> {
            if (who.stream().anyMatch(each -> each.matches(identity))) {
                found.add(role);
            }
        });
        return found;
    }

    Decision decision(Identity caller, String target, Method method) {
        CallTarget object = CallTarget.of(target, method);
        Call call = new Call(caller.kind(), IdentityPattern.nameOf(caller), caller.attributes(), object, method);
        Decision decision = decisions.get(call);
        if (decision == null) {
            if (decisions.size() >= MOST_KEPT) {
                decisions.clear();
            }
            decision = decide(caller, object, method);
            decisions.put(call, decision);
        }
        return decision;
    }

    /** Returns how many decisions are kept. */
    int kept() {
        return decisions.size();
    }

    private Decision decide(Identity caller, CallTarget object, Method method) {
        String called = "'" + method.getName() + "' of " + object.text();
        Set<String> held = rolesOf(caller);
        if (!isAllowed(held, object, method)) {
            return new Decision(
                    OneLine.whole("Permission denied: " + caller.kind() + " " + IdentityPattern.nameOf(caller)
                            + " may not call " + called
                            + ". The access policy gives it "
                            + (held.isEmpty() ? "no role" : "no role that may, only " + held)),
                    called,
                    List.of());
        }
        return new Decision(
                null,
                called,
                limits.stream()
                        .filter(limit -> limit.selection().isOf(held)
                                && limit.selection().has(object, method))
                        .map(limit -> limit.of(caller))
                        .toList());
    }

    private boolean isAllowed(Set<String> held, CallTarget object, Method method) {
        if (CallTarget.isLookup(method)) {
            return true;
        }
        Set<String> annotated = AllowedRoles.of(method);
        if (annotated != null) {
            return annotated.contains(Allow.ANYONE) || held.stream().anyMatch(annotated::contains);
        }
        return allowed.stream()
                .anyMatch(entry -> entry.isOf(held)
                        && entry.has(object, method)
                        && !(object.isUnnamed() && entry.interfaces().isEmpty()));
    }
}
