package dev.wherry.testkit.simulation.world;

import dev.wherry.Endpoint;
import dev.wherry.statistics.EndpointStatistics;
import dev.wherry.testkit.simulation.Scheduler;
import dev.wherry.testkit.simulation.SimulatedCleaner;
import dev.wherry.testkit.simulation.SimulatedThread;
import dev.wherry.testkit.simulation.world.Settings.Faults;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** One run: servers and clients start, calls are made while things go wrong, all is healed, and what is left is checked. */
public final class World implements Runnable {
    private static final int PORT = 5739;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Random random;
    private final Settings settings;
    private final Network network;
    private final Journal journal = new Journal();
    private final Map<String, MemoryLedger> ledgers = new HashMap<>();
    private final Map<Host, Endpoint> endpoints = new HashMap<>();
    private final List<Host> servers = new ArrayList<>();
    private final List<SimulatedThread> callers = new ArrayList<>();
    private boolean calling = true;

    public World(long seed) {
        random = new Random(seed * 0x9E3779B97F4A7C15L); // similar seeds begin with similar numbers
        settings = new Settings(random);
        network = new Network(random, settings.remote());
    }

    /** Returns what happened how often. */
    public Map<String, Object> counts() {
        return journal.counts();
    }

    @Override
    public void run() {
        Network.note(settings.toString());
        for (int i = 0; i < settings.servers(); i++) {
            servers.add(startServer("server" + i));
        }
        for (int i = 0; i < settings.clients(); i++) {
            startClient("client" + i);
        }
        SimulatedThread faults = SimulatedThread.start("the simulation", "faults", this::breakThings);
        for (SimulatedThread each : callers) {
            join(each);
        }
        calling = false;
        join(faults);
        settle();
        journal.checkEnd(settings.faults() != Faults.ALL);
        for (Map.Entry<Host, Endpoint> each : List.copyOf(endpoints.entrySet())) {
            on(each.getKey(), "close", () -> each.getValue().close());
        }
        checkThreads();
        if (!journal.wrong().isEmpty()) {
            throw new AssertionError(String.join("\n", journal.wrong()));
        }
    }

    private static void join(SimulatedThread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void on(Host host, String what, Runnable task) {
        join(SimulatedThread.start(host, what, task));
    }

    private Host startServer(String name) {
        Host host = network.start(name);
        MemoryLedger ledger = ledgers.computeIfAbsent(name, MemoryLedger::new);
        on(host, "start", () -> listen(host, ledger));
        return host;
    }

    private void listen(Host host, MemoryLedger ledger) {
        Endpoint endpoint = Endpoint.listen(
                NetworkTransport.SCHEME + "://" + host.name + ":" + PORT,
                settings.options().ledger(ledger).build());
        endpoint.bind("desk", Desk.class, new ServedDesk(journal, host));
        endpoints.put(host, endpoint);
    }

    private void startClient(String name) {
        Host host = network.start(name);
        on(host, "start", () -> {
            Endpoint endpoint = Endpoint.create(settings.options().build());
            endpoints.put(host, endpoint);
            List<String> addresses = IntStream.range(0, servers.size())
                    .mapToObj(i -> "server" + i + ":" + PORT)
                    .collect(Collectors.toList());
            java.util.Collections.shuffle(addresses, random);
            Desk desk = endpoint.lookup(
                    NetworkTransport.SCHEME + "://" + String.join(",", addresses) + "/desk", Desk.class);
            for (int i = 0; i < settings.callers(); i++) {
                String caller = "caller " + i + " of " + name;
                callers.add(SimulatedThread.start(host, caller, new Caller(caller, settings, journal, host, desk)));
            }
        });
    }

    // ---- faults

    private void breakThings() {
        int pause = new int[] {50, 500, 2_000}[random.nextInt(3)];
        while (calling && settings.faults() != Faults.NONE) {
            Network.sleep(TimeUnit.MILLISECONDS.toNanos(random.nextInt(pause)));
            if (settings.faults() == Faults.LINKS) {
                breakLinks();
            } else if (random.nextInt(3) == 0) {
                stopServer();
            } else if (random.nextInt(3) == 0) {
                partition(random.nextInt(3) == 0 ? 6 * SECOND : SECOND);
            } else {
                network.breakLink(true);
            }
        }
    }

    /** Breaks links, and leaves enough time for sessions to go on before their calls are stopped. */
    private void breakLinks() {
        for (int i = random.nextInt(4); i >= 0; i--) {
            if (random.nextInt(3) == 0) {
                partition(SECOND);
            } else {
                network.breakLink(i == 0);
            }
            Network.sleep(random.nextLong(SECOND / 5));
        }
        Network.sleep(5 * SECOND);
    }

    private void partition(long longest) {
        String client = "client" + random.nextInt(settings.clients());
        String server = "server" + random.nextInt(settings.servers());
        long nanos = random.nextLong(longest);
        int way = random.nextInt(3);
        if (way != 0) {
            network.partition(client, server, nanos);
        }
        if (way != 1) {
            network.partition(server, client, nanos);
        }
    }

    /** Lets a server crash or close, and starts it again. */
    private void stopServer() {
        int which = random.nextInt(servers.size());
        Host host = servers.get(which);
        Endpoint endpoint = endpoints.remove(host);
        int way = random.nextInt(4);
        if (way < 2) {
            network.crash(host, way == 0);
        } else {
            Network.note(host + " closes");
            on(host, "close", () -> endpoint.close(Duration.ofMillis(way == 2 ? 0 : random.nextInt(3_000))));
            host.stop();
        }
        Network.sleep(random.nextLong(2 * SECOND));
        servers.set(which, startServer(host.name));
    }

    // ---- the end

    /** Waits until nothing is left of the calls. */
    private void settle() {
        for (int i = 0; i < 80 && !left().isEmpty(); i++) {
            Network.sleep(SECOND / 2);
            SimulatedCleaner.collectAll();
        }
        left().forEach(journal::wrong);
    }

    private List<String> left() {
        List<String> left = new ArrayList<>();
        endpoints.forEach((host, endpoint) -> {
            EndpointStatistics now = endpoint.statistics();
            if (now.callsIn() + now.callsOut() + now.exports() + now.imports() > 0) {
                left.add(host + " still has " + now.callsIn() + " calls in, " + now.callsOut() + " calls out, "
                        + now.exports() + " exports, " + now.imports() + " imports");
            }
        });
        return left;
    }

    private void checkThreads() {
        for (int i = 0; i < 20 && others().size() > 0; i++) {
            Network.sleep(SECOND);
        }
        if (!others().isEmpty()) {
            journal.wrong("Threads are left: " + others());
        }
    }

    private static List<SimulatedThread> others() {
        return Scheduler.current().threads().stream()
                .filter(each -> each != (Object) SimulatedThread.currentThread())
                .toList();
    }
}
