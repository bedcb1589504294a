package dev.wherry.bench.lasting;

import dev.wherry.testkit.trial.CallersProcess;
import dev.wherry.testkit.trial.FaultTrial;
import dev.wherry.testkit.trial.FaultTrial.Harm;
import dev.wherry.testkit.trial.FaultTrial.Route;
import dev.wherry.testkit.trial.HoldersTrial;
import dev.wherry.testkit.trial.Ledger.Ending;
import dev.wherry.testkit.trial.LossTrial;
import dev.wherry.testkit.trial.NetworkNamespace;
import dev.wherry.testkit.trial.StopTrial;
import dev.wherry.testkit.trial.TwoServersTrial;
import dev.wherry.testkit.trial.TwoServersTrial.End;
import dev.wherry.testkit.trial.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The trials of the testkit at their full size, as rows. Each compares the records of both sides of each call. */
final class Trials {
    private static final int ENDS = 20;
    private static final Duration STOPPED = Duration.ofSeconds(60);
    private static final int LOSSY_CALLS = 20_000;
    private static final int OBJECTS = 100_000;

    private Trials() {}

    static List<Figure> kill(Path folder, boolean brief) throws Exception {
        TwoServersTrial.Result result = new TwoServersTrial(End.KILLED, brief ? 1 : ENDS, 1).run(folder);
        Verdict verdict = result.verdict();
        int others = verdict.calls() - verdict.count(Ending.RETURNED) - verdict.count(Ending.UNKNOWN);
        int most = CallersProcess.mostInFlight();
        return List.of(
                Figure.of(
                        "one of two servers killed: most calls UNKNOWN at once",
                        result.mostFailed() + " of " + verdict.calls(),
                        "<= " + most + ", those in flight",
                        result.mostFailed() <= most),
                none(
                        "the same: otherwise failed, wrong or run twice",
                        others + verdict.violations().size()));
    }

    static List<Figure> rolling(Path folder, boolean brief) throws Exception {
        TwoServersTrial.Result result = new TwoServersTrial(End.STOPPED, brief ? 1 : ENDS, 1).run(folder);
        Verdict verdict = result.verdict();
        return List.of(none(
                "two servers restarted in turn, " + result.underLoad() + " times under load: failed calls",
                verdict.calls()
                        - verdict.count(Ending.RETURNED)
                        + verdict.violations().size()));
    }

    private static Figure none(String what, int count) {
        return Figure.of(what, String.valueOf(count), "0", count == 0);
    }

    static List<Figure> stop(Path folder, boolean brief) throws Exception {
        List<Figure> figures = new ArrayList<>();
        for (boolean server : brief ? new boolean[] {true} : new boolean[] {true, false}) {
            Path own = Files.createDirectory(folder.resolve(String.valueOf(server)));
            Duration time = brief ? Duration.ofSeconds(1) : STOPPED;
            StopTrial.Result result = new StopTrial("tcp", server, time).run(own);
            String what = (server ? "server" : "client") + " stopped for " + time.toSeconds() + " s: ";
            figures.add(none(
                    what + "calls not typed, wrong or run twice",
                    result.verdict().violations().size()));
            figures.add(Figure.of(
                    what + "calls that return afterwards",
                    result.afterwards() + " of " + result.made(),
                    "all",
                    result.afterwards() == result.made()));
        }
        return figures;
    }

    static List<Figure> loss(Path folder, boolean brief) throws Exception {
        List<Figure> figures = new ArrayList<>();
        for (int percent : brief ? new int[] {1} : new int[] {1, 2, 5}) {
            String what = percent + " % of packets lost: ";
            Optional<NetworkNamespace> created = NetworkNamespace.create();
            if (created.isEmpty()) {
                figures.add(Figure.skipped(what + "failed or wrong calls", NetworkNamespace.NEEDS));
                continue;
            }
            try (NetworkNamespace network = created.get()) {
                Path own = Files.createDirectory(folder.resolve(String.valueOf(percent)));
                LossTrial.Result result = new LossTrial(percent, brief ? 50 : LOSSY_CALLS).run(own, network);
                figures.add(none(
                        what + "failed or wrong calls",
                        result.failed() + result.verdict().violations().size()));
                figures.add(Figure.reported(
                        what + "p50, p99 and longest call",
                        Figure.text(result.median().toNanos()) + ", "
                                + Figure.text(result.p99().toNanos()) + ", "
                                + Figure.text(result.longest().toNanos())));
            }
        }
        return figures;
    }

    static List<Figure> objects(Path folder, boolean brief) throws Exception {
        int count = brief ? HoldersTrial.UNIT * 5 : OBJECTS;
        HoldersTrial.Result result = new HoldersTrial("tcp", count).run(folder);
        String what = count + " objects, crashes, lost releases: ";
        return List.of(
                none(what + "leaked", result.leaked() + Math.abs(result.exported())),
                none(what + "lost while held", result.lost()));
    }

    static List<Figure> faults(Path folder, boolean brief) throws Exception {
        List<Figure> figures = new ArrayList<>();
        for (Harm harm : brief ? List.of(Harm.ALL) : List.of(Harm.ALL, Harm.LINKS)) {
            figures.addAll(faults(folder, harm, brief));
        }
        return figures;
    }

    private static List<Figure> faults(Path folder, Harm harm, boolean brief) throws Exception {
        List<Route> routes = brief ? FaultTrial.routes().subList(0, 1) : FaultTrial.routes();
        int calls = 0;
        int violations = 0;
        int returned = 0;
        long start = System.nanoTime();
        for (Route route : routes) {
            Path own = Files.createDirectory(folder.resolve(harm + "-" + routes.indexOf(route)));
            int faults = brief ? 5 : FaultTrial.faults(route);
            Verdict verdict = new FaultTrial(route, harm, faults, 1).run(own);
            verdict.violations().forEach(System.out::println);
            calls += verdict.calls();
            violations += verdict.violations().size();
            returned += verdict.count(Ending.RETURNED);
        }
        String what = calls + " calls, " + (harm == Harm.ALL ? "processes too" : "links alone") + ": ";
        List<Figure> figures = new ArrayList<>();
        figures.add(none(what + "twice, not run, not typed or overtaken", violations));
        if (harm == Harm.LINKS) {
            figures.add(none(what + "lost or failed", calls - returned));
        } else {
            figures.add(Figure.reported(what + "returned", String.valueOf(returned)));
        }
        figures.add(Figure.reported(what + "time of the trial", Figure.text(System.nanoTime() - start)));
        return figures;
    }
}
