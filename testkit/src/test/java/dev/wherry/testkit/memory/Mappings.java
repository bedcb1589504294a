package dev.wherry.testkit.memory;

import dev.wherry.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What this process has of shared memory. */
final class Mappings {
    private Mappings() {}

    /** Descriptors and mappings; the system lists them. */
    static List<String> held() throws IOException {
        List<String> all = new ArrayList<>();
        try (Stream<String> mapped = Files.lines(Path.of("/proc/self/maps"))) {
            mapped.filter(Mappings::isOurs).forEach(all::add);
        }
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            for (Path descriptor : descriptors.toList()) {
                try {
                    String name = Files.readSymbolicLink(descriptor).toString();
                    if (isOurs(name)) {
                        all.add(descriptor + " " + name);
                    }
                } catch (NoSuchFileException e) {
                    continue; // closed meanwhile, as that of the listing itself is
                }
            }
        }
        return all;
    }

    /** Waits for it: sessions of other tests may be about to let theirs go. */
    static void awaitNone() {
        Await.until(
                () -> "nothing of shared memory left, but: " + unchecked(),
                () -> unchecked().isEmpty());
    }

    private static List<String> unchecked() {
        try {
            return held();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isOurs(String line) {
        return line.contains("memfd:wherry") || line.contains("/dev/shm/#");
    }
}
