package dev.wherry.testkit.trial;

import dev.wherry.testkit.ChildJvm;
import dev.wherry.testkit.faults.Fault;
import dev.wherry.testkit.faults.FaultyRelay;
import dev.wherry.testkit.faults.RandomFaults;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A client and a server in processes of their own, a relay between them, and faults of the network and of the processes. Each
 * fault begins while calls are in flight and ends after some milliseconds. Calls have ended before the next begins. Afterwards
 * the ledger is joined.
 */
public final class FaultTrial {
    /** The faults of a trial. */
    public enum Harm {
        /** Faults of the network, and processes that are killed or stopped. A link delivers what was sent, or breaks. */
        ALL,
        /** Faults of the network that end within the time for which a session is kept. */
        LINKS,
        /** Links corrupt bytes. Without checksums, a call may have another argument or answer then. */
        BYTES
    }

    /**
     * A way to reach the server.
     *
     * @param scheme the scheme of the address. With {@code shm} there is no relay, and processes alone are harmed
     * @param lanes the most lanes, 0 for the main link alone
     * @param memory whether lanes may use shared memory, which bypasses the relay
     */
    public record Route(String scheme, int lanes, boolean memory) {}

    private static final int FAULTS_OF_A_ROUTE = 1_900;
    private static final int FAULTS_OF_SHARED_MEMORY = 500;
    private static final int CALLS_PER_FAULT = 10;
    private static final long LONGEST_FAULT_NANOS = TimeUnit.MILLISECONDS.toNanos(30);
    /** The calls that may be in flight when a fault begins or ends. */
    private static final int IN_FLIGHT = CALLS_PER_FAULT / 2;

    private static final int PER_KILL = 100;
    private static final int STOPS_PER_KILL = 5;

    private final Route route;
    private final Harm harm;
    private final int faults;
    private final long seed;
    private final Random random;
    private final RandomFaults network;
    private final Map<String, Integer> struck = new TreeMap<>();

    /**
     * Creates a trial.
     *
     * @param faults how many faults, with ten calls each
     * @param seed chooses the faults and the calls
     */
    public FaultTrial(Route route, Harm harm, int faults, long seed) {
        this.route = route;
        this.harm = harm;
        this.faults = faults;
        this.seed = seed;
        random = new Random(seed);
        network = new RandomFaults(seed, among());
    }

    /** Returns the routes of the whole trial. */
    public static List<Route> routes() {
        return List.of(
                new Route("tcp", 8, false),
                new Route("tcp", 0, false),
                new Route("tcp", 8, true),
                new Route("unix", 8, false),
                new Route("unix", 0, false),
                new Route("shm", 8, true));
    }

    /** Returns how many faults a route has in the whole trial: 10,000 together. */
    public static int faults(Route route) {
        return route.scheme.equals("shm") ? FAULTS_OF_SHARED_MEMORY : FAULTS_OF_A_ROUTE;
    }

    private Set<Fault> among() {
        if (harm == Harm.BYTES) {
            return EnumSet.of(Fault.CORRUPT);
        }
        Set<Fault> among = EnumSet.complementOf(EnumSet.of(Fault.CORRUPT));
        if (harm == Harm.LINKS && route.scheme.equals("unix")) {
            among.remove(Fault.REFUSE); // within a host nobody refuses a connection but a process that has ended
        }
        return among;
    }

    /** Runs the trial. Returns what the ledger says. */
    public Verdict run(Path folder) throws Exception {
        Duration timeout = harm == Harm.LINKS ? Duration.ofSeconds(30) : Duration.ofSeconds(2);
        CallersProcess.Style style = new CallersProcess.Style(route.lanes, route.memory, timeout);
        try (TrialProcesses processes = new TrialProcesses(folder, (faults + 1) * CALLS_PER_FAULT);
                Relay relay = relay(processes.startServer(route.scheme))) {
            processes.startClient(style, seed, List.of(relay.address));
            processes.ledger().allow(CALLS_PER_FAULT);
            for (int i = 0; i < faults; i++) {
                processes.awaitCalls(IN_FLIGHT);
                processes.ledger().allow(CALLS_PER_FAULT);
                int choice = harm == Harm.ALL ? random.nextInt(PER_KILL) : PER_KILL;
                if (choice == 0) {
                    count("KILL_SERVER");
                    processes.restart(0);
                } else if (choice == 1) {
                    count("KILL_CLIENT");
                    processes.killClient();
                    processes.startClient(style, seed, List.of(relay.address));
                } else if (relay.relay == null || choice < 2 + STOPS_PER_KILL) {
                    stop(processes);
                } else {
                    count(network.strike(relay.relay).name());
                    pause(processes);
                    relay.relay.heal();
                }
            }
            processes.awaitCalls(0);
            return processes.end(this + ": " + struck);
        }
    }

    private void stop(TrialProcesses processes) throws Exception {
        boolean server = random.nextBoolean();
        count(server ? "STOP_SERVER" : "STOP_CLIENT");
        ChildJvm stopped = server ? processes.server(0) : processes.client();
        stopped.signal("STOP");
        pause(processes);
        stopped.signal("CONT");
    }

    /** Lets the fault go on for a random time, or until calls have ended. */
    private void pause(TrialProcesses processes) {
        Ledger ledger = processes.ledger();
        int goal = ledger.allowed() - IN_FLIGHT;
        Ledger.await(random.nextLong(LONGEST_FAULT_NANOS), () -> ledger.ended() >= goal);
    }

    private void count(String fault) {
        struck.merge(fault, 1, Integer::sum);
    }

    /** A relay, or none, and the address for the client. */
    private record Relay(@Nullable FaultyRelay relay, String address) implements AutoCloseable {
        @Override
        public void close() {
            if (relay != null) {
                relay.close();
            }
        }
    }

    private Relay relay(String server) throws Exception {
        if (route.scheme.equals("shm")) {
            return new Relay(null, server);
        }
        FaultyRelay relay = new FaultyRelay(URI.create(server), seed);
        return new Relay(relay, relay.address().toString());
    }

    @Override
    public String toString() {
        return faults + " faults over " + route + ", " + harm + ", seed " + seed;
    }
}
