package dev.wherry.mobility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
import java.io.BufferedReader;
import java.io.File;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A program that depends on core alone cannot run the code of a peer, and says what to add. */
@Timeout(60)
class CoreAloneTest {
    private static Path classes(Class<?> type) throws Exception {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    /** In a folder or a JAR file. */
    private static ModuleReference core() throws Exception {
        return ModuleFinder.of(classes(Endpoint.class)).find("dev.wherry").orElseThrow();
    }

    @Test
    void hasNoClassOfMobility() throws Exception {
        try (ModuleReader core = core().open();
                Stream<String> files = core.list()) {
            assertThat(files)
                    .anyMatch(file -> file.endsWith("Endpoint.class"))
                    .noneMatch(file -> file.contains("mobility"));
        }
    }

    @Test
    void refusesTasksByNamingTheArtifact() throws Exception {
        Process program = start();
        try (BufferedReader lines = program.inputReader(StandardCharsets.UTF_8);
                Endpoint client = Endpoint.create()) {
            assertThat(lines.readLine()).isEqualTo("core true");
            assertThat(lines.readLine()).isEqualTo("mobility false");
            Tasks tasks = Tasks.at(client.connect(lines.readLine()));

            assertThatThrownBy(() -> tasks.call(() -> 42))
                    .isInstanceOfSatisfying(
                            CallException.class, e -> assertThat(e.code()).isEqualTo(Code.NOT_FOUND))
                    .hasMessageContaining("add the artifact dev.wherry:wherry-mobility");
        } finally {
            program.destroyForcibly();
        }
    }

    private static Process start() throws Exception {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classes(Endpoint.class) + File.pathSeparator + classes(CoreAlone.class),
                        CoreAlone.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
