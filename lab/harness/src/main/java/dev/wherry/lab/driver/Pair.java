package dev.wherry.lab.driver;

import dev.wherry.lab.driver.Answer.Conformance;
import dev.wherry.lab.driver.Answer.Measurement;
import dev.wherry.lab.driver.Answer.Stats;
import dev.wherry.lab.peer.Peer;
import dev.wherry.lab.peer.Workshop;
import dev.wherry.lab.results.Round;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** A server and a client of one peer, running; one process where the peer has both in it. Used by one thread. */
public final class Pair implements AutoCloseable {
    private static final String READY = "ready";
    private static final String GOING = "going ";
    /** Below this the kernel's clock ticks of 10 ms make a figure of CPU per call worthless. */
    private static final Duration LEAST_CPU = Duration.ofMillis(200);

    private final @Nullable PeerProcess server;
    private final PeerProcess client;
    private final Limits limits;

    private Pair(@Nullable PeerProcess server, PeerProcess client, Limits limits) {
        this.server = server;
        this.client = client;
        this.limits = limits;
    }

    /** Starts both and waits until they are ready; when one of them fails, neither is left. */
    public static Pair start(Peer peer, Workshop workshop, Limits limits, Pinning pinning)
            throws PeerFailure, InterruptedException, IOException {
        Path folder = workshop.cache(peer);
        PeerProcess server = peer.server() == null
                ? null
                : PeerProcess.start(
                        "server",
                        pinned(pinning.server(), workshop.expand(peer, peer.server(), Map.of())),
                        folder,
                        limits.quit());
        try {
            String address = server == null ? "" : ready(server, limits);
            PeerProcess client = PeerProcess.start(
                    "client",
                    pinned(pinning.client(), workshop.expand(peer, peer.client(), Map.of("address", address))),
                    folder,
                    limits.quit());
            Pair pair = new Pair(server, client, limits);
            try {
                ready(client, limits);
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

    /** What follows the word ready: the server's address; a client adds nothing. */
    private static String ready(PeerProcess process, Limits limits) throws PeerFailure, InterruptedException {
        String line = process.hear(limits.start(), "while it started");
        String[] words = line.split(" ", 2);
        if (!words[0].equals(READY)) {
            throw process.garbage(line, "the word ready");
        }
        return words.length == 1 ? "" : words[1].strip();
    }

    /** Has every answer checked, 16 callers at once. */
    public Conformance conform(Work work) throws PeerFailure, InterruptedException {
        String request = work.phrase("conform");
        client.say(request);
        String line = client.hear(limits.conform(), "in answer to " + request);
        return parse(client, line, Conformance.class);
    }

    /** Calls without recording anything but the rate. */
    public Measurement warm(Work work, Length length) throws PeerFailure, InterruptedException {
        return call(work.phrase("warm") + " " + length.phrase());
    }

    /** Calls and measures. */
    public Round run(int number, Work work, Length length) throws PeerFailure, InterruptedException {
        Stats before = stats();
        Duration cpuBefore = cpu();
        Measurement measured = call(work.phrase("run") + " " + length.phrase());
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
                measured.carried() == null ? null : carried(measured.carried()));
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

    private Measurement call(String request) throws PeerFailure, InterruptedException {
        client.say(request);
        String silence = "made no progress for %s s".formatted(limits.silence().toMillis() / 1000.0);
        long done = -1;
        long progressAt = System.nanoTime();
        while (true) {
            Duration wait = limits.silence().minusNanos(System.nanoTime() - progressAt);
            String line = client.hear(wait, silence, "in answer to " + request);
            if (!line.startsWith(GOING)) {
                return parse(client, line, Measurement.class);
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
        PeerProcess asked = server == null ? client : server;
        asked.say("stats");
        return parse(asked, asked.hear(limits.stats(), "in answer to stats"), Stats.class);
    }

    private static <A extends Answer> A parse(PeerProcess process, String line, Class<A> type) throws PeerFailure {
        try {
            return Answer.parse(line, type);
        } catch (JacksonException garbage) {
            throw process.garbage(line, "one line of JSON with the fields of an answer");
        }
    }

    private Duration cpu() {
        return server == null ? client.cpu() : server.cpu().plus(client.cpu());
    }

    @Override
    public void close() {
        client.close();
        if (server != null) {
            server.close();
        }
    }
}
