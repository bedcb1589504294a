package dev.wherry.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.testsupport.ChildProgram;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A process that is given no memory, or no descriptor to hold it by, calls by sockets: no call is lost, and one line says
 * why. The programs are {@link ScarceCalls}.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class ScarcityTest {
    private static final List<String> REFUSED = List.of("-Drefuse=true");
    private static final String SAID = "Lanes use sockets, not shared memory: ";

    /** The mounted folder has less free space than a lane's rings need, or none. */
    @ParameterizedTest
    @CsvSource({
        "size=64k, No space left on device",
        "size=4k, No space left on device",
        "'size=1m,ro', 'open of /dev/shm failed: read-only file system (errno 30)'"
    })
    void isToldBeforeTheFirstCallThatTheFolderOfSharedMemoryIsFull(String folder, String why) throws Exception {
        List<String> said = run(mounted(folder), REFUSED, "many");
        assertThat(said).as("%s", said).contains("called 20000 times, over memory: false");
        assertThat(said)
                .filteredOn(line -> line.contains(SAID))
                .singleElement()
                .asString()
                .endsWith(why);
    }

    @Test
    void takesAFileOnlyWhereThereIsRoomForAllOfIt() throws Exception {
        assertThat(run(mounted("size=1m"), REFUSED, "many"))
                .containsExactly("called 20000 times, over memory: true", "exit 0");
    }

    @Test
    void mindsNoFullFolderWhereThereIsMemoryWithoutOne() throws Exception {
        assertThat(run(mounted("size=4k"), List.of(), "many"))
                .containsExactly("called 20000 times, over memory: true", "exit 0");
    }

    @Tag("long")
    @Test
    void callsOnWhateverTheNumberOfDescriptorsLeft() throws Exception {
        List<String> said = run("ulimit -n 256; exec \"$0\" \"$@\"", List.of(), "descriptors");
        List<String> expected = new ArrayList<>();
        for (int left = 0; left <= ScarceCalls.MOST_LEFT; left++) {
            expected.add("called on with " + left + " left, and holds none");
        }
        assertThat(said).as("%s", said).containsSubsequence(expected).endsWith("over memory again: true", "exit 0");
    }

    /** A shell's line that runs the rest with a folder of its own, which other processes do not see. */
    private static String mounted(String options) throws Exception {
        String mount = "mount -t tmpfs -o " + options + " none /dev/shm";
        Process tried = new ProcessBuilder("sh", "-c", "unshare --mount sh -c '" + mount + "'")
                .redirectErrorStream(true)
                .start();
        String said = new String(tried.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (tried.waitFor() != 0) {
            return Requirement.missing("Only root with util-linux can mount a folder for one process: " + said);
        }
        return "exec unshare --mount sh -c '" + mount + " && exec \"$0\" \"$@\"' \"$0\" \"$@\"";
    }

    private static List<String> run(String shell, List<String> options, String what) throws Exception {
        return ChildProgram.run(shell, options, ScarceCalls.class, what);
    }
}
