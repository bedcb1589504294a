package dev.wherry.examples.components;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.access.PolicyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AssemblyTest {
    private static final String FILE = """
            loopback = true
            [sensor]
            class = "dev.wherry.examples.components.Sensor"
            listen = "dds://0?partition=floor"
            [display]
            class = "dev.wherry.examples.components.Display"
            listen = "tcp://127.0.0.1:5802"
            [controller]
            class = "dev.wherry.examples.components.Controller"
            needs.temperature = "sensor.temperature"
            needs.screen = "display.screen"
            """;

    @TempDir
    Path folder;

    private Assembly read(String text) throws IOException {
        return Assembly.read(Files.writeString(folder.resolve("parts.toml"), text));
    }

    @Test
    void givesEachReceptacleTheAddressOfItsFacet() throws IOException {
        Assembly assembly = read(FILE);
        assertThat(assembly.loopback()).isTrue();
        assertThat(assembly.parts()).containsOnlyKeys("sensor", "display", "controller");
        assertThat(assembly.parts().get("controller").wires())
                .containsEntry("temperature", "dds://0/sensor.temperature?partition=floor")
                .containsEntry("screen", "tcp://127.0.0.1:5802/display.screen");
    }

    @Test
    void readsTheFileOfTheGuide() throws IOException {
        assertThat(Assembly.read(Path.of("../docs/guide/components.toml")).parts())
                .containsOnlyKeys("sensor", "spare", "display", "controller");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "sensor.temperature"  | "probe.temperature"      | 10:1 [needs]: temperature: There is no component 'probe'
            "sensor.temperature"  | "sensor.pressure"        | 10:1 [needs]: temperature: sensor has no facet 'pressure'; it has [temperature]
            "sensor.temperature"  | "sensor"                 | 10:1 [needs]: temperature: sensor has no facet ''
            "sensor.temperature"  | "display.screen"         | 10:1 [needs]: temperature: display.screen is a Screen, and a Thermometer is needed
            "sensor.temperature"  | 7                        | 10:1 [needs]: temperature is '7'; expected a facet
            needs.screen          | needs.picture            | needs.screen is missing
            needs.temperature     | needs.temperature = "sensor.temperature"¶needs.more | 11:1 [needs]: more is not a receptacle of Controller, which has [screen, temperature]
            [display]             | [sensor]                 | 5:1
            "tcp://127.0.0.1:5802" | "tcp://127.0.0.1"       | 7:1 [display]: listen: 'tcp://127.0.0.1' is not an address
            "tcp://127.0.0.1:5802" | "http://127.0.0.1:5802" | 7:1 [display]: listen: 'http://127.0.0.1:5802' is not an address
            "tcp://127.0.0.1:5802" | "dds://231"             | 7:1 [display]: listen: 'dds://231' is not an address
            "tcp://127.0.0.1:5802" | "tcp://a b:5802"        | 7:1 [display]: listen:
            "dds://0?partition=floor" | "tcp://127.0.0.1:5802" | 7:1 [display]: listen is the address of sensor, too
            listen = "dds://0?partition=floor" | # none      | 2:1 [sensor]: listen is missing: sensor offers [temperature]
            .Sensor"              | .Nothing"                | 3:1 [sensor]: class: There is no class
            .Sensor"              | .Screen"                 | 3:1 [sensor]: class: 'dev.wherry.examples.components.Screen' is not a component
            class = "dev.wherry.examples.components.Sensor" | # none | 2:1 [sensor]: class is missing
            listen =              | colour = 1¶listen =      | unknown key 'colour'
            [sensor]              | ["a b"]                  | 2:1: a b: A component's name consists of
            loopback = true       | loopback = 1             | 1:1: loopback is '1'; expected true or false
            loopback = true       | engine = 1               | 1:1: engine is '1'; expected a table
            """)
    void reportsEachMistakeWithItsLine(String correct, String mistake, String message) {
        assertThat(FILE).contains(correct);
        assertThatThrownBy(() -> read(FILE.replaceFirst(
                        Pattern.quote(correct), Matcher.quoteReplacement(mistake.replace('¶', '\n')))))
                .isInstanceOf(PolicyException.class)
                .hasMessageContaining("parts.toml:")
                .hasMessageContaining(message);
    }
}
