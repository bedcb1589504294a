package dev.wherry.lab.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.site.Child.Line;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PlaceTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** It leaves a file in each folder that it was given, prints the folders, and ignores its input. */
    private static final String LITTERS = """
            for folder in "$TMPDIR" "${LAB_SHM:-$TMPDIR}" "$0"; do echo something > "$folder/left"; echo "$folder"; done
            exec sleep 600
            """;

    private static final String FLAG = "-XX:TieredStopAtLevel=1";

    @TempDir
    Path folder;

    private static Path hear(Child child) throws Exception {
        return Path.of(((Line) child.receive(PATIENCE)).text());
    }

    @Test
    void givesVirtualMachinesInHasteAFlagAndTellsIt() throws Exception {
        Place smoke = Place.ANYWHERE.forSmoke();
        List<String> own = List.of("-Xint");
        assertThat(smoke.flags(List.of("a/jdk/bin/java", "Main"), own)).containsSubsequence(FLAG, "-Xint");
        assertThat(smoke.flags(List.of("sh"), own)).isEqualTo(own);
        assertThat(Place.ANYWHERE.flags(List.of("a/jdk/bin/java", "Main"), own))
                .contains("-Xint")
                .doesNotContain(FLAG);
        Child child = smoke.start(List.of("sh", "-c", "echo \"$JAVA_TOOL_OPTIONS\""), folder);
        assertThat(((Line) child.receive(PATIENCE)).text()).contains(FLAG);
        child.end(Duration.ZERO);
    }

    @Test
    void removesWhatAProcessThatIsKilledHasLeft() throws Exception {
        Child child = Place.ANYWHERE.start(List.of("sh", "-c", LITTERS, "{tmp}"), folder);
        Path temporary = hear(child);
        Path memory = hear(child);
        assertThat(hear(child)).isEqualTo(temporary);
        assertThat(temporary.resolve("left")).exists();
        assertThat(memory.resolve("left")).exists();
        child.end(Duration.ZERO);
        assertThat(temporary).doesNotExist();
        assertThat(memory).doesNotExist();
    }
}
