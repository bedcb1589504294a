package dev.wherry.lab;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The network namespaces of this host, and the permission to make one. */
final class Namespaces {
    private static final Path FOLDER = Path.of("/run/netns");

    private Namespaces() {}

    /** Skips the test without the permission to make one, or fails it in CI. */
    static void assumeAllowed() throws Exception {
        if (!areAllowed()) {
            MissingTool.skipsOrFails(
                    "permission denied to make network namespaces, or there is no command ip: be root, install iproute2");
        }
    }

    static void assumeMissing() throws Exception {
        assumeFalse(areAllowed(), "this user has the permission to make network namespaces");
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

    /** Returns those that a lab in this process has. */
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
