package dev.wherry.bench.lasting;

import dev.wherry.testkit.faults.FaultyRelay;
import dev.wherry.testkit.faults.RandomFaults;
import dev.wherry.testkit.trial.CallersProcess;
import dev.wherry.testkit.trial.Ledger;
import dev.wherry.testkit.trial.TrialProcesses;
import dev.wherry.testkit.trial.Verdict;
import dev.wherry.testkit.trial.Vitals;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;

/**
 * A client calls a server for an hour: in all styles, with callbacks and references that it creates and drops. A relay between the two
 * breaks links every few seconds, and now and then for so long that sessions end. A sample of both processes is taken while no call is
 * under way. It is flat if the median of the last quarter exceeds that of the second by at most a tenth and a constant: 1 MiB of heap, or
 * 5 of anything else. Argument: the minutes.
 */
public final class Soak {
    private static final double MINUTES = 60;
    private static final int CALLS_A_SECOND = 200;
    private static final int TURN_MILLIS = 100;
    private static final int FAULT_MILLIS = 5_000;
    private static final int LONGEST_FAULT_MILLIS = 1_000;

    /** After this time the client gives a server up that refuses connections. */
    private static final int REFUSED_MILLIS = 3_000;

    /** One of so many faults ends the session. */
    private static final int PER_REFUSAL = 10;

    private static final int MOST_SAMPLE_MILLIS = 60_000;
    private static final int LEAST_SAMPLES = 40;
    /** In the first minutes a process still loads and compiles classes. A shorter soak is not judged by what its processes hold. */
    private static final long LEAST_JUDGED = TimeUnit.MINUTES.toMillis(5);

    private static final double TENTH = 1.1;

    private final TrialProcesses processes;
    private final FaultyRelay relay;
    private final long millis;
    private final Random random = new Random(1);
    private final RandomFaults faults = new RandomFaults(1);

    /** The samples of the server, and those of the client. */
    private final List<List<Vitals>> samples = List.of(new ArrayList<>(), new ArrayList<>());

    private Soak(TrialProcesses processes, FaultyRelay relay, long millis) {
        this.processes = processes;
        this.relay = relay;
        this.millis = millis;
    }

    /** A quantity that must stay flat, and by how much it may differ in addition to a tenth. */
    private enum Quantity {
        HEAP_KIB(Vitals::heapKib, 1024),
        DESCRIPTORS(Vitals::descriptors, 5),
        THREADS(Vitals::threads, 5),
        SESSIONS(Vitals::sessions, 5),
        EXPORTS(Vitals::exports, 5),
        IMPORTS(Vitals::imports, 5);

        private final ToIntFunction<Vitals> of;
        private final int constant;

        Quantity(ToIntFunction<Vitals> of, int constant) {
            this.of = of;
            this.constant = constant;
        }

        /** Returns the median of a quarter, of which the first is 0. */
        private int median(List<Vitals> all, int quarter) {
            int[] sorted = all.subList(all.size() * quarter / 4, Math.max(1, all.size() * (quarter + 1) / 4)).stream()
                    .mapToInt(of)
                    .sorted()
                    .toArray();
            return sorted[sorted.length / 2];
        }

        Figure figure(String process, List<Vitals> all, boolean judged) {
            int second = median(all, 1);
            int last = median(all, 3);
            String what = process + ": " + name().toLowerCase(Locale.ROOT);
            String value = second + " in the second quarter, " + last + " in the last";
            return judged
                    ? Figure.of(what, value, "<= 1.1 times + " + constant, last <= second * TENTH + constant)
                    : Figure.reported(what, value);
        }
    }

    public static void main(String[] arguments) throws Exception {
        double minutes = arguments.length > 0 ? Double.parseDouble(arguments[0]) : MINUTES;
        Path folder = Files.createTempDirectory("soak");
        List<Figure> figures;
        try {
            figures = measure(folder, minutes);
        } finally {
            Lasting.delete(folder);
        }
        figures.forEach(each -> System.out.println(each.line("soak")));
        System.exit(figures.stream().anyMatch(each -> each.met() == Figure.Met.NO) ? 1 : 0);
    }

    static List<Figure> measure(Path folder, boolean brief) throws Exception {
        return measure(folder, brief ? 0.05 : MINUTES);
    }

    private static List<Figure> measure(Path folder, double minutes) throws Exception {
        long millis = (long) (minutes * TimeUnit.MINUTES.toMillis(1));
        int most = (int) (millis / 1_000 + 60) * CALLS_A_SECOND;
        CallersProcess.Style style = new CallersProcess.Style(4, false, Duration.ofSeconds(5));
        try (TrialProcesses processes = new TrialProcesses(folder, most, Duration.ofSeconds(2), List.of());
                FaultyRelay relay = new FaultyRelay(URI.create(processes.startServer("tcp")), 1)) {
            processes.startClient(style, 1, List.of(relay.address().toString()));
            return new Soak(processes, relay, millis).run();
        }
    }

    private List<Figure> run() throws Exception {
        long interval = Math.min(MOST_SAMPLE_MILLIS, millis / LEAST_SAMPLES);
        long start = System.nanoTime();
        long fault = FAULT_MILLIS;
        for (long now = 0, sample = interval; now < millis; now = elapsed(start)) {
            call(TURN_MILLIS);
            if (now >= fault) {
                strike();
                fault = elapsed(start) + FAULT_MILLIS;
            }
            if (now >= sample) {
                sample(now);
                sample = elapsed(start) + interval;
            }
        }
        sample(millis);
        Verdict verdict = processes.end("soak, " + faults);
        verdict.violations().forEach(System.out::println);
        List<Figure> figures = new ArrayList<>();
        figures.add(Figure.of(
                verdict.calls() + " calls: twice, not run, wrong, not typed or overtaken",
                String.valueOf(verdict.violations().size()),
                "0",
                verdict.violations().isEmpty()));
        for (Quantity each : Quantity.values()) {
            figures.add(each.figure("server", samples.getFirst(), millis >= LEAST_JUDGED));
            figures.add(each.figure("client", samples.getLast(), millis >= LEAST_JUDGED));
        }
        return figures;
    }

    private static long elapsed(long start) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    }

    /** Lets the client call for some time. */
    private void call(int time) throws InterruptedException {
        for (int i = 0; i < time; i += TURN_MILLIS) {
            processes.ledger().allow(CALLS_A_SECOND * TURN_MILLIS / 1_000);
            TimeUnit.MILLISECONDS.sleep(TURN_MILLIS);
        }
    }

    private void strike() throws InterruptedException {
        if (random.nextInt(PER_REFUSAL) == 0) {
            relay.refuse();
            relay.cut();
            call(REFUSED_MILLIS);
        } else {
            faults.strike(relay);
            call(random.nextInt(LONGEST_FAULT_MILLIS));
        }
        relay.heal();
    }

    private void sample(long now) {
        processes.awaitCalls(0);
        Ledger ledger = processes.ledger();
        List<Vitals> both = ledger.sample(samples.size());
        for (int i = 0; i < both.size(); i++) {
            samples.get(i).add(both.get(i));
        }
        System.out.println(now / 1_000 + " s, " + ledger.ended() + " calls: server " + both.getFirst() + ", client "
                + both.getLast());
    }
}
