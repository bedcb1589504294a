package dev.wherry.mobility.internal.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Endpoint;
import dev.wherry.memory.MemoryRings;
import dev.wherry.mobility.ChildLimits;
import dev.wherry.mobility.internal.child.apart.Host;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** In whichever way a JVM has Wherry, its children have it in the same. */
@EnabledOnOs(OS.LINUX)
class ChildCommandTest {
    @TempDir
    Path folder;

    private static Path classes(Class<?> type) throws Exception {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    /** All that a JVM of its own says that is started in the test's folder. */
    private List<String> run(String... options) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return said.lines().toList();
    }

    @Test
    void findsWherryAsAModule() throws Exception {
        String wherry = folder.toRealPath().relativize(classes(Endpoint.class))
                + File.pathSeparator
                + folder.toRealPath().relativize(classes(MemoryRings.class))
                + File.pathSeparator
                + folder.toRealPath().relativize(classes(ChildJvm.class));
        assertThat(run(
                        "--enable-native-access=dev.wherry.memory",
                        "--module-path=" + wherry,
                        "--add-modules=dev.wherry.mobility,java.sql",
                        "--add-exports=dev.wherry.mobility/dev.wherry.mobility.internal.child=ALL-UNNAMED",
                        "-cp",
                        classes(Host.class).toString(),
                        Host.class.getName()))
                .containsExactly(
                        "here Wherry is module dev.wherry, native access of memory true and of others false, java.sql true",
                        "child Wherry is module dev.wherry, native access of memory true and of others false, java.sql true");
    }

    @Test
    void findsWherryByTheManifestOfAJar() throws Exception {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes()
                .put(
                        Attributes.Name.CLASS_PATH,
                        classes(Endpoint.class).toUri() + " "
                                + classes(MemoryRings.class).toUri() + " "
                                + classes(ChildJvm.class).toUri() + " "
                                + classes(Host.class).toUri());
        new JarOutputStream(Files.newOutputStream(folder.resolve("all.jar")), manifest).close();
        List<String> said = run("-cp", "all.jar", Host.class.getName());
        assertThat(said).hasSize(2);
        assertThat(said.getFirst())
                .matches(
                        "here Wherry is unnamed module @.*, native access of memory false and of others false, java.sql true");
        assertThat(said.getLast())
                .matches(
                        "child Wherry is unnamed module @.*, native access of memory false and of others false, java.sql true");
    }

    @Test
    void refusesWhatAChildWouldNotFind() throws Exception {
        URL[] places = {
            classes(Host.class).toUri().toURL(),
            classes(ChildJvm.class).toUri().toURL(),
            classes(Endpoint.class).toUri().toURL()
        };
        try (URLClassLoader loader = new URLClassLoader(places, null)) {
            Class<?> work = loader.loadClass(Host.Guest.class.getName());
            assertThatThrownBy(() -> ChildCommand.of(ChildLimits.defaults(), work, folder))
                    .isInstanceOf(IOException.class)
                    .hasMessageContainingAll("would not find " + work.getName(), "put Wherry on the class path");
        }
    }

    @Test
    void removesNothingWhereNoParentHasStartedIt() throws Exception {
        Path precious = Files.writeString(folder.resolve("precious"), "kept");
        assertThat(run("-cp", System.getProperty("java.class.path"), ChildMain.class.getName()))
                .first()
                .asString()
                .contains(folder.getFileName() + " is not the folder of a child JVM");
        assertThat(precious).hasContent("kept");
    }
}
