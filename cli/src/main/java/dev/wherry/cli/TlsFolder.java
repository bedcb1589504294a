package dev.wherry.cli;

import dev.wherry.EndpointOptions;
import dev.wherry.tls.Tls;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option of commands that connect or listen. */
final class TlsFolder {
    @Option(
            names = "--tls",
            paramLabel = "FOLDER",
            description =
                    "A folder with ca.pem, cert.pem and key.pem for addresses tls://host:port. 'wherry cert' makes"
                            + " such folders")
    private @Nullable Path folder;

    /** Returns a builder of options with what was given. */
    EndpointOptions.Builder options() {
        EndpointOptions.Builder builder = EndpointOptions.builder();
        if (folder == null) {
            return builder;
        }
        try {
            return builder.with(Tls.folder(folder));
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, "--tls " + folder + ": " + e.getMessage(), e);
        }
    }
}
