package dev.wherry.lab.driver;

import dev.wherry.lab.driver.Answer.Conformance;
import dev.wherry.lab.driver.Answer.Measurement;
import dev.wherry.lab.driver.Answer.Stats;
import dev.wherry.lab.peer.Peer;
import dev.wherry.lab.peer.Workshop;
import dev.wherry.lab.results.Callers;
import dev.wherry.lab.results.Round;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A server and a client of one peer, running; one process where the peer has both in it. Used by one thread. */
public final class Pair implements AutoCloseable {
    private static final String GOING = "going ";
    /** Below this the kernel's clock ticks of 10 ms make a figure of CPU per call worthless. */
    private static final Duration LEAST_CPU = Duration.ofMillis(200);

    private final @Nullable Server server;
    private final PeerProcess client;
    private final Newcomers newcomers;
    private final Limits limits;
    private long classesReceived;
    private long classesBefore;

    private Pair(@Nullable Server server, PeerProcess client, Newcomers newcomers, Limits limits) {
        this.server = server;
        this.client = client;
        this.newcomers = newcomers;
        this.limits = limits;
    }

    /** Starts both, so far from each other, and waits until they are ready; when one of them fails, neither is left. */
    public static Pair start(Peer peer, Workshop workshop, Limits limits, Pinning pinning, Duration distance)
            throws PeerFailure, InterruptedException, IOException {
        Path folder = workshop.cache(peer);
        Server server = peer.server() == null
                ? null
                : Server.start(
                        new Launch(
                                "server",
                                pinned(pinning.server(), workshop.expand(peer, peer.server(), Map.of())),
                                folder,
                                limits.quit()),
                        limits,
                        distance);
        try {
            String address = server == null ? "" : server.address();
            Launch launch = new Launch(
                    "client",
                    pinned(pinning.client(), workshop.expand(peer, peer.client(), Map.of("address", address))),
                    folder,
                    limits.quit());
            PeerProcess client = launch.start(List.of());
            Pair pair = new Pair(server, client, new Newcomers(launch, limits), limits);
            try {
                client.ready(limits);
                return pair;
            } catch (PeerFailure | InterruptedException failed) {
                client.close();
                throw failed;
            }
        } catch (PeerFailure | InterruptedException | IOException failed) {
            if (server != null) {
                server.close();
            }
            throw failed;
        }
    }

    private static List<String> pinned(List<String> pinning, List<String> command) {
        return Stream.concat(pinning.stream(), command.stream()).toList();
    }

    /** Has every answer checked, 16 callers at once. Classes that come to the server from now on are this work's. */
    public Conformance conform(Work work) throws PeerFailure, InterruptedException {
        classesBefore = classesReceived;
        String request = work.phrase("conform");
        client.say(request);
        return client.hear(limits.conform(), "in answer to " + request, Conformance.class);
    }

    /** Calls without recording anything but the rate. */
    public Measurement warm(Work work, Length length) throws PeerFailure, InterruptedException {
        return call("warm", work, length);
    }

    /** Calls and measures. */
    public Round run(int number, Work work, Length length) throws PeerFailure, InterruptedException {
        Stats before = stats();
        Duration cpuBefore = cpu();
        Measurement measured = call("run", work, length);
        Duration cpu = cpu().minus(cpuBefore);
        Stats after = stats();
        if (measured.calls() == 0) {
            throw PeerFailure.said("no call was answered: " + measured.firstFailure());
        }
        long sent = measured.calls() + measured.failed() + measured.missing();
        return new Round(
                number,
                measured.calls(),
                measured.seconds(),
                measured.calls() / measured.seconds(),
                measured.calls() / measured.threadSeconds(),
                measured.latencyNanos(),
                cpu.compareTo(LEAST_CPU) < 0 ? null : cpu.toNanos() / measured.calls(),
                allocated(measured, before, after),
                measured.wireBytes() == null ? null : measured.wireBytes() / measured.calls(),
                measured.failed(),
                measured.missing(),
                Math.max(0, after.handled() - before.handled() - sent),
                measured.carried() == null ? null : carried(measured.carried()),
                after.classesReceived() == null ? null : after.classesReceived() - classesBefore);
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
        if (Callers.areProcesses(work.params())) {
            return newcomers.call(work, length);
        }
        String request = work.phrase(verb) + " " + length.phrase();
        client.say(request);
        String silence = "made no progress for %s s".formatted(limits.silence().toMillis() / 1000.0);
        long done = -1;
        long progressAt = System.nanoTime();
        while (true) {
            Duration wait = limits.silence().minusNanos(System.nanoTime() - progressAt);
            String line = client.hear(wait, silence, "in answer to " + request);
            if (!line.startsWith(GOING)) {
                return client.parse(line, Measurement.class);
            }
            long now = count(line);
            if (now > done) {
                done = now;
                progressAt = System.nanoTime();
            }
        }
    }

    private long count(String line) throws PeerFailure {
        try {
            return Long.parseLong(line.substring(GOING.length()).strip());
        } catch (NumberFormatException garbage) {
            throw client.garbage(line, "a number of calls");
        }
    }

    private Stats stats() throws PeerFailure, InterruptedException {
        PeerProcess asked = server == null ? client : server.process();
        asked.say("stats");
        Stats stats = asked.hear(limits.stats(), "in answer to stats", Stats.class);
        classesReceived = stats.classesReceived() == null ? 0 : stats.classesReceived();
        return stats;
    }

    private Duration cpu() {
        Duration clients = client.cpu().plus(newcomers.cpu());
        return server == null ? clients : server.process().cpu().plus(clients);
    }

    @Override
    public void close() {
        client.close();
        if (server != null) {
            server.close();
        }
    }
}
