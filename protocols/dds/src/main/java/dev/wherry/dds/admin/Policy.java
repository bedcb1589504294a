package dev.wherry.dds.admin;

import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.types.Representation;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Function;

/** The policies that decide whether a reader matches a writer: the request of the reader must not exceed the offer of the writer. */
@SuppressWarnings("ImmutableEnumChecker") // the functions have no state
public enum Policy {
    RELIABILITY(
            Qos::reliability, (offered, requested) -> offered.reliability().compareTo(requested.reliability()) >= 0),
    DURABILITY(Qos::durability, (offered, requested) -> offered.durability().compareTo(requested.durability()) >= 0),
    DEADLINE(
            qos -> text(qos.deadline()),
            (offered, requested) -> offered.deadline().compareTo(requested.deadline()) <= 0),
    LATENCY_BUDGET(
            qos -> text(qos.latencyBudget()),
            (offered, requested) -> offered.latencyBudget().compareTo(requested.latencyBudget()) <= 0),
    OWNERSHIP(Qos::ownership, (offered, requested) -> offered.ownership() == requested.ownership()),
    LIVELINESS(
            qos -> qos.liveliness() + " " + text(qos.lease()),
            (offered, requested) -> offered.liveliness().compareTo(requested.liveliness()) >= 0
                    && offered.lease().compareTo(requested.lease()) <= 0),
    DESTINATION_ORDER(
            Qos::destinationOrder,
            (offered, requested) -> offered.destinationOrder().compareTo(requested.destinationOrder()) >= 0),
    DATA_REPRESENTATION(
            Policy::representations,
            (offered, requested) ->
                    representations(requested).contains(representations(offered).getFirst())),
    PARTITION(
            Policy::partitions,
            (offered, requested) -> partitions(offered).stream()
                    .anyMatch(one -> partitions(requested).stream().anyMatch(other -> isSame(one, other))));

    private final Function<Qos, Object> value;
    private final BiPredicate<Qos, Qos> fits;

    Policy(Function<Qos, Object> value, BiPredicate<Qos, Qos> fits) {
        this.value = value;
        this.fits = fits;
    }

    /** Returns whether a writer with one set of policies matches a reader with another, as far as this policy decides. */
    boolean fits(Qos offered, Qos requested) {
        return fits.test(offered, requested);
    }

    /** Returns the value in a set of policies, as a text. */
    String in(Qos qos) {
        return String.valueOf(value.apply(qos));
    }

    /** Returns the name in plain English. */
    String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Returns all policies with their values. */
    public static Map<String, String> texts(Qos qos) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (Policy each : values()) {
            texts.put(each.text(), each.in(qos));
        }
        if (qos.ownership() == Qos.Ownership.EXCLUSIVE) {
            texts.put("ownership strength", String.valueOf(qos.strength()));
        }
        return texts;
    }

    private static String text(Duration time) {
        return time.compareTo(Qos.FOREVER) >= 0 ? "unlimited" : time.toString();
    }

    /** Without the policy, the encoding is the older one. */
    static List<Representation> representations(Qos qos) {
        return qos.representations().isEmpty() ? List.of(Representation.XCDR1) : qos.representations();
    }

    /** The default partition has the empty name. */
    private static List<String> partitions(Qos qos) {
        return qos.partitions().isEmpty() ? List.of("") : qos.partitions();
    }

    /** Each may have wildcards, but not both. */
    private static boolean isSame(String one, String other) {
        return one.equals(other) || matches(one, other) || matches(other, one);
    }

    private static boolean matches(String pattern, String name) {
        if ((pattern.indexOf('*') < 0 && pattern.indexOf('?') < 0)
                || name.indexOf('*') >= 0
                || name.indexOf('?') >= 0) {
            return false;
        }
        return globs(pattern, name);
    }

    /** Goes back to the last star only, so that no pattern takes longer than the product of the lengths. */
    private static boolean globs(String pattern, String name) {
        int at = 0;
        int star = -1;
        int covered = 0;
        for (int i = 0; i < name.length(); ) {
            char wanted = at < pattern.length() ? pattern.charAt(at) : 0;
            if (wanted == '*') {
                star = at++;
                covered = i;
            } else if (wanted == '?' || (wanted == name.charAt(i) && at < pattern.length())) {
                at++;
                i++;
            } else if (star >= 0) {
                at = star + 1;
                i = ++covered;
            } else {
                return false;
            }
        }
        while (at < pattern.length() && pattern.charAt(at) == '*') {
            at++;
        }
        return at == pattern.length();
    }
}
