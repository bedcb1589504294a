package dev.wherry.lab.run;

import dev.wherry.lab.driver.Answer.Conformance;
import dev.wherry.lab.driver.Answer.Measurement;
import dev.wherry.lab.driver.Length;
import dev.wherry.lab.driver.Pair;
import dev.wherry.lab.driver.PeerFailure;
import dev.wherry.lab.driver.Work;
import dev.wherry.lab.peer.Peer;
import dev.wherry.lab.process.Processes;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Comparison;
import dev.wherry.lab.results.Parameters;
import dev.wherry.lab.results.Placement;
import dev.wherry.lab.results.Round;
import dev.wherry.lab.results.Transports;
import dev.wherry.lab.results.Verdict;
import dev.wherry.lab.results.WarmUp;
import dev.wherry.lab.suite.Schedule;
import dev.wherry.lab.suite.Schedule.Warming;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One system at one point of the grid: checks its answers, warms it up and runs its rounds, or finds out why it cannot. */
final class CellRun {
    /** Unrecorded calls right before a round, since the system was idle while the others had their turn. */
    private static final Length BEFORE_A_ROUND = new Length.Seconds(0.2);

    private final SystemUnderTest system;
    private final Point point;
    private final Warmer warmer;
    private final List<Round> rounds = new ArrayList<>();
    private Verdict verdict = Verdict.MEASURED;
    private @Nullable String reason;
    private @Nullable Conformance conformance;
    private @Nullable WarmUp warmUp;

    CellRun(SystemUnderTest system, Point point, Warmer warmer) {
        this.system = system;
        this.point = point;
        this.warmer = warmer;
    }

    private interface Step {
        void take() throws PeerFailure, InterruptedException, IOException;
    }

    boolean canGoOn() {
        return verdict == Verdict.MEASURED;
    }

    String system() {
        return system.peer().name();
    }

    void conform() throws InterruptedException, IOException {
        if (point.work(system.peer()).isEmpty()) {
            exclude(Verdict.NOT_OFFERED, "its adapter has no operation '%s'".formatted(point.operation()));
        } else if (system.peer().server() == null && point.placement() == Placement.CROSS_CORE) {
            exclude(Verdict.NOT_OFFERED, "it is one process, so its two ends cannot be on different cores");
        } else if (placementRefusal().isPresent()) {
            exclude(Verdict.NOT_OFFERED, placementRefusal().get());
        } else if (system.peer().refusal(point.params()).isPresent()) {
            exclude(Verdict.NOT_OFFERED, system.peer().refusal(point.params()).get());
        } else if (system.hopeless()) {
            exclude(Verdict.FAILED, "its processes failed to start before, twice in a row; it was not tried again");
        } else {
            attempt(this::checkAnswers);
        }
    }

    private Optional<String> placementRefusal() {
        return system.placement().refusal(system.peer());
    }

    private void checkAnswers() throws PeerFailure, InterruptedException, IOException {
        Conformance answer = pair().conform(work());
        conformance = answer;
        Peer peer = system.peer();
        if (!answer.conforms()) {
            exclude(Verdict.DID_NOT_CONFORM, String.valueOf(answer.reason()));
        } else if (!peer.mayUse(String.valueOf(answer.transport()))) {
            exclude(Verdict.DID_NOT_CONFORM, differs("transport", peer.transport(), answer.transport()));
        } else if (!peer.serializer().equals(answer.serializer())) {
            exclude(Verdict.DID_NOT_CONFORM, differs("serializer", peer.serializer(), answer.serializer()));
        }
        Map<String, String> seen = answer.versions() == null ? Map.of() : answer.versions();
        peer.proves().forEach((what, claimed) -> {
            if (canGoOn() && !claimed.equals(seen.get(what))) {
                exclude(Verdict.DID_NOT_CONFORM, differs(what, claimed, seen.get(what)));
            }
        });
    }

    private Pair pair() throws PeerFailure, InterruptedException, IOException {
        return system.pair();
    }

    private Work work() {
        return point.work(system.peer()).orElseThrow();
    }

    private static String differs(String what, String claimed, @Nullable String seen) {
        return "peer.toml claims %s %s, and the adapter saw %s at run time".formatted(what, claimed, seen);
    }

    /** Warms up its processes if they are kept over the rounds. */
    void warmUp() throws InterruptedException, IOException {
        attempt(() -> warmUp = warm(pair()));
    }

    private @Nullable WarmUp warm(Pair pair) throws PeerFailure, InterruptedException {
        return switch (point.schedule().warmUp()) {
            case NONE -> null;
            case UNTIL_STABLE -> untilStable(pair);
            case SAME_AGAIN -> once(pair, point.length());
            case CALLS -> once(pair, new Length.Calls(point.schedule().warmUpCalls()));
        };
    }

    private WarmUp untilStable(Pair pair) throws PeerFailure, InterruptedException {
        boolean fresh = system.takeFreshness();
        WarmUp done = warmer.warm(
                length -> pair.warm(work().withoutRate(), length), fresh, warmer.patience() - system.patienceSpent());
        system.spendPatience(warmer.spent(done));
        return done;
    }

    private WarmUp once(Pair pair, Length length) throws PeerFailure, InterruptedException {
        Measurement measured = pair.warm(work().withoutRate(), length);
        return new WarmUp(false, 1, measured.seconds(), null);
    }

    /** Runs one round, in new processes if the schedule requires that, or if only new ones are cold. */
    void round(int number) throws InterruptedException, IOException {
        attempt(() -> {
            if (point.freshProcesses() || (point.beginsCold() && rounds.isEmpty())) {
                system.discard();
                warmUp = warm(pair());
            } else if (point.schedule().freshClients()) {
                pair().renewClients();
            }
            if (callsBeforeRounds()) {
                pair().warm(work(), BEFORE_A_ROUND);
            }
            Round round = pair().run(number, work(), point.length());
            rounds.add(round);
            checkTransports(round);
        });
        if (point.freshProcesses()) {
            system.discard();
        }
    }

    /** Returns whether unrecorded calls are made before a round. With an offered rate they have that rate, which the warm-up did not. */
    private boolean callsBeforeRounds() {
        Schedule schedule = point.schedule();
        return Parameters.rate(point.params()).isPresent()
                ? schedule.warmUp() != Warming.NONE
                : schedule.warmUp() == Warming.UNTIL_STABLE && !point.freshProcesses();
    }

    /** Checks the transports of a round by the system's own count. */
    private void checkTransports(Round round) {
        Map<String, Long> carried = round.carried();
        if (carried != null && !carried.keySet().stream().allMatch(system.peer()::mayUse)) {
            exclude(
                    Verdict.DID_NOT_CONFORM,
                    "peer.toml claims transport %s; by the system's own count the calls of round %d went over %s"
                            .formatted(system.peer().transport(), round.round(), carried));
        }
    }

    /** Returns the transport that the system counted, else the one that was seen in the check of answers, else its claim. */
    private String transport() {
        Set<String> counted = new TreeSet<>();
        for (Round round : rounds) {
            counted.addAll(round.carried() == null ? Set.of() : round.carried().keySet());
        }
        Conformance seen = conformance;
        return !counted.isEmpty()
                ? Transports.joined(counted)
                : seen == null || seen.transport() == null ? system.peer().transport() : seen.transport();
    }

    private void attempt(Step step) throws InterruptedException, IOException {
        if (!canGoOn()) {
            return;
        }
        try {
            step.take();
        } catch (PeerFailure failure) {
            Processes.checkNotEnding();
            exclude(Verdict.FAILED, String.valueOf(failure.getMessage()));
            if (!failure.usable()) {
                system.discard();
            }
        }
    }

    private void exclude(Verdict why, String because) {
        verdict = why;
        reason = because;
        rounds.clear();
    }

    Cell cell() {
        return cell(List.of());
    }

    Cell cellBeside(@Nullable Cell baseline) {
        return cell(Comparison.of(cell(), baseline));
    }

    private Cell cell(List<Comparison> vsBaseline) {
        Peer peer = system.peer();
        Conformance seen = conformance;
        Map<String, String> versions = new TreeMap<>(peer.versions());
        if (seen != null && seen.versions() != null) {
            versions.putAll(seen.versions());
        }
        return new Cell(
                point.suite().name(),
                point.workload().name(),
                peer.name(),
                peer.title(),
                point.work(peer)
                        .map(Work::operation)
                        .filter(operation -> operation.equals(point.workload().ordinaryCall()))
                        .orElse(null),
                point.params(),
                transport(),
                seen == null || seen.serializer() == null ? peer.serializer() : seen.serializer(),
                system.placement().label(),
                point.schedule().mode(),
                versions,
                system.placement().clients().flags(peer.client(), peer.jvmFlags()),
                verdict,
                reason,
                warmUp,
                List.copyOf(rounds),
                vsBaseline);
    }
}
