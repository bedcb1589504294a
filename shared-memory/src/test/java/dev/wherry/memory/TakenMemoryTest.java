package dev.wherry.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.testsupport.ChildProgram;
import dev.wherry.testsupport.Share;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Memory in a file cannot be sealed: a peer may cut it off at any moment. Each caller then gets its answer by another
 * link, or an exception of the documented type, wherever its code was, and later calls succeed. The program is {@link TakenMemory}.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(300)
class TakenMemoryTest {
    @TempDir
    private Path folder;

    static Stream<Arguments> some() {
        return Stream.of(Arguments.of("tcp", 20, 1L), Arguments.of("shm", 20, 2L));
    }

    static Stream<Arguments> many() {
        return Stream.of("tcp", "shm")
                .flatMap(scheme -> Share.seeds(10, 8).mapToObj(seed -> Arguments.of(scheme, 60, seed)));
    }

    @ParameterizedTest
    @MethodSource("some")
    void endsTheCallsThatWereOnItAndNoOthers(String scheme, int times, long seed) throws Exception {
        if (Opening.user() != 0) {
            Requirement.missing("Only root can open what a process has mapped");
        }
        boolean tcp = scheme.equals("tcp");
        String at = tcp ? "tcp://127.0.0.1:0" : "shm:" + folder.resolve("socket");
        List<String> said = ChildProgram.run(
                "exec \"$0\" \"$@\"",
                List.of(),
                TakenMemory.class,
                at,
                tcp ? "/" : "#",
                String.valueOf(times),
                String.valueOf(seed));
        assertThat(said)
                .as("%s", String.join("\n", said))
                .containsSubsequence("unexpected []", "left []", "exit 0")
                .anyMatch(line -> line.startsWith("cut enough"))
                .noneMatch(line -> line.contains("unexpectedly"));
        if (tcp) { // only lanes use memory then, and main says what became of a lane's call
            assertThat(said).contains("cut enough, unknown outcomes false");
        }
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("many")
    void endsTheCallsThatWereOnItForManySeeds(String scheme, int times, long seed) throws Exception {
        endsTheCallsThatWereOnItAndNoOthers(scheme, times, seed);
    }
}
