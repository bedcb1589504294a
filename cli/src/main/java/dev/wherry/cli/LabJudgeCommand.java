package dev.wherry.cli;

import dev.wherry.lab.report.Report;
import dev.wherry.lab.results.Results;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Puts results to conclusions that have changed since. */
@Command(
        name = "judge",
        header = "Judges a run anew by the conclusions as they now stand",
        description = {
            "Puts a run to what the originals concluded, as the suites of this checkout have it, and writes its results.json"
                    + " and report.html anew.",
            "What was measured stays as it is."
        },
        mixinStandardHelpOptions = true)
final class LabJudgeCommand implements Callable<Integer> {
    @Mixin
    private LabRoot root;

    @Parameters(
            paramLabel = "RESULTS",
            arity = "0..1",
            description = "What 'lab run' wrote: results.json or its folder. Default: the latest below lab-results")
    private @Nullable Path given;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Path file = ResultsFile.at(given != null ? given : ResultsFile.latest());
        Results judged = root.open().judge(ResultsFile.read(file));
        judged.write(file);
        Path report = ResultsFile.page(file);
        Report.write(judged, report);
        ResultsFile.show(judged, spec.commandLine().getOut(), "report: " + report);
        return ExitCode.DONE.status();
    }
}
