package dev.wherry.mobility.internal.child;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.testsupport.Polling;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.channels.Pipe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The properties of a child that runs normally. */
@EnabledOnOs(OS.LINUX)
class ChildJvmTest {
    @TempDir
    static Path folder;

    private static Map<Integer, String> descriptorsHere;
    private static Child child;

    /** While this JVM has open what a child might inherit. */
    @BeforeAll
    static void start() throws IOException {
        Path file = Files.createFile(folder.resolve("open-in-the-parent"));
        Pipe pipe = Pipe.open();
        try (FileChannel open = FileChannel.open(file, StandardOpenOption.WRITE);
                ServerSocket listening = new ServerSocket(0);
                Socket socket = new Socket(listening.getInetAddress(), listening.getLocalPort());
                Pipe.SourceChannel source = pipe.source();
                Pipe.SinkChannel sink = pipe.sink()) {
            assertThat(open.isOpen() && socket.isConnected() && source.isOpen() && sink.isOpen())
                    .isTrue();
            descriptorsHere = new Guest().descriptors();
            child = new Child(Child.LIMITS);
        }
    }

    @AfterAll
    static void close() {
        child.close();
    }

    @Test
    void answers() {
        assertThat(child.cell.add(2, 3)).isEqualTo(5);
        assertThat(child.jvm.pid()).isNotEqualTo(ProcessHandle.current().pid());
    }

    @Test
    void survivesAStackThatOverflows() {
        assertThat(child.cell.overflow()).isEqualTo("overflowed");
        assertThat(child.cell.add(2, 3)).isEqualTo(5);
    }

    /** Of which three are the pipes that the parent has made for it. */
    @Test
    void inheritsNoDescriptors() {
        assertThat(descriptorsHere)
                .containsValue(folder.resolve("open-in-the-parent").toString());
        Map<Integer, String> descriptors = child.cell.descriptors();
        assertThat(descriptors.get(0)).startsWith("pipe:");
        assertThat(descriptors.get(1)).startsWith("pipe:").isEqualTo(descriptors.get(2));
        Set<String> inherited = unique(descriptors.values());
        inherited.retainAll(unique(descriptorsHere.values()));
        assertThat(unique(descriptorsHere.values())).hasSizeGreaterThan(4);
        assertThat(inherited).isEmpty();
    }

    /** Those that two processes do not both have by opening the same file. */
    private static Set<String> unique(Collection<String> descriptors) {
        return descriptors.stream()
                .filter(target -> target.startsWith("socket:")
                        || target.startsWith("pipe:")
                        || target.startsWith(folder.toString()))
                .collect(Collectors.toSet());
    }

    @Test
    void seesNothingOfTheEnvironment() {
        assertThat(System.getenv()).containsKey("PATH");
        assertThat(child.cell.environment().keySet()).isSubsetOf("LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR");
        assertThat(child.cell.environment())
                .containsEntry("TMPDIR", child.jvm.folder().toString());
    }

    @Test
    void worksInAFolderOfItsOwn() throws IOException {
        Path own = child.jvm.folder();
        assertThat(child.cell.property("user.dir")).isEqualTo(own.toRealPath().toString());
        assertThat(child.cell.property("java.io.tmpdir")).isEqualTo(own.toString());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(own)))
                .isEqualTo("rwx------");
    }

    @Test
    void mayUseSharedMemoryAsItsParentMay() {
        assertThat(child.cell.nativeAccess())
                .isEqualTo(ChildJvm.class.getModule().isNativeAccessEnabled());
    }

    @Test
    void passesOnWhatItPrints() {
        child.cell.print("here: Grüße ✓", 1);
        child.cell.print("y", 3 * ChildOutput.LONGEST + 1);
        Polling.until("the last of the long line", () -> child.lines.contains("y"));
        assertThat(child.lines)
                .contains("here: Grüße ✓")
                .filteredOn(line -> line.startsWith("yy"))
                .hasSize(3)
                .allMatch(line -> line.length() == ChildOutput.LONGEST);
    }
}
