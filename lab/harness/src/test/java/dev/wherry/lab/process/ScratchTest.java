package dev.wherry.lab.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScratchTest {
    @Test
    void goesWithAllThatIsInItAndFollowsNoLink(@TempDir Path elsewhere) throws Exception {
        Path kept = Files.createFile(elsewhere.resolve("kept"));
        Map<String, String> environment = new HashMap<>();
        Path folder;
        try (Scratch scratch = Scratch.make()) {
            scratch.addTo(environment);
            folder = scratch.folder();
            Files.createFile(Files.createDirectories(folder.resolve("a/b")).resolve("left"));
            Files.createSymbolicLink(folder.resolve("link"), elsewhere);
        }
        assertThat(environment).containsEntry("TMPDIR", folder.toString());
        assertThat(folder).doesNotExist();
        assertThat(Path.of(environment.getOrDefault("LAB_SHM", folder.toString())))
                .doesNotExist();
        assertThat(kept).exists();
    }

    @Test
    void leavesRoomForTheNameOfASocket() throws Exception {
        try (Scratch scratch = Scratch.make()) {
            assertThat(scratch.folder().getFileName().toString()).hasSizeLessThan(30);
        }
    }

    @Test
    void removesWhatDeadLabsHaveLeftAndNothingElse() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        Path dead = left(ended.pid());
        Path living = left(ProcessHandle.current().pid());
        try {
            Scratch.removeLeftOvers();
            assertThat(dead).doesNotExist();
            assertThat(living).exists();
        } finally {
            Files.deleteIfExists(living);
        }
    }

    private static Path left(long lab) throws IOException {
        return Files.createDirectory(
                Path.of(System.getProperty("java.io.tmpdir"), "wherry-lab-%d-0badcafe".formatted(lab)));
    }
}
