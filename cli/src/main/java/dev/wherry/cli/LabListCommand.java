package dev.wherry.cli;

import dev.wherry.lab.Listing;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists the suites and the systems of the lab. */
@Command(
        name = "list",
        header = "Lists the suites and the systems",
        description = "Lists the suites and the systems, and whether each system can run here.",
        mixinStandardHelpOptions = true)
final class LabListCommand implements Callable<Integer> {
    @Mixin
    private LabRoot root;

    @Option(names = "--json", description = "Print one line of JSON")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Listing listing = root.open().list();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(listing.toJson());
        } else {
            out.println("suites: " + String.join(", ", listing.suites()));
            out.println("systems:");
            int width = listing.systems().stream()
                    .mapToInt(system -> system.name().length())
                    .max()
                    .orElse(1);
            for (Listing.ListedSystem system : listing.systems()) {
                out.printf(
                        "  %-" + width + "s %s%n",
                        system.name(),
                        system.status().label());
                if (system.reason() != null) {
                    out.println("      " + system.reason());
                    if (!system.install().isEmpty()) {
                        out.println("      to install: " + system.install());
                    }
                }
            }
        }
        out.flush();
        return ExitCode.DONE.status();
    }
}
