package dev.wherry.testkit.trial;

import dev.wherry.CallLedger;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.ledger.FileLedger;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

/** The server of a trial, in a process of its own. It ends in order when the ledger says stop,
 * or on SIGTERM. */
final class DeskProcess implements Desk {
    private static final long FOREVER = Long.MAX_VALUE;
    private static final int BLOCKED_MILLIS = 3;
    private static final int CONNECTIONS = 10_000;

    /** Longer than the deadline of any call, and short, so that a server that runs for long does not grow. */
    private static final Duration RECORDED = Duration.ofMinutes(1);

    private static final long RECORDS = 64L << 20;

    private final Ledger ledger;

    /** The last number of each caller, for each session. */
    private final Map<Object, Map<Long, Integer>> orders = Collections.synchronizedMap(new WeakHashMap<>());

    private DeskProcess(Ledger ledger) {
        this.ledger = ledger;
    }

    /**
     * Returns the arguments of the JVM.
     *
     * @param number the number of the server. One that is started in its place has the same, and the same record of calls
     */
    static List<String> arguments(Ledger.Place ledger, Duration heartbeat, int number, String address) {
        return arguments(DeskProcess.class, ledger, heartbeat, List.of(String.valueOf(number), address));
    }

    /** Returns the arguments of a JVM that runs a program of a trial. */
    static List<String> arguments(Class<?> program, Ledger.Place ledger, Duration heartbeat, List<String> more) {
        List<String> all = new ArrayList<>(List.of(
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName(),
                ledger.file().toString(),
                String.valueOf(ledger.capacity()),
                heartbeat.toString()));
        all.addAll(more);
        return all;
    }

    public static void main(String[] words) throws Exception {
        Ledger ledger = Ledger.Place.of(words).open();
        Path calls = Path.of(words[0] + ".calls" + words[3]);
        // Bound before it listens, so that a client that connects at once finds the object.
        try (CallLedger once = FileLedger.open(calls, RECORDED, Duration.ZERO, RECORDS);
                Endpoint server = Endpoint.create(options(Duration.parse(words[2]), once))) {
            server.bind("desk", Desk.class, new DeskProcess(ledger));
            Instant before = Instant.now();
            System.out.println("at " + server.listenAt(words[4]) + " " + before);
            Vitals.sampleFor(ledger, 0, server);
            Ledger.await(FOREVER, ledger::isStopped);
        }
        System.exit(0);
    }

    /** Clients of trials have one address, so a host may have many connections. */
    private static EndpointOptions options(Duration heartbeat, CallLedger once) {
        return EndpointOptions.builder()
                .heartbeat(heartbeat)
                .ledger(once)
                .limits(Limits.defaults().toBuilder()
                        .connectionsPerPeer(CONNECTIONS)
                        .build())
                .drainOnShutdown(true)
                .drain(Duration.ofSeconds(30))
                .build();
    }

    @Override
    public long run(int id) {
        ledger.ran(id);
        return Desk.answer(id);
    }

    @Override
    public long block(int id) throws InterruptedException {
        ledger.ran(id);
        Thread.sleep(BLOCKED_MILLIS);
        return Desk.answer(id);
    }

    @Override
    public long repeat(int id) {
        return run(id);
    }

    @Override
    public long once(int id) {
        return run(id);
    }

    @Override
    public void send(int id) {
        ledger.ran(id);
    }

    @Override
    public void accept(int id) {
        ledger.ran(id);
    }

    @Override
    public long order(int id, long caller, int number) {
        Map<Long, Integer> last = orders.computeIfAbsent(Calls.caller().orElseThrow(), _ -> new ConcurrentHashMap<>());
        Integer before = last.put(caller, number);
        if (before != null && before > number) {
            ledger.inverted();
        }
        return run(id);
    }

    @Override
    public long callBack(int id, Back back) {
        ledger.ran(id);
        return back.back(id);
    }
}
