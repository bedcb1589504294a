package dev.wherry.dds.cyclone;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.dds.engine.DdsException;
import dev.wherry.testsupport.ChildProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibraryTest {
    private static final String WITHOUT_VARIABLE = "unset WHERRY_DDS_LIBRARY; exec \"$0\" \"$@\"";

    private static String load(String shell, String... options) throws IOException, InterruptedException {
        List<String> lines = ChildProgram.run(shell, List.of(options), Load.class);
        assertThat(lines).last().isEqualTo("exit 0");
        return lines.get(lines.size() - 2);
    }

    @Test
    void saysThatANamedFileDoesNotExist() throws Exception {
        assertThat(load(WITHOUT_VARIABLE, "-Dwherry.dds.library=/no/such/libddsc.so"))
                .startsWith("UNAVAILABLE The file /no/such/libddsc.so, named by the system property wherry.dds.library")
                .endsWith("does not exist");
        assertThat(load("WHERRY_DDS_LIBRARY=/no/such/file exec \"$0\" \"$@\""))
                .startsWith("UNAVAILABLE The file /no/such/file, named by the environment variable WHERRY_DDS_LIBRARY")
                .endsWith("does not exist");
    }

    @Test
    void saysThatANamedFileIsNoLibrary(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("libddsc.so"), "text");
        assertThat(load(WITHOUT_VARIABLE, "-Dwherry.dds.library=" + file))
                .startsWith("UNAVAILABLE The file " + file)
                .contains("cannot be loaded");
    }

    @Test
    void namesTheFunctionsThatAnotherLibraryLacks() throws Exception {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.home"), "lib"))) {
            Path other = files.filter(each -> each.getFileName().toString().matches("(lib)?zip\\.(so|dylib|dll)"))
                    .findAny()
                    .orElseThrow();
            assertThat(load(WITHOUT_VARIABLE, "-Dwherry.dds.library=" + other))
                    .startsWith("UNAVAILABLE The library " + other)
                    .contains("it lacks dds_", "dds_get_entity_sertype", "dds_dynamic_type_create", "too old");
        }
    }

    @Test
    void saysWhatWasTriedAndWhatToDo(@TempDir Path empty) throws Exception {
        assertThat(load(WITHOUT_VARIABLE, "-Dos.name=Windows 95", "-Djava.library.path=" + empty))
                .startsWith("UNAVAILABLE Found no C library of Cyclone DDS for windows-")
                .contains("Tried: the resource META-INF/native/windows-", "ddsc.dll in java.library.path")
                .contains("Set the system property wherry.dds.library", "cyclonedds 11.0.1");
    }

    @Test
    void asksForNativeAccess() throws Exception {
        String shell = "java=$0; shift; exec \"$java\" --illegal-native-access=deny \"$@\"";
        assertThat(load(shell))
                .startsWith("UNAVAILABLE Native access is not enabled")
                .endsWith("Start the JVM with --enable-native-access=ALL-UNNAMED");
    }

    @Test
    void loadsTheBundledLibraryAndLeavesNoFile(@TempDir Path folder) throws Exception {
        boolean bundled = LibraryTest.class.getResource("/" + Platform.CURRENT.resource()) != null;
        Assumptions.assumeTrue(bundled, "no library is bundled");
        assertThat(load(WITHOUT_VARIABLE, "-Djava.io.tmpdir=" + folder))
                .startsWith("loaded Eclipse Cyclone DDS 11 (the resource META-INF/native/");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void namesThePlatformsAsTheirFolders() {
        assertThat(Platform.of("Linux", "amd64").resource()).isEqualTo("META-INF/native/linux-x86_64/libddsc.so");
        assertThat(Platform.of("Mac OS X", "aarch64").resource())
                .isEqualTo("META-INF/native/macos-aarch64/libddsc.dylib");
        assertThat(Platform.of("Mac OS X", "x86_64").resource())
                .isEqualTo("META-INF/native/macos-x86_64/libddsc.dylib");
        assertThat(Platform.of("Windows 11", "amd64").resource()).isEqualTo("META-INF/native/windows-x86_64/ddsc.dll");
        assertThat(Platform.of("FreeBSD", "riscv64")).hasToString("freebsd-riscv64");
    }

    /** Loads the library, and prints how that went. */
    static final class Load {
        private Load() {}

        public static void main(String[] arguments) {
            for (int i = 0; i < 2; i++) {
                try {
                    System.out.println("loaded " + CycloneEngine.load().name());
                } catch (DdsException e) {
                    System.out.println(e.kind() + " " + e.getMessage());
                }
            }
        }
    }
}
