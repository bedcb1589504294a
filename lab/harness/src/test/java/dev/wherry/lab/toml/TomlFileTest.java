package dev.wherry.lab.toml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TomlFileTest {
    private record Boat(String name, List<Integer> seats) {}

    @TempDir
    Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("boat.toml"), text);
    }

    @Test
    void readsAFileAsARecord() throws IOException {
        assertThat(TomlFile.read(file("name = \"wherry\"\nseats = [1, 2]"), Boat.class))
                .isEqualTo(new Boat("wherry", List.of(1, 2)));
    }

    @Test
    void saysWhereItIsNoToml() throws IOException {
        Path file = file("name = \"wherry\"\nseats = [1, 2");
        assertThatThrownBy(() -> TomlFile.read(file, Boat.class)).hasMessageContaining("boat.toml:line 2");
    }

    @Test
    void refusesAKeyThatNobodyKnows() throws IOException {
        Path file = file("nmae = \"wherry\"");
        assertThatThrownBy(() -> TomlFile.read(file, Boat.class)).hasMessageContaining("nmae");
    }

    @Test
    void refusesAFileThatIsMissingOrTooLarge() throws IOException {
        assertThatThrownBy(() -> TomlFile.read(folder.resolve("none.toml"), Boat.class))
                .hasMessageContaining("does not exist");
        Path large = file("#".repeat((1 << 20) + 1));
        assertThatThrownBy(() -> TomlFile.read(large, Boat.class)).hasMessageContaining("1048576 are allowed");
    }
}
