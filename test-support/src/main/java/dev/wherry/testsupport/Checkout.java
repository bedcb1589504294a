package dev.wherry.testsupport;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The checkout of this project that the tests run in. */
public final class Checkout {
    private Checkout() {}

    /** Returns its root directory. Maven runs tests in the directories of their modules, an editor may run them in the root. */
    public static Path root() {
        return Stream.iterate(Path.of("").toAbsolutePath(), each -> each != null, Path::getParent)
                .filter(each -> Files.isDirectory(each.resolve("core")) && Files.isDirectory(each.resolve("docs")))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("The tests must run in a directory of the checkout"));
    }
}
