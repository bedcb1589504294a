package dev.wherry.lab;

import dev.wherry.lab.Listing.ListedSystem;
import dev.wherry.lab.Listing.Status;
import dev.wherry.lab.driver.Limits;
import dev.wherry.lab.peer.Peer;
import dev.wherry.lab.peer.Peers;
import dev.wherry.lab.peer.Workshop;
import dev.wherry.lab.plan.LabException;
import dev.wherry.lab.plan.Progress;
import dev.wherry.lab.plan.RunPlan;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Parameters;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Results.Absent;
import dev.wherry.lab.run.GridRun;
import dev.wherry.lab.run.Selection;
import dev.wherry.lab.suite.Suite;
import dev.wherry.lab.suite.Workload;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The lab of a checkout: its suites below {@code lab/suites}, its systems below {@code lab/peers}. */
public final class Lab {
    private static final String NO_ADVICE = "";

    private final Map<String, Suite> suites;
    private final Peers peers;
    private final Workshop workshop;
    private final Limits limits;

    private Lab(Map<String, Suite> suites, Peers peers, Workshop workshop, Limits limits) {
        this.suites = suites;
        this.peers = peers;
        this.workshop = workshop;
        this.limits = limits;
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
        return new Lab(suites, Peers.read(lab.resolve("peers")), workshop, limits);
    }

    /** Lists the suites and the systems. Every system is probed now. */
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
     * Executes the plan in this thread. Every process that it starts has ended when it returns or throws, and ends too when
     * the virtual machine exits. A system that fails costs its own cells only.
     *
     * @throws LabException when the plan names what does not exist here
     * @throws IOException when the lab's own files cannot be read or written
     * @throws InterruptedException when this thread is interrupted; nothing is left running
     */
    public Results run(RunPlan plan, Progress progress) throws IOException, InterruptedException {
        List<Suite> suites = plan.suites().stream().map(this::suite).toList();
        checkNames(plan, suites);
        Stream.concat(plan.named().stream(), Stream.ofNullable(plan.baseline()))
                .forEach(system -> check(system, peers.names(), "Unknown system %s"));
        List<Selection> wanted =
                suites.stream().map(suite -> Selection.of(plan, suite, peers)).toList();
        List<Peer> ready = new ArrayList<>();
        List<Absent> absent = new ArrayList<>();
        for (String name : plan.named().isEmpty() ? peers.names() : plan.named()) {
            if (wanted.stream().noneMatch(selection -> selection.includes(name))) {
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
        return new GridRun(plan, wanted, workshop, limits, progress).run(ready, absent);
    }

    /** Returns the same run, judged by the suites of this checkout. Runs that were put together of several of a suite stay as they are. */
    public Results judge(Results measured) {
        return measured.suiteOfSeveral().isPresent()
                ? measured
                : Suite.judged(
                        measured,
                        measured.cells().stream()
                                .map(Cell::suite)
                                .distinct()
                                .map(suites::get)
                                .filter(Objects::nonNull)
                                .toList());
    }

    private Suite suite(String name) {
        check(name, suites.keySet(), "Unknown suite %s");
        return Objects.requireNonNull(suites.get(name));
    }

    private static void checkNames(RunPlan plan, List<Suite> suites) {
        List<Workload> all =
                suites.stream().flatMap(suite -> suite.workloads().stream()).toList();
        String names = suites.stream().map(Suite::name).collect(Collectors.joining(", "));
        List<String> workloads = all.stream().map(Workload::name).toList();
        plan.workloads().forEach(workload -> check(workload, workloads, "Unknown workload %s in " + names));
        List<String> params = all.stream()
                .flatMap(workload -> workload.params().keySet().stream())
                .distinct()
                .toList();
        plan.params().keySet().stream()
                // Each suite's selection checks these two.
                .filter(param -> !param.equals(Parameters.RATE) && !param.equals(Parameters.CALLS))
                .forEach(param -> check(param, params, "Unknown parameter %s"));
    }

    private static void check(String name, Collection<String> known, String refusal) {
        if (!known.contains(name)) {
            throw new LabException(refusal.formatted(name) + "; known: " + String.join(", ", known));
        }
    }
}
