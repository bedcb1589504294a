package dev.wherry.cli;

import dev.wherry.lab.Lab;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The folder of the lab: the checkout that the wherry script passes, or the one that the working folder is in. */
final class LabRoot {
    private static final String HOME = "wherry.home";

    @Option(
            names = "--root",
            paramLabel = "DIR",
            description = "The checkout that the lab is in. Default: that of this command")
    private @Nullable Path root;

    /** Returns the option as it was given, to repeat the command. */
    List<String> words() {
        return root == null ? List.of() : List.of("--root", root.toString());
    }

    Lab open() throws IOException {
        Path found = root != null ? root : home();
        if (!Files.isDirectory(found.resolve("lab/suites"))) {
            throw new CommandException(
                    ExitCode.NOT_FOUND,
                    "There is no lab in " + found.toAbsolutePath()
                            + "; --root names the checkout of Wherry that has one");
        }
        return Given.read(() -> Lab.open(found.toAbsolutePath().normalize()));
    }

    static Path home() {
        String told = System.getProperty(HOME);
        Path here = Path.of("").toAbsolutePath();
        return told != null
                ? Path.of(told)
                : Stream.iterate(here, folder -> folder != null, Path::getParent)
                        .filter(folder -> Files.isDirectory(folder.resolve("lab/suites")))
                        .findFirst()
                        .orElse(here);
    }
}
