package dev.wherry.lab.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
    @TempDir
    Path folder;

    @Test
    void replacesWhatWasThereAndLeavesNothingElse() throws Exception {
        Path file = folder.resolve("below/it.json");
        WholeFile.write(file, "one");
        WholeFile.write(file, "zwölf");
        assertThat(file).hasContent("zwölf");
        assertThat(folder.resolve("below")).isDirectoryContaining(path -> path.equals(file));
        assertThat(file.getParent().toFile().list()).hasSize(1);
    }

    @Test
    void leavesWhatWasThereWhereItIsInterrupted() throws Exception {
        Path file = Files.writeString(folder.resolve("it.json"), "before");
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> WholeFile.write(file, "after")).isInstanceOf(IOException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(file).hasContent("before");
        assertThat(folder.toFile().list()).containsExactly("it.json");
    }

    @Test
    void namesTheFileThatCannotBeWritten() throws Exception {
        Path taken =
                Files.createDirectories(folder.resolve("it.json/by a folder")).getParent();
        assertThatThrownBy(() -> WholeFile.write(taken, "text"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(taken + " could not be written: ");
        assertThat(folder.toFile().list()).containsExactly("it.json");
    }
}
