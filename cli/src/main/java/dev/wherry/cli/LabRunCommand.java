package dev.wherry.cli;

import dev.wherry.CallException;
import dev.wherry.lab.FolderLock;
import dev.wherry.lab.Lab;
import dev.wherry.lab.PlainProgress;
import dev.wherry.lab.TerminalProgress;
import dev.wherry.lab.plan.Preset;
import dev.wherry.lab.plan.Progress;
import dev.wherry.lab.plan.RunPlan;
import dev.wherry.lab.plan.ServersOn;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Placement;
import dev.wherry.lab.results.Results;
import java.io.Console;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures. */
@Command(
        name = "run",
        header = "Measures",
        description = {
            "Runs suites on systems, alternating between the systems, and writes results.json and report.html.",
            "Every answer is checked before anything is timed; a system that answers wrongly is not timed."
        },
        mixinStandardHelpOptions = true)
final class LabRunCommand implements Callable<Integer> {
    private static final int USUAL_WIDTH = 80;

    @Mixin
    private LabRoot root;

    @Option(names = "--suite", paramLabel = "SUITE", split = ",", description = "What to measure; may be several")
    private List<String> suites = List.of();

    @Option(
            names = "--system",
            paramLabel = "SYSTEM",
            split = ",",
            description =
                    "On what; may be several. all: every system that can run here. Default: those that the suite names"
                            + " for the preset; the report says which others there are")
    private List<String> systems = List.of();

    @Option(
            names = "--preset",
            paramLabel = "PRESET",
            defaultValue = "quick",
            description =
                    "How much: ${COMPLETION-CANDIDATES}. smoke looks only whether everything answers rightly, quick"
                        + " takes a few seconds a cell, full all values of the parameters. Default: ${DEFAULT-VALUE}",
            completionCandidates = Presets.class)
    private String preset;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description =
                    "How to measure, where the suite's preset has several ways: faithful is as the original did, with"
                            + " its faults; corrected is fair. Default: quick is corrected, full is faithful")
    private @Nullable String mode;

    @Option(names = "--baseline", paramLabel = "SYSTEM", description = "Compare the others with this one")
    private @Nullable String baseline;

    @Option(names = "--rounds", paramLabel = "N", description = "Instead of the preset's number; at most 1,000")
    private @Nullable Integer rounds;

    @Mixin
    private ParamValues params;

    @Option(
            names = "--workload",
            paramLabel = "WORKLOAD",
            split = ",",
            description = "Of the suites' workloads only this one; may be several")
    private List<String> workloads = List.of();

    @Option(
            names = "--placement",
            paramLabel = "PLACEMENT",
            defaultValue = "free",
            description = "Where the two processes run: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}",
            completionCandidates = Placements.class)
    private String placement;

    @Option(
            names = "--servers-on",
            paramLabel = "URI",
            description = "Start the servers on another host, where 'wherry lab agent' listens at this address")
    private @Nullable String serversOn;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "What that agent's token is in. Default: the variable " + ServersOn.TOKEN + " has it")
    private @Nullable Path tokenFile;

    @Option(
            names = "--uncapped",
            description =
                    "Let a cell make all the calls that its preset counts, however long it takes. Default: its rounds"
                            + " together are cut short after 20 s, and marked")
    private boolean uncapped;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where results go, in place of those that are there. Default: lab-results/<date and time>")
    private @Nullable Path out;

    @Option(
            names = "--resume",
            paramLabel = "DIR",
            description =
                    "Carry on with a run that was interrupted, from the last point of its grid that all systems had"
                            + " been through. DIR is where its results were to go; the plan is that run's, and"
                            + " --token-file is needed again where it has one")
    private @Nullable Path resume;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        checkNames();
        return resume != null ? resume(resume) : begin();
    }

    private void checkNames() {
        spec.commandLine().getParseResult().matchedOptions().stream()
                .filter(option -> option.stringValues().stream().anyMatch(String::isBlank))
                .findFirst()
                .ifPresent(option -> {
                    throw new ParameterException(
                            spec.commandLine(),
                            "%s was given an empty value; write %s %s"
                                    .formatted(option.longestName(), option.longestName(), option.paramLabel()));
                });
    }

    private int begin() throws IOException, InterruptedException {
        if (suites.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "Missing required option: '--suite=SUITE'");
        }
        double cap = uncapped ? Double.POSITIVE_INFINITY : RunPlan.USUAL_CAP_SECONDS;
        RunPlan plan = new RunPlan(
                suites,
                workloads,
                systems,
                preset(),
                mode,
                baseline,
                rounds,
                params.values(),
                placement(),
                cap,
                serversOn == null ? null : Addresses.parse(serversOn).toString());
        Lab lab = showingToken(root.open(), plan);
        ResultsFolder folder = out == null ? ResultsFolder.fresh() : new ResultsFolder(out);
        try (FolderLock _ = folder.toBegin()) {
            return measure(plan, folder, () -> lab.run(plan, progress(System.out), folder.checkpoint()));
        }
    }

    private int resume(Path from) throws IOException, InterruptedException {
        spec.commandLine().getParseResult().matchedOptions().stream()
                .filter(option -> !option.inherited())
                .map(CommandLine.Model.OptionSpec::longestName)
                .filter(option -> !List.of("--resume", "--root", "--token-file").contains(option))
                .findFirst()
                .ifPresent(option -> {
                    throw new ParameterException(
                            spec.commandLine(),
                            "--resume carries on with the plan that %s has; leave %s out".formatted(from, option));
                });
        ResultsFolder folder = new ResultsFolder(from);
        try (FolderLock _ = folder.toResume()) {
            Lab opened = root.open();
            RunPlan plan = Given.read(() -> opened.plan(folder.checkpoint()));
            Lab lab = showingToken(opened, plan);
            return measure(plan, folder, () -> lab.resume(folder.checkpoint(), progress(System.out)));
        }
    }

    /** The run, or the rest of one. */
    private interface Measuring {
        Results results() throws IOException, InterruptedException;
    }

    private int measure(RunPlan plan, ResultsFolder folder, Measuring run) throws IOException, InterruptedException {
        List<String> toldAgain = toldAgain();
        try (ResultsFolder.Hint _ = folder.hint(toldAgain)) {
            return finish(plan, run.results(), folder);
        } catch (CallException lost) {
            throw folder.endedEarly(lost, toldAgain);
        }
    }

    /** What no plan keeps, and who carries on with the run has to say again. */
    private List<String> toldAgain() {
        List<String> words = new ArrayList<>(root.words());
        if (tokenFile != null) {
            words.addAll(List.of("--token-file", tokenFile.toString()));
        }
        return words;
    }

    private Lab showingToken(Lab lab, RunPlan plan) {
        if (plan.serversOn() != null) {
            return lab.showing(AgentToken.toShow(tokenFile));
        }
        if (tokenFile != null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--token-file is for the agent of another host, and this run has none: add --servers-on, or leave"
                            + " it out");
        }
        return lab;
    }

    private int finish(RunPlan plan, Results results, ResultsFolder folder) throws IOException {
        Path report = folder.write(results);
        ResultsFile.show(results, spec.commandLine().getOut(), "results: " + folder.results(), "report:  " + report);
        return exit(plan, results).status();
    }

    /** One line at the bottom of a terminal; elsewhere a line per cell. */
    static Progress progress(PrintStream to) {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent()
                ? new TerminalProgress(to, width())
                : new PlainProgress(to);
    }

    private static int width() {
        String columns = System.getenv("COLUMNS");
        return columns != null && columns.matches("\\d{2,4}") ? Integer.parseInt(columns) : USUAL_WIDTH;
    }

    private static ExitCode exit(RunPlan plan, Results results) {
        if (results.cells().stream().anyMatch(Cell::wrong)) {
            return ExitCode.FAILED;
        }
        return results.absent().isEmpty() || plan.named().isEmpty() ? ExitCode.DONE : ExitCode.NOT_FOUND;
    }

    private Preset preset() {
        for (Preset known : Preset.values()) {
            if (known.label().equals(preset)) {
                return known;
            }
        }
        throw new ParameterException(
                spec.commandLine(),
                "There is no preset '%s'; there are: %s".formatted(preset, String.join(", ", new Presets())));
    }

    private Placement placement() {
        for (Placement known : Placement.values()) {
            if (known.label().equals(placement)) {
                return known;
            }
        }
        throw new ParameterException(
                spec.commandLine(),
                "There is no placement '%s'; there are: %s".formatted(placement, String.join(", ", new Placements())));
    }

    /** The placements' names, for help and completion. */
    static final class Placements implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(Placement.values()).map(Placement::label).iterator();
        }
    }

    /** The presets' names, for help and completion. */
    static final class Presets implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(Preset.values()).map(Preset::label).iterator();
        }
    }
}
