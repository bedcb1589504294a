package dev.wherry.testkit.trial;

import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The server of a trial, in a process of its own. It ends in order when the ledger says stop. */
final class DeskProcess implements Desk {
    private static final long FOREVER = Long.MAX_VALUE;
    private static final int BLOCKED_MILLIS = 3;

    private final Ledger ledger;

    /** The last number of each caller, for each session. */
    private final Map<Object, Map<Long, Integer>> orders = new ConcurrentHashMap<>();

    private DeskProcess(Ledger ledger) {
        this.ledger = ledger;
    }

    /** Returns the arguments of the JVM. */
    static List<String> arguments(Ledger.Place ledger, Duration heartbeat, String address) {
        return arguments(DeskProcess.class, ledger, heartbeat, List.of(address));
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
        // Bound before it listens, so that a client that connects at once finds the object.
        try (Endpoint server = Endpoint.create(
                EndpointOptions.builder().heartbeat(Duration.parse(words[2])).build())) {
            server.bind("desk", Desk.class, new DeskProcess(ledger));
            System.out.println("at " + server.listenAt(words[3]));
            Ledger.await(FOREVER, ledger::isStopped);
        }
        System.exit(0);
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
