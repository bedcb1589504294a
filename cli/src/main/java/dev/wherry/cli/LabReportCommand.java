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

/** Writes the report of earlier runs again. */
@Command(
        name = "report",
        header = "Writes the report of a run again",
        description = {
            "Writes the report of a run: one HTML file that opens offline. It judges the conclusions of the original"
                    + " evaluations as the suites of this checkout state them.",
            "Several runs make one report if they differ in their suites or placements only, and all servers were on"
                    + " this host. A conclusion has the verdict of the first run that can decide it."
        },
        mixinStandardHelpOptions = true)
final class LabReportCommand implements Callable<Integer> {
    @Mixin
    private LabRoot root;

    @Parameters(
            paramLabel = "RESULTS",
            description =
                    "The results of 'lab run': results.json or its directory. May be given several times. Default: the"
                            + " latest in lab-results")
    private List<Path> files = List.of();

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "The file to write. Required for several runs. Default: report.html beside the results")
    private @Nullable Path out;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (files.size() > 1 && out == null) {
            throw new ParameterException(spec.commandLine(), "A report of several runs needs --out FILE");
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
                        spec.commandLine(), "--out %s would replace the results: name another file".formatted(to));
            }
        }
        Results results = JoinedRuns.of(runs);
        Report.write(results, to);
        ResultsFile.show(results, spec.commandLine().getOut(), "report: " + to);
        return ExitCode.DONE.status();
    }
}
