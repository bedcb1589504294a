package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.memory.MemoryRings;
import dev.wherry.testkit.ChildJvm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes that listen at the same Unix socket. */
class KilledListenerTest {
    @TempDir
    Path folder;

    private static ChildJvm program(String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of(
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                ChildJvm.path(Endpoint.class, MemoryRings.class, ListeningProgram.class),
                ListeningProgram.class.getName()));
        all.addAll(List.of(arguments));
        return new ChildJvm(all);
    }

    @ParameterizedTest
    @ValueSource(strings = {"unix:", "shm:"})
    void leavesAPathAtWhichTheNextCanListen(String scheme) throws Exception {
        String address = scheme + folder.resolve("s");
        try (ChildJvm first = program(address)) {
            first.awaitLine("listening");
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> Endpoint.listen(address))
                        .isInstanceOf(CallException.class)
                        .hasMessageContaining("the address is in use: process " + first.pid() + " listens at ");
            }
            first.kill();
            assertThat(folder.resolve("s")).exists();
            try (ChildJvm second = program(address)) {
                second.awaitLine("listening");
                second.kill();
            }
        }
        Endpoint.listen(address).close();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    @Tag("long")
    void listensInTurnWithOthers() throws Exception {
        String address = "unix:" + folder.resolve("s");
        List<ChildJvm> all = new ArrayList<>();
        try {
            for (int i = 0; i < 3; i++) {
                all.add(program(address, folder.resolve("owner").toString(), "200"));
            }
            for (ChildJvm each : all) {
                each.awaitLine("ready");
            }
            for (ChildJvm each : all) {
                assertThat(each.toTheEnd()).containsExactly("completed all turns", "exit 0");
            }
        } finally {
            all.forEach(ChildJvm::close);
        }
        assertThat(folder).isEmptyDirectory();
    }
}
