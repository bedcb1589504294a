package dev.wherry.cli;

import dev.wherry.lab.FolderLock;
import dev.wherry.lab.Lab;
import dev.wherry.lab.PrintedProgress;
import dev.wherry.lab.plan.Preset;
import dev.wherry.lab.plan.Progress;
import dev.wherry.lab.plan.RemoteServers;
import dev.wherry.lab.plan.RunPlan;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Placement;
import dev.wherry.lab.results.Results;
import java.io.Console;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs suites on systems. */
@Command(
        name = "run",
        header = "Runs suites on systems, and writes a report",
        description = {
            "Runs suites on systems, alternating between the systems, and writes results.json and report.html.",
            "Each answer is checked before anything is timed. A system with a wrong answer is not timed."
        },
        mixinStandardHelpOptions = true)
final class LabRunCommand implements Callable<Integer> {
    private static final int USUAL_WIDTH = 80;

    @Mixin
    private LabRoot root;

    @Option(
            names = "--suite",
            paramLabel = "SUITE",
            split = ",",
            description = "The suites to run, separated by commas. 'lab list' shows them")
    private List<String> suites = List.of();

    @Option(
            names = "--system",
            paramLabel = "SYSTEM",
            split = ",",
            description = "The systems to measure, separated by commas; all stands for every system that can run here."
                    + " Default: those that the suite names for the preset")
    private List<String> systems = List.of();

    @Option(
            names = "--preset",
            paramLabel = "PRESET",
            defaultValue = "quick",
            description =
                    "How much to measure: ${COMPLETION-CANDIDATES}. smoke only checks the answers, quick takes a few"
                            + " seconds a cell, full uses all values of the parameters. Default: ${DEFAULT-VALUE}",
            completionCandidates = Presets.class)
    private String preset;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description =
                    "How to measure, if the suite's preset has several modes: faithful repeats the original with its"
                            + " faults, corrected is fair. Default: corrected for quick, faithful for full")
    private @Nullable String mode;

    @Option(names = "--baseline", paramLabel = "SYSTEM", description = "The system to compare the others with")
    private @Nullable String baseline;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How many rounds to run instead of the preset's number; at most 1,000")
    private @Nullable Integer rounds;

    @Mixin
    private ParamValues params;

    @Option(
            names = "--workload",
            paramLabel = "WORKLOAD",
            split = ",",
            description = "Run only these workloads of the suites, separated by commas")
    private List<String> workloads = List.of();

    @Option(
            names = "--placement",
            paramLabel = "PLACEMENT",
            defaultValue = "free",
            description = "Where client and server run: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}",
            completionCandidates = Placements.class)
    private String placement;

    @Option(
            names = "--server-prefix",
            paramLabel = "WORDS",
            description = "Start the servers on another host by a command that begins with these words, such as 'ssh"
                    + " user@host'. That host needs the checkout at the same path, and a smoke run that has prepared"
                    + " the systems")
    private @Nullable String serverPrefix;

    @Option(
            names = "--server-address",
            paramLabel = "HOST",
            description = "The host at which these servers listen. Default: that of the last word of --server-prefix")
    private @Nullable String serverAddress;

    @Option(
            names = "--uncapped",
            description =
                    "Let each cell make all the calls of its preset, however long that takes. Default: the rounds of a"
                            + " cell are cut short after 20 s in all, and marked")
    private boolean uncapped;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "The directory to write to. Results that it has are replaced. Default: lab-results/<date and time>")
    private @Nullable Path out;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        checkNames();
        return begin();
    }

    private void checkNames() {
        spec.commandLine().getParseResult().matchedOptions().stream()
                .filter(option -> option.stringValues().stream().anyMatch(String::isBlank))
                .findFirst()
                .ifPresent(option -> {
                    throw new ParameterException(
                            spec.commandLine(),
                            "Empty value for %s: write %s %s"
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
                remoteServers());
        Lab lab = root.open();
        ResultsFolder folder = out == null ? ResultsFolder.fresh() : new ResultsFolder(out);
        try (FolderLock _ = folder.toBegin()) {
            return finish(plan, lab.run(plan, progress(System.out)), folder);
        }
    }

    private @Nullable RemoteServers remoteServers() {
        if (serverPrefix == null && serverAddress != null) {
            throw new ParameterException(spec.commandLine(), "--server-address requires --server-prefix");
        }
        return serverPrefix == null ? null : RemoteServers.parse(serverPrefix, serverAddress);
    }

    private int finish(RunPlan plan, Results results, ResultsFolder folder) throws IOException {
        Path report = folder.write(results);
        ResultsFile.show(results, spec.commandLine().getOut(), "results: " + folder.results(), "report:  " + report);
        return exit(plan, results).status();
    }

    /** Returns a progress of one line that is replaced on a terminal. Elsewhere it prints a line for each cell. */
    static Progress progress(PrintStream to) {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent()
                ? PrintedProgress.terminal(to, width())
                : PrintedProgress.plain(to);
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
                "Unknown preset '%s'. Presets: %s".formatted(preset, String.join(", ", new Presets())));
    }

    private Placement placement() {
        for (Placement known : Placement.values()) {
            if (known.label().equals(placement)) {
                return known;
            }
        }
        throw new ParameterException(
                spec.commandLine(),
                "Unknown placement '%s'. Placements: %s".formatted(placement, String.join(", ", new Placements())));
    }

    /** The names of the placements, for help and completion. */
    static final class Placements implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(Placement.values()).map(Placement::label).iterator();
        }
    }

    /** The names of the presets, for help and completion. */
    static final class Presets implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(Preset.values()).map(Preset::label).iterator();
        }
    }
}
