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

/** The shared memory that this process has open or mapped. */
final class Mappings {
    private Mappings() {}

    /** Returns descriptors and mappings, as the system lists them. */
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
                    continue; // closed meanwhile, as the descriptor of the listing itself
                }
            }
        }
        return all;
    }

    /** Waits until nothing is open or mapped: sessions of other tests may be about to close. */
    static void awaitNone() {
        Await.until(
                () -> "no shared memory to be left, but: " + unchecked(),
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
