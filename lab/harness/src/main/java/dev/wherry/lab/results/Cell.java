package dev.wherry.lab.results;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonProperty.Access;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * One workload with one set of parameters on one system. Other figures follow from its components.
 *
 * @param system the peer's folder name
 * @param ordinaryCall the operation that replaced the workload's, if that ships tasks and the system ships none: the same
 *     work as an ordinary call; else null
 * @param transport as seen at run time; several are separated by plus signs
 * @param placement where the processes ran: {@code free} (the kernel chose), {@code same-core}, {@code cross-core},
 *     {@code veth} (two network namespaces of one machine) or {@value #TWO_HOSTS}
 * @param jvmFlags given to its processes, those of the environment included, in the order in which they take effect
 * @param reason why it was not measured, with the tail of the process's error output; null when it was
 * @param warmUp null if there was none
 * @param vsBaseline empty for the baseline itself, and if one of the two was not measured
 */
public record Cell(
        String suite,
        String workload,
        String system,
        String title,
        @Nullable String ordinaryCall,
        Map<String, Long> params,
        String transport,
        String serializer,
        String placement,
        String mode,
        Map<String, String> versions,
        List<String> jvmFlags,
        Verdict verdict,
        @Nullable String reason,
        @Nullable WarmUp warmUp,
        List<Round> rounds,
        List<Comparison> vsBaseline) {
    public static final String TWO_HOSTS = "two-hosts";

    /** Returns the figures of the offered rate; null in a closed loop. */
    @JsonProperty(access = Access.READ_ONLY)
    public @Nullable OpenLoop openLoop() {
        return OpenLoop.of(params, smoke(), rounds);
    }

    public OptionalDouble median(ToDoubleFunction<Round> figure) {
        return Statistics.median(rounds.stream().mapToDouble(figure));
    }

    public List<String> versionTexts() {
        return versions.entrySet().stream()
                .map(version -> version.getKey() + " " + version.getValue())
                .toList();
    }

    /** Returns the first line of the reason; empty if there is none. */
    public String why() {
        return reason == null ? "" : reason.lines().findFirst().orElse("");
    }

    public String fate() {
        return why().isEmpty() ? verdict.label() : verdict.label() + ": " + why();
    }

    /** Returns whether it was measured, and every call was answered. Rates with failed calls are not compared. */
    public boolean sound() {
        return verdict == Verdict.MEASURED
                && rounds.stream().allMatch(round -> round.failed() == 0 && round.missing() == 0);
    }

    /** Returns whether it could not be measured, or its calls failed, were lost or were executed twice. */
    public boolean wrong() {
        return verdict == Verdict.FAILED
                || verdict == Verdict.DID_NOT_CONFORM
                || rounds.stream().anyMatch(round -> round.failed() + round.missing() + round.duplicates() > 0);
    }

    public boolean smoke() {
        return mode.equals(Mode.SMOKE);
    }

    /** Returns whether its rate never became stable in the warm-up. */
    public boolean neverStable() {
        return warmUp != null && !warmUp.stable() && mode.equals(Mode.CORRECTED);
    }

    public boolean capped() {
        return rounds.stream().anyMatch(Round::capped);
    }

    public boolean saturated() {
        OpenLoop loop = openLoop();
        return loop != null && loop.saturated();
    }

    /** Returns whether any of its calls used shared memory, which two hosts cannot have. */
    public boolean sharesMemory() {
        return Transports.of(transport).contains(Transports.SHM);
    }

    /** Returns whether both ends are in one process. */
    public boolean staysInProcess() {
        return Transports.of(transport).contains(Transports.IN_PROCESS);
    }

    public boolean hasTwoHosts() {
        return placement.equals(TWO_HOSTS);
    }

    /** Returns how many of the processors of a machine its two ends had. */
    public int processors(int cores) {
        return placement.equals(Placement.SAME_CORE.label())
                ? 1
                : placement.equals(Placement.CROSS_CORE.label()) ? 2 : cores;
    }

    /** Returns whether there was a network between its ends, including one between two namespaces of one host. */
    public boolean hasNetwork() {
        return hasTwoHosts() || placement.equals(Placement.VETH.label());
    }
}
