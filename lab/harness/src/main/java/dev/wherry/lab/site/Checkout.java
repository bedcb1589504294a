package dev.wherry.lab.site;

import dev.wherry.lab.process.Command;
import dev.wherry.lab.process.Command.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The version of a checkout's sources, without documentation, so that runs on two hosts can be compared. */
final class Checkout {
    static final String UNKNOWN = "unknown";

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String VERSION = """
            cd "$0" && set -- . ':!docs' ':!*.md' && git rev-list -1 HEAD -- "$@" 2>/dev/null && {
                git diff HEAD -- "$@"
                git ls-files --others --exclude-standard -- "$@"
                git ls-files --others --exclude-standard -z -- "$@" | xargs -0 -r git hash-object --
            } | git hash-object --stdin""";
    private static final String NOTHING = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";

    private Checkout() {}

    /** The last commit to them, and a hash of what has been changed or added since, files that git is to ignore apart. */
    static String of(Path root) throws InterruptedException {
        Outcome outcome = Command.run(List.of("sh", "-c", VERSION, root.toString()), root, LIMIT);
        List<String> lines = outcome.output().lines().toList();
        if (!outcome.succeeded() || lines.size() != 2) {
            return UNKNOWN;
        }
        return lines.get(1).equals(NOTHING) ? lines.get(0) : "%s with changes %s".formatted(lines.get(0), lines.get(1));
    }
}
