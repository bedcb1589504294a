package dev.wherry.lab.run;

import dev.wherry.lab.driver.Limits;
import dev.wherry.lab.peer.Peer;
import dev.wherry.lab.peer.Workshop;
import dev.wherry.lab.plan.LabException;
import dev.wherry.lab.plan.Preset;
import dev.wherry.lab.plan.Progress;
import dev.wherry.lab.plan.RunPlan;
import dev.wherry.lab.plan.ServersOn;
import dev.wherry.lab.results.About;
import dev.wherry.lab.results.Absent;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Machine;
import dev.wherry.lab.results.NoRate;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.ServerHost;
import dev.wherry.lab.results.Terms;
import dev.wherry.lab.run.Ahead.Holder;
import dev.wherry.lab.run.Unfinished.Held;
import dev.wherry.lab.site.Ground;
import dev.wherry.lab.site.MachineSheet;
import dev.wherry.lab.suite.Schedule;
import dev.wherry.lab.suite.Suite;
import dev.wherry.lab.suite.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One run of the lab: every system at every point of the suites' grids. */
public final class Tournament {
    private final RunPlan plan;
    private final SequencedMap<String, Selection> selections;
    private final Workshop workshop;
    private final Limits limits;
    private final Progress progress;
    private final OwnLoops ownLoops;
    private final @Nullable ServersOn otherHost;
    private final List<Absent> absent = new ArrayList<>();
    private final List<Contender> contenders = new ArrayList<>();

    /**
     * Of what the plan selects; those that call nobody tell first what the lab's own loops cost.
     *
     * @param otherHost that of the plan, and what its agent is shown; null where the plan has none
     */
    public Tournament(
            RunPlan plan,
            List<Selection> selections,
            Workshop workshop,
            Limits limits,
            Progress progress,
            List<Peer> nulls,
            @Nullable ServersOn otherHost) {
        this.plan = plan;
        this.selections = new LinkedHashMap<>();
        selections.forEach(selection -> this.selections.put(selection.suite().name(), selection));
        this.workshop = workshop;
        this.limits = limits;
        this.progress = progress;
        ownLoops = new OwnLoops(nulls, workshop, limits, progress);
        this.otherHost = otherHost;
    }

    /** Takes what the run has after each contest, before there is more. */
    public interface Keeper {
        /** Keeps it in place of what it had. */
        void keep(Unfinished sofar) throws IOException;
    }

    /**
     * Prepares the peers and runs. When it returns or throws, none of their processes is left.
     *
     * @param known all sound systems by name
     * @param peers those to run
     * @param lacking systems that were asked for and are already known not to be here
     * @param before an interrupted run of these peers that is to be carried on; null to begin one
     */
    public Results run(
            Map<String, Peer> known, List<Peer> peers, List<Absent> lacking, @Nullable Unfinished before, Keeper keeper)
            throws InterruptedException, IOException {
        List<Point> points = selections.values().stream()
                .flatMap(selection -> points(selection).stream())
                .toList();
        List<NoRate> withoutRate = withoutRate();
        withoutRate.forEach(one -> progress.notes(
                "%s %s takes no rate and is left out: %s".formatted(one.suite(), one.workload(), one.reason())));
        if (points.isEmpty() && !withoutRate.isEmpty()) {
            throw new LabException("No workload is left that calls could be offered to at a rate");
        }
        if (points.isEmpty()) {
            throw new LabException(
                    "No workload is left with the parameters %s: a workload that fixes a parameter runs only"
                                    .formatted(plan.params())
                            + " if its value is among those asked for. Ask for one varied parameter at a time");
        }
        try (Ground ground = ground(known)) {
            return run(points, peers, lacking, before, keeper, ground);
        }
    }

    /** Whether figures mean nothing, so that nobody has to be alone with the processors or to be fast. */
    private boolean hasty() {
        return plan.preset() == Preset.SMOKE;
    }

    private Ground ground(Map<String, Peer> known) throws InterruptedException, IOException {
        if (otherHost == null) {
            return Ground.here(plan.placement(), hasty(), known, workshop);
        }
        progress.doing("connecting to %s".formatted(otherHost));
        return Ground.withServersOn(otherHost, hasty());
    }

    private Results run(
            List<Point> points,
            List<Peer> peers,
            List<Absent> lacking,
            @Nullable Unfinished before,
            Keeper keeper,
            Ground ground)
            throws InterruptedException, IOException {
        Machine today = MachineSheet.read(workshop.root());
        ServerHost servers = ground.host();
        if (servers != null && !servers.machine().sharesSourcesWith(today)) {
            progress.notes("The checkouts may differ: the servers' at %s is %s, the clients' is %s"
                    .formatted(servers.agent(), servers.machine().checkout(), today.checkout()));
        }
        lacking.forEach(this::lacks);
        Unfinished whole;
        try {
            for (Peer peer : peers) {
                enter(peer, ground);
            }
            Conditions conditions = conditions(points, ground);
            Unfinished begun =
                    before == null ? begun(conditions, today, ground) : before.carriedOn(conditions, today, servers);
            whole = hold(points, begun, keeper);
        } finally {
            contenders.forEach(Contender::close);
            progress.ends();
        }
        return Suite.judged(results(whole), suites().toList());
    }

    private Unfinished begun(Conditions conditions, Machine today, Ground ground) throws InterruptedException {
        return new Unfinished(
                Unfinished.SCHEMA,
                plan,
                conditions,
                today,
                ground.host(),
                List.copyOf(absent),
                List.of(),
                ownLoops.measure(contenders.stream().map(Contender::peer).toList(), ground.clients()),
                List.of());
    }

    /** Holds the contests that are not held yet. */
    private Unfinished hold(List<Point> points, Unfinished begun, Keeper keeper)
            throws InterruptedException, IOException {
        List<Stage> stages =
                Stage.of(points, contenders, plan.preset(), (contender, point) -> takes(point, contender.peer()));
        Forecast forecast = new Forecast(stages, System::nanoTime);
        begun.contests().forEach(held -> forecast.done(held.seconds()));
        progress.begins(
                stages.stream().mapToInt(stage -> stage.contenders().size()).sum());
        if (!begun.contests().isEmpty()) {
            progress.keeps(begun.cells());
        }
        Holder holder = stage ->
                new Contest(stage.point(), stage.contenders(), Warmer.USUAL, progress, forecast).hold(plan.baseline());
        List<Stage> rest = stages.subList(begun.contests().size(), stages.size());
        Unfinished sofar = begun;
        try (Sparing kept = new Sparing(keeper, sofar);
                Ahead ahead = new Ahead(hasty() ? rest : List.of(), holder)) {
            for (int i = 0; i < rest.size(); i++) {
                Stage stage = rest.get(i);
                List<Cell> cells = hasty() ? ahead.of(stage) : holder.hold(stage);
                double seconds = forecast.elapsed();
                Ending.check();
                sofar = sofar.with(new Held(seconds, cells));
                kept.keep(sofar);
                forecast.done(seconds);
                progress.left(forecast.left());
                cells.forEach(progress::finished);
                if (!hasty() && i + 1 < rest.size()) {
                    stage.leaveTo(rest.get(i + 1));
                }
            }
        }
        return sofar;
    }

    private Results results(Unfinished whole) {
        return new Results(
                Results.SCHEMA,
                plan.preset().label(),
                plan.baseline(),
                whole.machine(),
                whole.cells(),
                whole.absent(),
                List.of(),
                whole.resumedAt().isEmpty() ? null : whole.resumedAt(),
                List.of(),
                about(),
                whole.servers(),
                selections.values().stream()
                        .flatMap(selection -> selection.leftOut().stream())
                        .toList(),
                whole.loops(),
                withoutRate(),
                suites().map(Suite::titles).toList(),
                List.of(),
                suites().map(suite -> new Terms(suite.name(), plan.params(), Double.isInfinite(plan.capSeconds())))
                        .toList(),
                List.of());
    }

    private Map<String, About> about() {
        Map<String, About> about = new LinkedHashMap<>();
        for (Contender contender : contenders) {
            About own = contender.peer().about();
            if (own != null) {
                about.put(contender.peer().name(), own);
            }
        }
        return about;
    }

    private List<NoRate> withoutRate() {
        return selections.values().stream()
                .flatMap(selection -> selection.withoutRate().stream())
                .toList();
    }

    private Stream<Suite> suites() {
        return selections.values().stream().map(Selection::suite);
    }

    private boolean takes(Point point, Peer peer) {
        return Objects.requireNonNull(selections.get(point.suite().name())).takes(peer.name());
    }

    private Conditions conditions(List<Point> points, Ground ground) throws InterruptedException, IOException {
        List<Peer> peers = contenders.stream().map(Contender::peer).toList();
        return new Conditions(
                Setup.here(peers, workshop),
                Setup.there(peers, ground),
                points.stream().map(this::asked).toList());
    }

    private Conditions.Asked asked(Point point) {
        return new Conditions.Asked(
                words(point),
                contenders.stream()
                        .map(Contender::peer)
                        .filter(peer -> takes(point, peer))
                        .map(Peer::name)
                        .toList());
    }

    /** All that a point's figures depend on. */
    private static String words(Point point) {
        return "%s %s %s: %s, or by an ordinary call %s, rounds of %s, %s, %s"
                .formatted(
                        point.suite().name(),
                        point.workload().name(),
                        point.params(),
                        point.workload().operation(),
                        point.workload().ordinaryCall(),
                        point.length().phrase(),
                        point.schedule(),
                        point.placement().label());
    }

    private void enter(Peer peer, Ground ground) throws InterruptedException {
        progress.doing(peer.name() + ": preparing");
        try {
            workshop.prepare(peer);
            ground.prepare(peer);
            contenders.add(new Contender(peer, workshop, limits, ground));
        } catch (IOException notPrepared) {
            Ending.check();
            lacks(new Absent(peer.name(), String.valueOf(notPrepared.getMessage()), peer.install()));
        }
    }

    private void lacks(Absent system) {
        absent.add(system);
        progress.lacks(system);
    }

    /** What a suite's selection comes to. */
    static List<Point> points(Selection selection) {
        RunPlan plan = selection.plan();
        Schedule schedule = selection.schedule();
        List<Point> points = new ArrayList<>();
        for (Workload workload : selection.workloads()) {
            for (Map<String, Long> params : workload.points(plan.params(), schedule.instead())) {
                points.add(new Point(
                        selection.suite(),
                        workload,
                        workload.schedule(schedule),
                        params,
                        plan.placement(),
                        plan.capSeconds()));
            }
        }
        return points;
    }
}
