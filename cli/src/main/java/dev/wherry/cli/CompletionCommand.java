package dev.wherry.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints a script by which a shell completes the words of this command. */
@Command(
        name = "completion",
        header = "Prints a completion script for bash and zsh",
        description = {
            "Prints a completion script for bash and zsh. For the running shell:",
            "  source <(./wherry completion)"
        },
        mixinStandardHelpOptions = true)
final class CompletionCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine()
                .getOut()
                .print(AutoComplete.bash("wherry", spec.root().commandLine()));
        spec.commandLine().getOut().flush();
    }
}
