package dev.wherry.cli;

import dev.wherry.lab.report.Report;
import dev.wherry.lab.results.Results;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows results again. */
@Command(
        name = "report",
        header = "Shows the results of a run again",
        description = "Prints the tables of a run and writes its report anew: one HTML file that opens offline.",
        mixinStandardHelpOptions = true)
final class LabReportCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "RESULTS",
            arity = "0..1",
            description = "What 'lab run' wrote: results.json or its folder. Default: the latest below lab-results")
    private @Nullable Path file;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Where the report goes. Default: report.html beside the results")
    private @Nullable Path out;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Path from = file != null ? ResultsFile.at(file) : ResultsFile.latest();
        Results results = Results.read(from);
        Path to = out != null ? out : from.resolveSibling("report.html");
        Report.write(results, to);
        PrintWriter writer = spec.commandLine().getOut();
        writer.print(Report.text(results));
        writer.println();
        writer.println("report: " + to);
        writer.flush();
        return ExitCode.DONE.status();
    }
}
