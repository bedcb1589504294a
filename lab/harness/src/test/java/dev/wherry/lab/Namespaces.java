package dev.wherry.lab;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What network namespaces there are, and whether this user may make one. */
final class Namespaces {
    private static final Path FOLDER = Path.of("/run/netns");

    private Namespaces() {}

    /** Else the test is skipped; in CI it fails, because two hosts would go untested there in silence. */
    static void assumeAllowed() throws Exception {
        if (areAllowed()) {
            return;
        }
        String missing =
                "this user may make no network namespaces, or there is no command ip: be root, install iproute2";
        if (System.getenv("CI") != null) {
            fail(missing);
        }
        abort(missing);
    }

    static void assumeMissing() throws Exception {
        assumeFalse(areAllowed(), "this user may make network namespaces");
    }

    private static boolean areAllowed() throws Exception {
        String name = "wherry-lab-%d-0-client".formatted(ProcessHandle.current().pid());
        return isDone("ip netns add %1$s && ip netns exec %1$s true; done=$?; ip netns delete %1$s; exit $done"
                .formatted(name));
    }

    private static boolean isDone(String script) throws IOException, InterruptedException {
        return new ProcessBuilder("sh", "-c", script)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }

    /** Those that a lab in this process has. */
    static List<String> of(long process) throws IOException {
        if (Files.notExists(FOLDER)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(FOLDER)) {
            return all.map(each -> each.getFileName().toString())
                    .filter(name -> name.startsWith("wherry-lab-%d-".formatted(process)))
                    .toList();
        }
    }
}
