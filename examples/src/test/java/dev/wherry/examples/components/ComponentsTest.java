package dev.wherry.examples.components;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wherry.dds.DdsOptions;
import dev.wherry.testkit.ChildJvm;
import dev.wherry.testsupport.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs components in processes. The tests over DDS are skipped where the build could not fetch the C library, but not in CI. */
@Timeout(120)
class ComponentsTest {
    private static final int DOMAIN = 151;

    private final List<ChildJvm> running = new ArrayList<>();

    @TempDir
    Path folder;

    @AfterEach
    void endsAll() {
        running.forEach(ChildJvm::close);
    }

    private static String tcp() throws IOException {
        return "tcp://127.0.0.1:" + FreePort.choose();
    }

    private static String address(String protocol) throws IOException {
        if (protocol.equals("tcp")) {
            return tcp();
        }
        boolean there = DdsOptions.class.getResource("/META-INF/native/linux-x86_64/libddsc.so") != null
                || System.getenv("WHERRY_DDS_LIBRARY") != null;
        assumeTrue(there || "true".equals(System.getenv("CI")), "the C library of DDS is not there");
        return "dds://" + DOMAIN;
    }

    private Path file() {
        return folder.resolve("parts.toml");
    }

    /** Writes the file as an editor does, which replaces the file by a new one. */
    private void write(String north, String south, String display, String temperature) throws IOException {
        Path written = Files.writeString(folder.resolve("new"), """
                loopback = true
                [north]
                class = "dev.wherry.examples.components.Sensor"
                listen = "%s"
                [south]
                class = "dev.wherry.examples.components.Sensor"
                listen = "%s"
                [display]
                class = "dev.wherry.examples.components.Display"
                listen = "%s"
                [controller]
                class = "dev.wherry.examples.components.Controller"
                needs.temperature = "%s"
                needs.screen = "display.screen"
                """.formatted(north, south, display, temperature));
        Files.move(written, file(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private ChildJvm start(String component) throws Exception {
        ChildJvm child = new ChildJvm(List.of(
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                ComponentProgram.class.getName(),
                file().toString(),
                component));
        running.add(child);
        return child;
    }

    /** Waits until the display shows what a sensor measures. */
    private static void awaitReading(ChildJvm display, ChildJvm sensor) throws Exception {
        display.awaitLine("screen: process " + sensor.pid() + " measures ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dds", "tcp"})
    void findsAComponentThatIsKilledAndStartedAgain(String protocol) throws Exception {
        write(address(protocol), tcp(), address(protocol), "north.temperature");
        ChildJvm controller = start("controller"); // first, before those that it needs
        controller.awaitLine("controller runs");
        controller.drain();
        ChildJvm display = start("display");
        ChildJvm sensor = start("north");
        awaitReading(display, sensor);

        sensor.kill();
        ChildJvm again = start("north");
        awaitReading(display, again);

        display.kill();
        ChildJvm shown = start("display");
        awaitReading(shown, again);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dds", "tcp"})
    void usesAnotherFacetWhenTheFileNamesIt(String protocol) throws Exception {
        String north = address(protocol);
        String south = tcp();
        String display = tcp();
        write(north, south, display, "north.temperature");
        ChildJvm screen = start("display");
        ChildJvm first = start("north");
        ChildJvm second = start("south");
        ChildJvm controller = start("controller");
        awaitReading(screen, first);

        write(north, south, display, "north.pressure");
        String refused = controller.awaitLine("controller: the file is not used: ");
        assertThat(refused).contains("parts.toml:13:1", "north has no facet 'pressure'");
        awaitReading(screen, first);

        write(north, south, display, "south.temperature");
        controller.awaitLine("controller.temperature is wired to " + south);
        awaitReading(screen, second);

        write(north, south, display, "north.temperature");
        controller.awaitLine("controller.temperature is wired to " + north);
        awaitReading(screen, first);
    }

    @Test
    void saysThatANewAddressOfItsOwnNeedsARestart() throws Exception {
        String north = tcp();
        String display = tcp();
        write(north, tcp(), display, "north.temperature");
        ChildJvm sensor = start("north");
        sensor.awaitLine("north runs");

        write(tcp(), tcp(), display, "north.temperature");
        sensor.awaitLine("north: the class or the address has changed; restart the component to use it");
    }

    @Test
    void endsWithTheMessageOfAMistake() throws Exception {
        Files.writeString(file(), "[north]\nclass = 1\n");
        assertThat(start("north").toTheEnd()).last().isEqualTo("exit 1");

        write(tcp(), tcp(), tcp(), "north.temperature");
        List<String> lines = start("east").toTheEnd();
        assertThat(lines.getFirst()).endsWith("has no component 'east'; it has [controller, display, north, south]");
        assertThat(lines).last().isEqualTo("exit 1");
    }
}
