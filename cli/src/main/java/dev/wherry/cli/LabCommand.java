package dev.wherry.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The commands of the lab. */
@Command(
        name = "lab",
        header = "Measures Wherry beside other systems",
        description = "Measures Wherry beside other systems, on this machine, in one run.",
        subcommands = {
            LabListCommand.class,
            LabRunCommand.class,
            LabReportCommand.class,
            LabCompareCommand.class,
            LabExportCommand.class
        },
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class LabCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw Main.missingCommand(spec.commandLine());
    }
}
