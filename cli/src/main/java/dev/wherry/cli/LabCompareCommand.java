package dev.wherry.cli;

import dev.wherry.lab.report.RunComparison;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Sets two runs side by side. */
@Command(
        name = "compare",
        header = "Sets the results of two runs side by side",
        description = {
            "Compares two runs cell by cell: the medians, their ratio, and by a rank test over the rounds whether they"
                    + " differ significantly.",
            "Two runs do not alternate, so compare them with care. The output names each difference of machine, JDK,"
                    + " preset, mode and placement. If no cell was measured in both, the exit status is 4."
        },
        mixinStandardHelpOptions = true)
final class LabCompareCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "A", description = "The results of 'lab run': results.json or its directory")
    private Path first;

    @Parameters(index = "1", paramLabel = "B", description = "The other results; ratios are B divided by A")
    private Path second;

    @Option(names = "--json", description = "Print one line of JSON")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        RunComparison comparison = RunComparison.of(ResultsFile.read(first), ResultsFile.read(second));
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(comparison.toJson());
        } else {
            out.println("A: " + ResultsFile.at(first));
            out.println("B: " + ResultsFile.at(second));
            out.print(comparison.text());
        }
        out.flush();
        return (comparison.cells().isEmpty() ? ExitCode.NOT_FOUND : ExitCode.DONE).status();
    }
}
