package dev.wherry.lab.toml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TomlFileTest {
    private record Boat(String name, List<Integer> seats) {}

    private record Fleet(
            List<Boat> boats,
            Map<String, Kind> kinds,
            @Nullable Boolean afloat) {}

    private enum Kind {
        @JsonProperty("for rowing")
        ROWED,
        SAILED
    }

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
        assertThatThrownBy(() -> TomlFile.read(file, Boat.class)).hasMessageContaining("boat.toml: line 2");
    }

    @Test
    void refusesAKeyThatNobodyKnows() throws IOException {
        Path file = file("name = \"wherry\"\nseats = []\nsaets = 2");
        assertThatThrownBy(() -> TomlFile.read(file, Boat.class))
                .hasMessage(file + ": saets: there is no such field; there are: name, seats");
    }

    @Test
    void refusesAFileThatIsMissingOrTooLarge() throws IOException {
        assertThatThrownBy(() -> TomlFile.read(folder.resolve("none.toml"), Boat.class))
                .hasMessageContaining("does not exist");
        Path large = file("#".repeat((1 << 20) + 1));
        assertThatThrownBy(() -> TomlFile.read(large, Boat.class)).hasMessageContaining("1048576 are allowed");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "name = 'a'|name = 5|boats[1].name: text is needed, not 5",
                "name = 'a'|name = 5.5|boats[1].name: text is needed, not 5.5",
                "name = 'a'|name = true|boats[1].name: text is needed, not true",
                "name = 'a'||boats[1].name is missing",
                "name = 'a'|name = 'a', oars = 2|boats[1].oars: there is no such field; there are: name, seats",
                "seats = [1, 2]|seats = [1, 2.5]|boats[1].seats[1]: a whole number is needed, not 2.5",
                "seats = [1, 2]|seats = ['1', 2]|boats[1].seats[0]: a whole number is needed",
                "seats = [1, 2]|seats = 3|boats[1].seats: a list is needed",
                "x = 'SAILED'|x = 'steamed'|kinds.x: one of: for rowing, SAILED is needed, not \"steamed\"",
                "kinds = { x = 'SAILED' }|kinds = 'SAILED'|kinds: a table of fields is needed",
                "afloat = true|afloat = 'yes'|afloat: true or false is needed",
            })
    void saysWhereWhatStandsThatDoesNotFit(String right, String wrong, String why) throws IOException {
        String whole = """
            boats = [{ name = "wherry", seats = [] }, { name = 'a', seats = [1, 2] }]
            kinds = { x = 'SAILED' }
            afloat = true
            """;
        assertThat(TomlFile.read(file(whole), Fleet.class).boats()).hasSize(2);
        assertThat(whole).contains(right);
        Path file = file(whole.replace(right, wrong == null ? "" : wrong).replace("{ ,", "{"));
        assertThatThrownBy(() -> TomlFile.read(file, Fleet.class)).hasMessage(file + ": " + why);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "name = nan | name",
                "[boat];length = { feet = inf } | boat.length.feet",
                "sizes = [1.0, [-inf]] | sizes[1][0]",
            })
    void takesNoNumberThatIsNone(String toml, String place) throws IOException {
        Path file = file(toml.replace(';', '\n'));
        assertThatThrownBy(() -> TomlFile.read(file, Boat.class))
                .isInstanceOf(IOException.class)
                .hasMessage("%s: %s: a finite number is needed", file, place);
    }
}
