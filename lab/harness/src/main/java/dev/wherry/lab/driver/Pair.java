package dev.wherry.lab.driver;

import dev.wherry.lab.driver.Answer.Conformance;
import dev.wherry.lab.driver.Answer.Measurement;
import dev.wherry.lab.driver.Answer.Stats;
import dev.wherry.lab.driver.Clients.Launch;
import dev.wherry.lab.peer.Peer;
import dev.wherry.lab.peer.Workshop;
import dev.wherry.lab.results.Parameters;
import dev.wherry.lab.results.Round;
import dev.wherry.lab.site.ProcessPlacement;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A running server and client of a peer, or the one process of a peer that is both. Used by one thread. */
public final class Pair implements AutoCloseable {
    /** Below this the kernel's clock ticks of 10 ms make a figure of CPU per call worthless. */
    private static final Duration LEAST_CPU = Duration.ofMillis(200);

    private final @Nullable PeerProcess server;
    private final Clients clients;
    private final SingleCallClients singleCalls;
    private final Limits limits;
    /** The processor time of a server there is not known. */
    private final boolean remote;

    private long classesReceived;
    private long classesBefore;

    private Pair(
            @Nullable PeerProcess server,
            Clients clients,
            SingleCallClients singleCalls,
            Limits limits,
            boolean remote) {
        this.server = server;
        this.clients = clients;
        this.singleCalls = singleCalls;
        this.limits = limits;
        this.remote = remote;
    }

    /** Starts both, and waits until they are ready. If one of them fails, both are ended. */
    public static Pair start(Peer peer, Workshop workshop, Limits limits, ProcessPlacement placement)
            throws PeerFailure, InterruptedException, IOException {
        PeerProcess server =
                peer.server() == null ? null : PeerProcess.start("server", () -> placement.serve(peer), limits.quit());
        try {
            String address = server == null ? "" : server.ready(limits);
            Launch launch = new Launch(
                    placement.clients(),
                    workshop.expand(peer, peer.client(), Map.of("address", address)),
                    workshop.cache(peer),
                    limits.quit());
            return new Pair(
                    server,
                    Clients.start(launch, limits),
                    new SingleCallClients(launch, limits),
                    limits,
                    placement.isRemote());
        } catch (PeerFailure | InterruptedException | IOException | RuntimeException failed) {
            if (server != null) {
                server.close();
            }
            throw failed;
        }
    }

    /** Checks every answer, with 16 callers at once. Classes that the server receives from now on belong to this work. */
    public Conformance conform(Work work) throws PeerFailure, InterruptedException {
        classesBefore = classesReceived;
        String request = work.phrase("conform");
        clients.first().send(request);
        return clients.first().receive(limits.conform(), "in answer to " + request, Conformance.class);
    }

    /** Ends the clients and starts a new one, while the server stays up. A process that is both stays too. */
    public void renewClients() throws PeerFailure, InterruptedException {
        if (server != null) {
            clients.renew();
        }
    }

    private interface Measuring<T> {
        T measure() throws PeerFailure, InterruptedException;
    }

    /** Turns figures that contradict each other, although each is valid, into a failure. */
    private static <T> T checked(Measuring<T> measuring) throws PeerFailure, InterruptedException {
        try {
            return measuring.measure();
        } catch (IllegalArgumentException impossible) {
            throw PeerFailure.fatal("figures of its processes are impossible together: " + impossible.getMessage());
        }
    }

    public Measurement warm(Work work, Length length) throws PeerFailure, InterruptedException {
        return checked(() -> call("warm", work, length));
    }

    public Round run(int number, Work work, Length length) throws PeerFailure, InterruptedException {
        return checked(() -> round(number, work, length));
    }

    private Round round(int number, Work work, Length length) throws PeerFailure, InterruptedException {
        clients.startAll(work);
        Stats before = stats();
        Duration cpuBefore = cpu();
        Measurement measured = call("run", work, length);
        Duration cpu = cpu().minus(cpuBefore);
        Stats after = stats();
        if (measured.calls() == 0) {
            throw PeerFailure.said("no call was answered: " + measured.firstFailure());
        }
        long sent = measured.calls() + measured.failed();
        return new Round(
                number,
                measured.calls(),
                measured.seconds(),
                measured.calls() / measured.seconds(),
                measured.calls() / measured.threadSeconds(),
                measured.latencyNanos(),
                remote || cpu.compareTo(LEAST_CPU) < 0 ? null : cpu.toNanos() / measured.calls(),
                allocated(measured, before, after),
                measured.wireBytes() == null ? null : measured.wireBytes() / measured.calls(),
                measured.failed(),
                measured.missing(),
                Math.max(0, after.handled() - before.handled() - (sent - measured.missing())),
                measured.carried() == null ? null : carried(measured.carried()),
                after.classesReceived() == null ? null : after.classesReceived() - classesBefore,
                length.isCutBy(sent),
                measured.doneSeconds(),
                measured.jitterNanos(),
                Times.bars(measured.histogram()),
                measured.lateNanos(),
                measured.firstFailure());
    }

    private static @Nullable Map<String, Long> carried(Map<String, Long> counted) {
        Map<String, Long> some = new TreeMap<>(counted);
        some.values().removeIf(calls -> calls == 0);
        return some.isEmpty() ? null : some;
    }

    private @Nullable Long allocated(Measurement measured, Stats before, Stats after) {
        Long client = measured.allocatedBytes();
        if (server == null) {
            return client == null ? null : client / measured.calls();
        }
        Long first = before.allocatedBytes();
        Long last = after.allocatedBytes();
        return client == null || first == null || last == null ? null : (client + last - first) / measured.calls();
    }

    private Measurement call(String verb, Work work, Length length) throws PeerFailure, InterruptedException {
        if (Parameters.startsProcesses(work.params())) {
            return singleCalls.call(work, length);
        }
        return clients.call(verb, work, length);
    }

    private Stats stats() throws PeerFailure, InterruptedException {
        PeerProcess asked = server == null ? clients.first() : server;
        asked.send("stats");
        Stats stats = asked.receive(limits.stats(), "in answer to stats", Stats.class);
        classesReceived = stats.classesReceived() == null ? 0 : stats.classesReceived();
        return stats;
    }

    private Duration cpu() {
        Duration all = clients.cpu().plus(singleCalls.cpu());
        return server == null ? all : server.cpu().plus(all);
    }

    @Override
    public void close() {
        clients.close();
        if (server != null) {
            server.close();
        }
    }
}
