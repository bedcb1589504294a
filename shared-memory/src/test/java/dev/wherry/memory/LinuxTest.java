package dev.wherry.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class LinuxTest {
    private static final String ALLOWED = "--enable-native-access=ALL-UNNAMED";

    @Test
    void isAvailableWhereItIsAllowed() {
        assertThat(MemoryLink.unavailable()).isNull();
    }

    @Test
    void printsNoWarningWhereItIsNotAllowed() throws Exception {
        String why = "native access is not enabled. Start the JVM with --enable-native-access=ALL-UNNAMED\n";
        assertThat(run(List.of(java(), "--illegal-native-access=warn")))
                .isEqualTo(why + "There is no shared memory: " + why);
    }

    @Test
    void saysOnWhatItWouldRun() throws Exception {
        assertThat(run(List.of(java(), ALLOWED, "-Dos.arch=riscv64")))
                .startsWith("it needs Linux on one of [")
                .contains("this is Linux on riscv64");
    }

    /** A limit on the size of files stands for all that can be too small: memory is refused before it is used. */
    @Test
    void failsInOrderWhereThereIsNotEnough() throws Exception {
        String limited = "ulimit -f 4096; exec \"$0\" \"$@\"";
        assertThat(run(List.of("sh", "-c", limited, java(), ALLOWED, "-XX:-UsePerfData")))
                .isEqualTo("null\nFile too large\n");
    }

    @Test
    void fallsBackToAFileWhereMemoryIsRefused() throws Exception {
        assertThat(run(List.of(java(), ALLOWED, "-Drefuse=true")))
                .matches("null\nmade /dev/shm/#\\d+ \\(deleted\\)\nread 1\n");
    }

    private static String run(List<String> command) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(command);
        all.addAll(List.of("-cp", System.getProperty("java.class.path"), Tried.class.getName()));
        Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** Says what is had in a JVM of its own. */
    static final class Tried {
        public static void main(String[] none) throws Throwable {
            if (Boolean.getBoolean("refuse")) {
                Refusal.ofMemory();
            }
            System.out.println(MemoryLink.unavailable());
            try (MemoryPair pair = MemoryPair.create(Layout.GREATEST_CAPACITY, Waiting.ASLEEP)) {
                Path made = Path.of("/proc/self/fd/" + pair.offer().descriptor());
                pair.opener().write(new byte[] {1}, 0, 1);
                System.out.println("made " + Files.readSymbolicLink(made));
                System.out.println("read " + pair.maker().read(new byte[2], 0, 2));
            } catch (IOException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
