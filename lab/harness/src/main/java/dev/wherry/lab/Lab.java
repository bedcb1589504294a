package dev.wherry.lab;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.lab.Listing.ListedSystem;
import dev.wherry.lab.Listing.Status;
import dev.wherry.lab.driver.Limits;
import dev.wherry.lab.peer.Peer;
import dev.wherry.lab.peer.Peers;
import dev.wherry.lab.peer.Workshop;
import dev.wherry.lab.plan.LabException;
import dev.wherry.lab.plan.Progress;
import dev.wherry.lab.plan.RunPlan;
import dev.wherry.lab.plan.ServersOn;
import dev.wherry.lab.results.Absent;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.OfferedRate;
import dev.wherry.lab.results.Parameters;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.run.Selection;
import dev.wherry.lab.run.Tournament;
import dev.wherry.lab.run.Unfinished;
import dev.wherry.lab.site.Agent;
import dev.wherry.lab.site.LocalSite;
import dev.wherry.lab.suite.Suite;
import dev.wherry.lab.suite.Workload;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The lab of a checkout: its suites below {@code lab/suites}, its systems below {@code lab/peers}. */
public final class Lab {
    private static final String NO_ADVICE = "";

    private final Map<String, Suite> suites;
    private final Peers peers;
    private final Workshop workshop;
    private final Limits limits;
    private final @Nullable String token;

    private Lab(Map<String, Suite> suites, Peers peers, Workshop workshop, Limits limits, @Nullable String token) {
        this.suites = suites;
        this.peers = peers;
        this.workshop = workshop;
        this.limits = limits;
        this.token = token;
    }

    /**
     * Opens the lab of the checkout at this root; what peers need is built below its {@code .wherry} folder.
     *
     * @throws IOException when a suite is missing or faulty; a faulty peer is shown as such by {@link #list} instead
     */
    public static Lab open(Path root) throws IOException {
        return open(root, Limits.USUAL);
    }

    static Lab open(Path root, Limits limits) throws IOException {
        Path lab = root.resolve("lab");
        if (!Files.isDirectory(lab.resolve("suites"))) {
            throw new IOException(
                    "%s has no folder lab/suites; the root of a Wherry checkout is needed".formatted(root));
        }
        Map<String, Suite> suites = new TreeMap<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(lab.resolve("suites"))) {
            for (Path folder : folders) {
                Suite suite = Suite.read(folder);
                suites.put(suite.name(), suite);
            }
        }
        Workshop workshop = new Workshop(root, root.resolve(".wherry/lab"));
        return new Lab(suites, Peers.read(lab.resolve("peers")), workshop, limits, null);
    }

    /** The same, which shows the agents of other hosts this token. */
    public Lab showing(String shown) {
        return new Lab(suites, peers, workshop, limits, shown);
    }

    /** What there is; every system is probed now. */
    public Listing list() throws IOException, InterruptedException {
        List<ListedSystem> systems = new ArrayList<>();
        for (String name : peers.names()) {
            systems.add(inspect(name));
        }
        return new Listing(List.copyOf(suites.keySet()), systems);
    }

    private ListedSystem inspect(String name) throws IOException, InterruptedException {
        Peer peer = peers.sound().get(name);
        if (peer == null) {
            return new ListedSystem(name, Status.DOES_NOT_RUN, peers.faulty().get(name), NO_ADVICE);
        }
        Optional<String> missing = workshop.probe(peer);
        String known = peer.doesNotRun();
        if (known != null) {
            String reason = missing.map(found -> known + "; " + found).orElse(known);
            return new ListedSystem(name, Status.DOES_NOT_RUN, reason, peer.install());
        }
        return new ListedSystem(
                name, missing.isEmpty() ? Status.READY : Status.ABSENT, missing.orElse(null), peer.install());
    }

    /**
     * Runs what the plan says, in this thread. Every process that it starts has ended when it returns or throws, and ends
     * too when the virtual machine is told to exit. A system that fails costs its own cells only.
     *
     * @throws LabException when the plan names what does not exist here
     * @throws CallException when the servers are to be on another host, and its agent is not there, turns this lab away, or
     *     goes away before the end
     * @throws IOException when the lab's own files cannot be read or written
     * @throws InterruptedException when this thread is interrupted; nothing is left running
     */
    public Results run(RunPlan plan, Progress progress) throws IOException, InterruptedException {
        return run(plan, progress, sofar -> {});
    }

    /**
     * As {@link #run(RunPlan, Progress)}, and keeps what it has after each contest, replacing what was kept before. When the
     * results are safe elsewhere the caller discards that.
     */
    public Results run(RunPlan plan, Progress progress, Checkpoint checkpoint)
            throws IOException, InterruptedException {
        return run(plan, progress, sofar -> sofar.write(checkpoint.file()));
    }

    /** The plan of a run that was interrupted; throws as {@link #resume}. */
    public RunPlan plan(Checkpoint checkpoint) throws IOException {
        return Unfinished.read(checkpoint.file()).plan();
    }

    /**
     * Carries on with a run that was interrupted: the same plan, from the first contest that it has not.
     *
     * @throws LabException when suites, systems, the machine or the lab have changed since in a way that matters
     * @throws IOException when nothing is kept there, or something else, or a part only
     */
    public Results resume(Checkpoint checkpoint, Progress progress) throws IOException, InterruptedException {
        Unfinished before = Unfinished.read(checkpoint.file());
        List<Selection> wanted = selections(before.plan());
        List<Peer> ready = new ArrayList<>();
        for (String name : before.systems()) {
            ListedSystem listed = peers.names().contains(name)
                    ? inspect(name)
                    : new ListedSystem(name, Status.ABSENT, "it is gone", NO_ADVICE);
            Peer peer = peers.sound().get(name);
            if (listed.status() != Status.READY || peer == null) {
                throw new LabException("The run cannot be carried on: %s took part in it, and now: %s"
                        .formatted(name, listed.reason()));
            }
            ready.add(peer);
        }
        return tournament(before.plan(), wanted, progress)
                .run(peers.sound(), ready, before.absent(), before, sofar -> sofar.write(checkpoint.file()));
    }

    /**
     * A run's figures, put anew to what the originals concluded, as this checkout's suites have it.
     *
     * @throws LabException when a suite of the run is not here, or it was put together of several runs of one
     */
    public Results judge(Results measured) {
        measured.suiteOfSeveral().ifPresent(suite -> {
            throw new LabException(
                    "These were put together of several runs of %s; judge each of the runs".formatted(suite));
        });
        return Suite.judged(
                measured,
                measured.cells().stream()
                        .map(Cell::suite)
                        .distinct()
                        .map(this::suite)
                        .toList());
    }

    private Results run(RunPlan plan, Progress progress, Tournament.Keeper keeper)
            throws IOException, InterruptedException {
        List<Suite> suites = plan.suites().stream().map(this::suite).toList();
        plan.workloads().forEach(workload -> checkWorkload(workload, suites));
        plan.params().keySet().forEach(param -> check(param, suites));
        plan.named().forEach(this::checkSystem);
        if (plan.baseline() != null) {
            checkSystem(plan.baseline());
        }
        List<Selection> wanted = selections(plan);
        List<Peer> ready = new ArrayList<>();
        List<Absent> absent = new ArrayList<>();
        for (String name : plan.named().isEmpty() ? peers.names() : plan.named()) {
            if (wanted.stream().noneMatch(selection -> selection.takes(name))) {
                continue;
            }
            ListedSystem listed = inspect(name);
            Peer peer = peers.sound().get(name);
            if (listed.status() == Status.READY && peer != null) {
                ready.add(peer);
            } else {
                absent.add(new Absent(
                        name,
                        String.valueOf(listed.reason()),
                        listed.install(),
                        listed.status().label()));
            }
        }
        return tournament(plan, wanted, progress).run(peers.sound(), ready, absent, null, keeper);
    }

    private Tournament tournament(RunPlan plan, List<Selection> wanted, Progress progress) {
        return new Tournament(plan, wanted, workshop, limits, progress, peers.nulls(), serversOn(plan));
    }

    private @Nullable ServersOn serversOn(RunPlan plan) {
        if (plan.serversOn() == null) {
            return null;
        }
        if (token == null) {
            throw new LabException("The agent at %s asks for its token".formatted(plan.serversOn()));
        }
        return new ServersOn(plan.serversOn(), token);
    }

    /**
     * Lets labs on other hosts start servers on this one, with the systems of this checkout: those that know the token, one
     * after another. What they started ends with their connection.
     *
     * @param endpoint which listens where they can reach it
     * @throws LabException if the token is too short to be one
     */
    public void serveAt(Endpoint endpoint, String asked) {
        Agent.bind(endpoint, asked, place -> new LocalSite(peers.sound(), workshop, place));
    }

    private Suite suite(String name) {
        Suite suite = suites.get(name);
        if (suite == null) {
            throw new LabException(
                    "There is no suite %s; there are: %s".formatted(name, String.join(", ", suites.keySet())));
        }
        return suite;
    }

    private List<Selection> selections(RunPlan plan) {
        return plan.suites().stream()
                .map(suite -> Selection.of(plan, suite(suite), peers))
                .toList();
    }

    private void checkSystem(String system) {
        if (!peers.names().contains(system)) {
            throw new LabException(
                    "There is no system %s; there are: %s".formatted(system, String.join(", ", peers.names())));
        }
    }

    private static void checkWorkload(String workload, List<Suite> wanted) {
        List<String> all = wanted.stream()
                .flatMap(suite -> suite.workloads().stream())
                .map(Workload::name)
                .toList();
        if (!all.contains(workload)) {
            throw new LabException("There is no workload %s in %s; there are: %s"
                    .formatted(
                            workload,
                            String.join(", ", wanted.stream().map(Suite::name).toList()),
                            String.join(", ", all)));
        }
    }

    private static void check(String param, List<Suite> wanted) {
        // Of these two each suite's selection says whether they can be.
        boolean ofAll = param.equals(OfferedRate.PARAM) || param.equals(Parameters.CALLS);
        if (!ofAll && wanted.stream().noneMatch(suite -> suite.knows(param))) {
            throw new LabException("No workload has a parameter %s; there are: %s"
                    .formatted(
                            param,
                            wanted.stream()
                                    .flatMap(suite -> suite.workloads().stream())
                                    .flatMap(workload -> workload.params().keySet().stream())
                                    .distinct()
                                    .collect(Collectors.joining(", "))));
        }
    }
}
