package dev.wherry.cli;

import dev.wherry.lab.Lab;
import dev.wherry.lab.report.JoinedRuns;
import dev.wherry.lab.report.Report;
import dev.wherry.lab.results.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows results again. */
@Command(
        name = "report",
        header = "Shows the results of a run again",
        description = {
            "Writes the report of a run: one HTML file that opens offline. The conclusions of the originals are judged"
                    + " as the suites of this checkout have them.",
            "Runs of different suites, or of one at different placements, make one report if nothing else of their"
                    + " plans differs and all servers were on this host. A conclusion has the verdict of the first run"
                    + " that can decide it."
        },
        mixinStandardHelpOptions = true)
final class LabReportCommand implements Callable<Integer> {
    @Mixin
    private LabRoot root;

    @Parameters(
            paramLabel = "RESULTS",
            description = "What 'lab run' wrote: results.json or its folder; may be several. Default: the latest below"
                    + " lab-results")
    private List<Path> files = List.of();

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Where the report goes; needed for several runs. Default: report.html beside the results")
    private @Nullable Path out;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (files.size() > 1 && out == null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "Several runs have no folder of their own: say with --out where the report goes");
        }
        List<Path> from = files.isEmpty() ? List.of(ResultsFile.latest()) : files;
        Lab lab = root.open();
        List<Results> runs = new ArrayList<>();
        for (Path run : from) {
            runs.add(lab.judge(ResultsFile.read(run)));
        }
        Path to = out != null ? out : ResultsFile.page(ResultsFile.at(from.getFirst()));
        for (Path run : from) {
            if (Files.exists(to) && Files.isSameFile(to, ResultsFile.at(run))) {
                throw new ParameterException(
                        spec.commandLine(), "--out %s would replace the results; name another file".formatted(to));
            }
        }
        Results results = JoinedRuns.of(runs);
        Report.write(results, to);
        ResultsFile.show(results, spec.commandLine().getOut(), "report: " + to);
        return ExitCode.DONE.status();
    }
}
