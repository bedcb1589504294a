package dev.wherry.cli;

import dev.wherry.EndpointOptions;
import dev.wherry.access.AccessPolicy;
import dev.wherry.access.PolicyException;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option of commands that serve. */
final class AccessOption {
    @Option(
            names = "--access",
            paramLabel = "FILE",
            description =
                    "An access policy in TOML. Calls that it does not allow are refused. A changed file is used within"
                            + " about a second. Without this option, everyone who can connect may call")
    private @Nullable Path file;

    /** Adds the policy, if one was given, to options. */
    EndpointOptions.Builder applyTo(EndpointOptions.Builder options) {
        if (file == null) {
            return options;
        }
        try {
            return AccessPolicy.watched(file).applyTo(options);
        } catch (PolicyException e) {
            throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw new CommandException(ExitCode.NOT_FOUND, "Cannot read the access policy '" + file + "': " + e, e);
        }
    }
}
