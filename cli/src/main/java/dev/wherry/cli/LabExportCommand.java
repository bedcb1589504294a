package dev.wherry.cli;

import dev.wherry.lab.report.Report;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.RunSummary;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes results for other programs. */
@Command(
        name = "export",
        header = "Writes the results of a run for other programs",
        description = {
            "Writes the results of a run as CSV, with a line for each round; or as the verdicts.json that is kept in"
                    + " git, with the run's figures in short and the verdicts by the suites of this checkout."
        },
        mixinStandardHelpOptions = true)
final class LabExportCommand implements Callable<Integer> {
    /** The formats. */
    enum Format {
        csv,
        verdicts
    }

    @Mixin
    private LabRoot root;

    @Parameters(
            paramLabel = "RESULTS",
            arity = "0..1",
            description = "The results of 'lab run': results.json or its directory. Default: the latest in lab-results")
    private @Nullable Path file;

    @Option(names = "--format", required = true, paramLabel = "FORMAT", description = "${COMPLETION-CANDIDATES}")
    private Format format;

    @Option(names = "--out", paramLabel = "FILE", description = "The file to write, in UTF-8. Default: standard output")
    private @Nullable Path out;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Results results = ResultsFile.read(file != null ? file : ResultsFile.latest());
        String text = format == Format.csv
                ? Report.csv(results)
                : RunSummary.of(root.open().judge(results)).toJson();
        if (out != null) {
            Files.writeString(out, text, StandardCharsets.UTF_8);
        } else {
            PrintWriter writer = spec.commandLine().getOut();
            writer.print(text);
            writer.flush();
        }
        return ExitCode.DONE.status();
    }
}
