package dev.wherry.testkit.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.testkit.ChildJvm;
import dev.wherry.testkit.Running;
import dev.wherry.testkit.trial.Ledger.Ending;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The processes of a trial, servers and one client, with their ledger. */
public final class TrialProcesses implements AutoCloseable {
    /** The lines that are printed about calls that were not run, though all is well. */
    private static final int REASONS = 3;

    private final Path folder;
    private final Ledger.Place place;
    private final Duration heartbeat;
    private final List<String> before;
    private final Ledger ledger;
    private final List<ChildJvm> servers = new ArrayList<>();
    private final List<String> addresses = new ArrayList<>();
    private @Nullable ChildJvm client;
    private int rounds;
    private boolean serverKilled;

    /**
     * Creates the ledger, and no process.
     *
     * @param calls the most calls
     * @param heartbeat of all processes; a silence of three times as long ends a connection
     * @param before a command that runs the command after it: each process starts behind it
     */
    public TrialProcesses(Path folder, int calls, Duration heartbeat, List<String> before) throws IOException {
        this.folder = folder;
        place = new Ledger.Place(folder.resolve("ledger"), calls);
        this.heartbeat = heartbeat;
        this.before = before;
        ledger = place.open();
    }

    /** Creates the ledger. Connections that are silent for a second end. */
    public TrialProcesses(Path folder, int calls) throws IOException {
        this(folder, calls, Duration.ofMillis(300), List.of());
    }

    /** Returns the ledger that all processes share. */
    public Ledger ledger() {
        return ledger;
    }

    /** Starts a server and returns its address. */
    public String startServer(String scheme) throws Exception {
        String at = scheme.equals("tcp") ? "tcp://127.0.0.1:0" : scheme + ":" + folder.resolve("s" + servers.size());
        servers.add(null);
        addresses.add(null);
        start(servers.size() - 1, at);
        return addresses.getLast();
    }

    /** Returns the time just before it listened. */
    private Instant start(int index, String at) throws Exception {
        ChildJvm server = new ChildJvm(before, DeskProcess.arguments(place, heartbeat, index, at));
        servers.set(index, server);
        String[] line = server.awaitLine("at ").split(" ");
        addresses.set(index, line[1]);
        server.drain();
        return Instant.parse(line[2]);
    }

    /** Returns a server, by the order of their starts. */
    public ChildJvm server(int index) {
        return servers.get(index);
    }

    /** Kills a server as {@code kill -9} does, and starts another at the same address. */
    public void restart(int index) throws Exception {
        killServer(index);
        startAgain(index);
    }

    /** Kills a server as {@code kill -9} does. */
    public void killServer(int index) throws InterruptedException {
        serverKilled = true;
        servers.get(index).kill();
    }

    /** Ends a server in order, by SIGTERM. */
    public void terminateServer(int index) throws Exception {
        ChildJvm server = servers.get(index);
        server.terminate();
        assertThat(server.drained()).as("a server's lines").endsWith("exit " + (128 + 15));
    }

    /** Starts a server where one has ended, at its address. Returns the time just before it listened. */
    public Instant startAgain(int index) throws Exception {
        return start(index, addresses.get(index));
    }

    /** Starts the client, whose callers are divided among these addresses. */
    public void startClient(CallersProcess.Style style, long seed, List<String> at) throws Exception {
        client = new ChildJvm(before, CallersProcess.arguments(place, heartbeat, style, seed, rounds++, at));
        client.awaitLine("calling");
        client.drain();
    }

    /** Returns the client. */
    public ChildJvm client() {
        return Objects.requireNonNull(client, "startClient comes first");
    }

    /** Kills the client as {@code kill -9} does. */
    public void killClient() throws InterruptedException {
        client().kill();
        ledger.callerKilled();
    }

    /** Waits until all calls that are allowed have ended, but so many. */
    public void awaitCalls(int but) {
        int goal = ledger.allowed() - but;
        boolean done = Ledger.await(Running.LONG.toNanos(), () -> ledger.ended() >= goal);
        assertThat(done)
                .as("%s calls have ended, of %s; the servers: %s", ledger.ended(), goal, servers)
                .isTrue();
    }

    /** Ends all processes in order, and joins the ledger. Prints what it says. */
    public Verdict end(String title) throws Exception {
        ledger.stop();
        List<String> lines = client().drained();
        assertThat(lines).as("the client's lines").endsWith("exit 0");
        for (ChildJvm server : servers) {
            assertThat(server.drained()).as("a server's lines").endsWith("exit 0");
        }
        Verdict verdict = Verdict.of(ledger, serverKilled);
        System.out.println(title + ": " + verdict.endings() + "; of those unknown " + verdict.ranUnknown()
                + " had run; overtaken in order " + verdict.inversions() + "; the longest call took "
                + ledger.within(1).toMillis() + " ms");
        lines.stream()
                .filter(line -> !verdict.violations().isEmpty() || line.contains(" NOT_RUN: "))
                .limit(verdict.violations().isEmpty() ? REASONS : lines.size())
                .forEach(System.out::println);
        return verdict;
    }

    /** Returns the ids of the calls that have not returned. */
    public List<Integer> failed() {
        List<Integer> failed = new ArrayList<>();
        for (int id = 0; id < ledger.allowed(); id++) {
            if (ledger.ending(id) != Ending.RETURNED) {
                failed.add(id);
            }
        }
        return failed;
    }

    @Override
    public void close() {
        if (client != null) {
            client.close();
        }
        servers.forEach(ChildJvm::close);
    }
}
