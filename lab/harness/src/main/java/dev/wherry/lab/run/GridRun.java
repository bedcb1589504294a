package dev.wherry.lab.run;

import dev.wherry.lab.driver.Limits;
import dev.wherry.lab.peer.Peer;
import dev.wherry.lab.peer.Workshop;
import dev.wherry.lab.plan.LabException;
import dev.wherry.lab.plan.Preset;
import dev.wherry.lab.plan.Progress;
import dev.wherry.lab.plan.RunPlan;
import dev.wherry.lab.process.Processes;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Machine;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Results.About;
import dev.wherry.lab.results.Results.Absent;
import dev.wherry.lab.results.Results.NoRate;
import dev.wherry.lab.results.Results.Terms;
import dev.wherry.lab.site.MachineSheet;
import dev.wherry.lab.site.ProcessPlacement;
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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/** One run of the lab: every system at every point of the suites' grids. */
public final class GridRun {
    /** Twice the processors, since some systems wait for a timer in each call. */
    private static final int AT_ONCE = 2 * Runtime.getRuntime().availableProcessors();

    private final RunPlan plan;
    private final SequencedMap<String, Selection> selections;
    private final Workshop workshop;
    private final Limits limits;
    private final Progress progress;
    private final List<Absent> absent = new ArrayList<>();
    private final List<SystemUnderTest> systems = new ArrayList<>();

    /** Creates a run of the selected workloads. */
    public GridRun(RunPlan plan, List<Selection> selections, Workshop workshop, Limits limits, Progress progress) {
        this.plan = plan;
        this.selections = new LinkedHashMap<>();
        selections.forEach(selection -> this.selections.put(selection.suite().name(), selection));
        this.workshop = workshop;
        this.limits = limits;
        this.progress = progress;
    }

    /**
     * Prepares the peers and runs. When it returns or throws, none of their processes is left.
     *
     * @param lacking systems that were asked for and are already known not to be here
     */
    public Results run(List<Peer> peers, List<Absent> lacking) throws InterruptedException, IOException {
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
        try (ProcessPlacement placement = ProcessPlacement.of(plan, isSmoke(), workshop)) {
            return run(points, peers, lacking, placement);
        }
    }

    /** Returns whether figures mean nothing, so that systems may share the processors. */
    private boolean isSmoke() {
        return plan.preset() == Preset.SMOKE;
    }

    private Results run(List<Point> points, List<Peer> peers, List<Absent> lacking, ProcessPlacement placement)
            throws InterruptedException, IOException {
        Machine machine = MachineSheet.read(workshop.root());
        lacking.forEach(this::addAbsent);
        try {
            for (Peer peer : peers) {
                prepare(peer, placement);
            }
            return Suite.judged(results(machine, measure(points)), suites().toList());
        } finally {
            systems.forEach(SystemUnderTest::close);
            progress.ends();
        }
    }

    private List<Cell> measure(List<Point> points) throws InterruptedException, IOException {
        List<List<Stage>> groups = Stage.groups(systems, plan.preset()).stream()
                .map(group -> Stage.of(points, group, (system, point) -> includes(point, system.peer())))
                .toList();
        progress.begins(groups.stream()
                .flatMap(List::stream)
                .mapToInt(stage -> stage.systems().size())
                .sum());
        return isSmoke() ? measureAtOnce(groups) : measureInTurn(groups.getFirst());
    }

    /** Figures mean nothing, so that several systems run at the same time. */
    private List<Cell> measureAtOnce(List<List<Stage>> groups) throws InterruptedException, IOException {
        List<Cell> all = new ArrayList<>();
        try (ExecutorService executor = Executors.newFixedThreadPool(AT_ONCE)) {
            try {
                List<Future<List<Cell>>> cells = groups.stream()
                        .map(group -> executor.submit(() -> measureInTurn(group)))
                        .toList();
                for (Future<List<Cell>> each : cells) {
                    all.addAll(each.get());
                }
            } catch (ExecutionException failed) {
                switch (Objects.requireNonNull(failed.getCause())) {
                    case InterruptedException interrupted -> throw interrupted;
                    case IOException unwritten -> throw unwritten;
                    case LabException refusal -> throw refusal;
                    case Throwable unforeseen -> throw new IllegalStateException(unforeseen);
                }
            } finally {
                executor.shutdownNow();
            }
        }
        return all;
    }

    private List<Cell> measureInTurn(List<Stage> stages) throws InterruptedException, IOException {
        List<Cell> all = new ArrayList<>();
        for (int i = 0; i < stages.size(); i++) {
            Stage stage = stages.get(i);
            List<Cell> cells =
                    new GridPointRun(stage.point(), stage.systems(), Warmer.USUAL, progress).measure(plan.baseline());
            Processes.checkNotEnding();
            all.addAll(cells);
            cells.forEach(progress::finished);
            stage.leaveTo(i + 1 < stages.size() ? stages.get(i + 1) : new Stage(stage.point(), List.of()));
        }
        return all;
    }

    private Results results(Machine machine, List<Cell> cells) {
        return new Results(
                Results.SCHEMA,
                plan.preset().label(),
                plan.baseline(),
                machine,
                cells,
                absent,
                List.of(),
                List.of(),
                about(),
                plan.remoteServers() == null ? null : plan.remoteServers().toString(),
                selections.values().stream()
                        .flatMap(selection -> selection.leftOut().stream())
                        .toList(),
                withoutRate(),
                suites().map(Suite::titles).toList(),
                List.of(),
                suites().map(suite -> new Terms(suite.name(), plan.params(), Double.isInfinite(plan.capSeconds())))
                        .toList(),
                List.of());
    }

    private Map<String, About> about() {
        Map<String, About> about = new LinkedHashMap<>();
        for (SystemUnderTest system : systems) {
            About own = system.peer().about();
            if (own != null) {
                about.put(system.peer().name(), own);
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

    private boolean includes(Point point, Peer peer) {
        return Objects.requireNonNull(selections.get(point.suite().name())).includes(peer.name());
    }

    private void prepare(Peer peer, ProcessPlacement placement) throws InterruptedException {
        progress.doing(peer.name() + ": preparing");
        try {
            workshop.prepare(peer);
            systems.add(new SystemUnderTest(peer, workshop, limits, placement));
        } catch (IOException notPrepared) {
            Processes.checkNotEnding();
            addAbsent(new Absent(peer.name(), String.valueOf(notPrepared.getMessage()), peer.install()));
        }
    }

    private void addAbsent(Absent system) {
        absent.add(system);
        progress.absent(system);
    }

    /** Returns the points of a suite's selection. */
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
