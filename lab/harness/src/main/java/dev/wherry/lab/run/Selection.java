package dev.wherry.lab.run;

import dev.wherry.lab.peer.Peer;
import dev.wherry.lab.peer.Peers;
import dev.wherry.lab.plan.LabException;
import dev.wherry.lab.plan.RunPlan;
import dev.wherry.lab.results.Mode;
import dev.wherry.lab.results.Parameters;
import dev.wherry.lab.results.Results.LeftOut;
import dev.wherry.lab.results.Results.NoRate;
import dev.wherry.lab.suite.Extent;
import dev.wherry.lab.suite.Schedule;
import dev.wherry.lab.suite.Suite;
import dev.wherry.lab.suite.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The part of a suite that a plan selects: what the plan names, or else what the suite names for the preset. */
public final class Selection {
    private final RunPlan plan;
    private final Suite suite;
    private final Extent extent;
    private final Schedule schedule;
    private final Map<String, Peer> peers;

    private Selection(RunPlan plan, Suite suite, Extent extent, Schedule schedule, Map<String, Peer> peers) {
        this.plan = plan;
        this.suite = suite;
        this.extent = extent;
        this.schedule = schedule;
        this.peers = peers;
    }

    /**
     * Checks that there is what the plan selects.
     *
     * @throws LabException that says what there is instead
     */
    public static Selection of(RunPlan plan, Suite suite, Peers peers) {
        String preset = plan.preset().label();
        Extent extent = suite.presets().get(preset);
        if (extent == null) {
            throw new LabException("The suite %s has no preset %s; it has %s"
                    .formatted(
                            suite.name(),
                            preset,
                            String.join(", ", suite.presets().keySet())));
        }
        String mode = plan.mode() == null ? extent.mode() : plan.mode();
        Schedule schedule = extent.schedules().get(mode);
        if (schedule == null) {
            throw new LabException("The preset %s of the suite %s has no mode %s; it has %s"
                    .formatted(
                            preset,
                            suite.name(),
                            mode,
                            String.join(", ", extent.schedules().keySet())));
        }
        List<String> unknown = plan.systems().isEmpty() ? extent.unknown(peers.names()) : List.of();
        if (!unknown.isEmpty()) {
            throw new LabException("The preset %s of the suite %s names %s, and there are: %s"
                    .formatted(preset, suite.name(), String.join(", ", unknown), String.join(", ", peers.names())));
        }
        for (Workload workload : suite.workloads()) {
            if (plan.workloads().contains(workload.name()) && !schedule.measures(workload)) {
                throw new LabException("The original had no %s, so there is no faithful run of it; add --mode %s"
                        .formatted(workload.name(), Mode.CORRECTED));
            }
        }
        Schedule asked = schedule.with(plan.rounds(), calls(schedule, plan, suite, extent));
        Selection selection = new Selection(plan, suite, extent, asked, peers.sound());
        selection
                .chosen()
                .forEach(workload -> workload.refusal(plan.params()).ifPresent(refusal -> {
                    throw new LabException(refusal);
                }));
        return selection;
    }

    /** Returns the number of calls that replaces the preset's; null for none, and if workloads have their own number. */
    private static @Nullable Long calls(Schedule schedule, RunPlan plan, Suite suite, Extent extent) {
        List<Long> calls = plan.params().get(Parameters.CALLS);
        if (calls == null || suite.knows(Parameters.CALLS)) {
            return null;
        }
        if (!schedule.countsCalls()) {
            List<String> counting = extent.schedules().entrySet().stream()
                    .filter(mode -> mode.getValue().countsCalls())
                    .map(mode -> " --mode " + mode.getKey())
                    .toList();
            throw new LabException(
                    "The preset %s of the suite %s counts no calls in the mode %s, its rounds last so many seconds; %s"
                            .formatted(
                                    plan.preset().label(),
                                    suite.name(),
                                    schedule.mode(),
                                    counting.isEmpty()
                                            ? "leave calls=%s away".formatted(text(calls))
                                            : "add" + String.join(" or", counting)));
        }
        if (calls.size() != 1) {
            throw new LabException(
                    "No workload of the suite %s varies its calls, so they can have one value, not calls=%s"
                            .formatted(suite.name(), text(calls)));
        }
        return calls.getFirst();
    }

    private static String text(List<Long> values) {
        return values.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    RunPlan plan() {
        return plan;
    }

    Suite suite() {
        return suite;
    }

    Schedule schedule() {
        return schedule;
    }

    /** Returns the workloads to measure, with the offered rates if there are any. */
    List<Workload> workloads() {
        List<Long> rates = rates();
        return rates == null
                ? chosen()
                : chosen().stream()
                        .filter(workload -> workload.whyNoRate().isEmpty())
                        .map(workload -> workload.offered(rates))
                        .toList();
    }

    private @Nullable List<Long> rates() {
        return plan.params().get(Parameters.RATE);
    }

    /** Returns the workloads that an offered rate excludes. */
    List<NoRate> withoutRate() {
        if (rates() == null) {
            return List.of();
        }
        List<NoRate> without = new ArrayList<>();
        for (Workload workload : chosen()) {
            workload.whyNoRate().ifPresent(why -> without.add(new NoRate(suite.name(), workload.name(), why)));
        }
        return without;
    }

    private List<Workload> chosen() {
        return suite.workloads().stream()
                .filter(workload -> plan.workloads().isEmpty()
                        ? schedule.measures(workload) && !leavesOut(workload)
                        : plan.workloads().contains(workload.name()))
                .toList();
    }

    private boolean leavesOut(Workload workload) {
        return extent.leaveOut().contains(workload.name());
    }

    /** Returns whether the system takes part. One that the preset names must offer a selected workload. */
    public boolean includes(String system) {
        boolean wanted = plan.systems().isEmpty()
                ? isAbout(system) || system.equals(plan.baseline())
                : plan.named().isEmpty() || plan.named().contains(system);
        return wanted && !workloads().isEmpty();
    }

    private boolean isAbout(String system) {
        Peer peer = peers.get(system);
        return extent.isAbout(system) && (extent.systems().isEmpty() || peer == null || offersSomething(peer));
    }

    private boolean offersSomething(Peer peer) {
        return workloads().stream()
                .anyMatch(workload -> workload.asks(peer.operations()).isPresent());
    }

    /** Returns the systems and workloads that the preset leaves out; empty if there are none. */
    Optional<LeftOut> leftOut() {
        List<String> systems = peers.values().stream()
                .filter(peer -> peer.doesNotRun() == null && plan.systems().isEmpty())
                .filter(peer -> offersSomething(peer) && !includes(peer.name()))
                .map(Peer::name)
                .toList();
        List<String> workloads = suite.workloads().stream()
                .filter(workload -> plan.workloads().isEmpty() && schedule.measures(workload) && leavesOut(workload))
                .map(Workload::name)
                .toList();
        return systems.isEmpty() && workloads.isEmpty()
                ? Optional.empty()
                : Optional.of(new LeftOut(suite.name(), systems, workloads));
    }
}
