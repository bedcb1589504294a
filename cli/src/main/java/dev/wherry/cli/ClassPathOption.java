package dev.wherry.cli;

import java.net.URLClassLoader;
import java.util.List;
import picocli.CommandLine.Option;

/** The option of commands that load classes of the user. */
final class ClassPathOption {
    @Option(
            names = {"--class-path", "-cp"},
            paramLabel = "PATH",
            description = "Your classes: directories and jars, separated as in java's option --class-path")
    private List<String> paths = List.of();

    /** Returns a new loader of these classes; see {@link UserClasses#loader}. */
    URLClassLoader loader(String name) {
        return UserClasses.loader(name, paths);
    }
}
