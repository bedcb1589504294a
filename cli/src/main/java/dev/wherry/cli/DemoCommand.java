package dev.wherry.cli;

import dev.wherry.Endpoint;
import dev.wherry.cli.demo.Ferry;
import dev.wherry.cli.demo.ServerProcess;
import dev.wherry.cli.demo.Steps;
import dev.wherry.cli.demo.Steps.Step;
import dev.wherry.lab.FolderLock;
import dev.wherry.lab.plan.Preset;
import dev.wherry.lab.plan.RunPlan;
import dev.wherry.lab.report.Report;
import dev.wherry.lab.results.Placement;
import dev.wherry.lab.results.Results;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Makes one call of each kind between two JVMs. */
@Command(
        name = "demo",
        header = "Shows calls between two JVMs, and a comparison with Java RMI",
        description = {
            "Starts a second JVM and calls it: one step for each kind of call, each with a check of the answer. Then"
                    + " it runs a short comparison with Java RMI. It takes about a minute.",
            "The last line is 'demo: N of N steps passed'."
        },
        mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {
    private static final String BASELINE = "rmi";
    private static final String WHERRY = "wherry-tcp";
    private static final List<Long> CALLERS = List.of(2L, 16L);
    private static final int ROUNDS = 3;

    @Mixin
    private LabRoot root;

    @Option(names = "--no-comparison", description = "Leave out the comparison with Java RMI")
    private boolean noComparison;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "lab-results/demo",
            description = "Where to write the report of the comparison. Default: ${DEFAULT-VALUE}")
    private Path out;

    @Spec
    private CommandSpec spec;

    private int passed;
    private int shown;

    @Override
    public Integer call() throws IOException {
        PrintWriter to = spec.commandLine().getOut();
        try (ServerProcess server = ServerProcess.start();
                Endpoint client = Endpoint.create()) {
            to.printf(
                    "A server in process %d at %s, a client in process %d%n",
                    server.pid(), server.address(), ProcessHandle.current().pid());
            Ferry ferry = client.lookup(server.address() + "/ferry", Ferry.class);
            List<Step> steps = new ArrayList<>(new Steps(ferry).all());
            steps.forEach(this::show);
        }
        if (!noComparison) {
            show(new Step("side by side", this::compare));
        }
        to.printf("demo: %d of %d steps passed%n", passed, shown);
        to.flush();
        return (passed == shown ? ExitCode.DONE : ExitCode.FAILED).status();
    }

    private void show(Step step) {
        PrintWriter to = spec.commandLine().getOut();
        shown++;
        String line;
        try {
            line = "@|green ok|@      " + Plain.line(step.check().run());
            passed++;
        } catch (Exception | AssertionError e) {
            line = "@|red FAILED|@  " + Failures.describe(e);
        }
        to.printf(
                "%2d  %-13s %s%n",
                shown, step.title(), spec.commandLine().getColorScheme().ansi().text(line));
        to.flush();
    }

    private String compare() throws IOException, InterruptedException {
        PrintWriter to = spec.commandLine().getOut();
        to.println(
                "    The Person workload of the mobility evaluation: Java RMI and Wherry alternate, each in new JVMs");
        to.flush();
        ResultsFolder folder = new ResultsFolder(out);
        RunPlan plan = new RunPlan(
                List.of("mobility"),
                List.of("people-by-threads"),
                List.of(BASELINE, WHERRY),
                Preset.QUICK,
                null,
                BASELINE,
                ROUNDS,
                Map.of("threads", CALLERS),
                Placement.FREE,
                RunPlan.USUAL_CAP_SECONDS,
                null);
        try (FolderLock _ = folder.toBegin()) {
            Results results = root.open().run(plan, LabRunCommand.progress(System.out));
            Path report = folder.write(results);
            // Two systems and one workload cannot decide the conclusions of an original.
            to.println(Report.text(results.with(results.published(), List.of(), List.of())));
            boolean measured = results.absent().isEmpty()
                    && results.cells().size() == 2 * CALLERS.size()
                    && results.cells().stream()
                            .noneMatch(cell -> cell.wrong() || cell.rounds().isEmpty());
            if (!measured) {
                throw new AssertionError("some cells were not measured: see " + report.toAbsolutePath());
            }
            return "the report, which opens offline, is " + report.toAbsolutePath();
        }
    }
}
