package dev.wherry.cli;

import dev.wherry.lab.Lab;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The directory of the lab: the checkout that the script wherry passes, or the one around the working directory. */
final class LabRoot {
    private static final String HOME = "wherry.home";

    @Option(
            names = "--root",
            paramLabel = "DIR",
            description = "The checkout that has the lab. Default: that of this command")
    private @Nullable Path root;

    /** Returns the option as the command line has it, to repeat the command. */
    List<String> words() {
        return root == null ? List.of() : List.of("--root", root.toString());
    }

    Lab open() throws IOException {
        Path found = root != null ? root : home();
        if (!Files.isDirectory(found.resolve("lab/suites"))) {
            throw new CommandException(
                    ExitCode.NOT_FOUND,
                    "No lab found in " + found.toAbsolutePath()
                            + ". Give --root the directory of a checkout of Wherry");
        }
        return Given.read(() -> Lab.open(found.toAbsolutePath().normalize()));
    }

    static Path home() {
        String given = System.getProperty(HOME);
        Path here = Path.of("").toAbsolutePath();
        return given != null
                ? Path.of(given)
                : Stream.iterate(here, folder -> folder != null, Path::getParent)
                        .filter(folder -> Files.isDirectory(folder.resolve("lab/suites")))
                        .findFirst()
                        .orElse(here);
    }
}
