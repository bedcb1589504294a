package dev.wherry.testkit.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.testkit.ChildJvm;
import dev.wherry.testkit.NoLeftovers;
import dev.wherry.testkit.sample.Watcher;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that cannot share memory. It calls over sockets and logs the reason once; an address with {@code shm:}
 * fails at once.
 */
@EnabledOnOs(OS.LINUX)
class WithoutMemoryTest {
    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    @TempDir
    private Path folder;

    private String serve(String at) {
        Endpoint server = endpoints.watch(Endpoint.listen(at));
        server.bind("watcher", Watcher.class, number -> number + 1);
        return server.address() + (at.startsWith("tcp") ? "/watcher" : "#watcher");
    }

    @Test
    void callsOverSocketsIfNativeAccessIsNotAllowed() throws Exception {
        List<String> said = said(EndpointProcess.arguments("call", serve("tcp://127.0.0.1:0")));
        assertThat(said).anyMatch(line -> line.matches("lanes [1-9]\\d*, over memory 0"));
        assertThat(said)
                .filteredOn(line -> line.contains("not shared memory"))
                .singleElement()
                .asString()
                .contains("--enable-native-access=ALL-UNNAMED");
    }

    @Test
    void callsOverSocketsWithoutALogMessageIfDisabledByAProperty() throws Exception {
        List<String> arguments = EndpointProcess.arguments("call", serve("tcp://127.0.0.1:0"));
        arguments.addAll(0, List.of(EndpointProcess.ALLOWED, "-Dwherry.sharedMemory=false"));
        assertThat(said(arguments))
                .anyMatch(line -> line.matches("lanes [1-9]\\d*, over memory 0"))
                .noneMatch(line -> line.contains("not shared memory"));
    }

    @Test
    void callsOverSocketsIfTheSystemHasNoMemory() throws Exception {
        List<String> said = limited("call", serve("tcp://127.0.0.1:0"));
        assertThat(said).anyMatch(line -> line.matches("lanes [1-9]\\d*, over memory 0"));
        assertThat(said).filteredOn(line -> line.contains("not shared memory")).hasSize(1);
    }

    @Test
    void failsAtOnceForAnAddressOfSharedMemory() throws Exception {
        String uri = serve("shm:" + folder.resolve("socket"));
        assertThat(said(EndpointProcess.arguments("call", uri)))
                .anyMatch(line -> line.startsWith("failed UNAVAILABLE") && line.contains("--enable-native-access="));
        assertThat(limited("call", uri)).anyMatch(line -> line.startsWith("failed UNAVAILABLE"));
    }

    /**
     * Starts a process in which no file may be longer than 32 KiB. The system treats memory without a name as a file.
     */
    private static List<String> limited(String... words) throws Exception {
        List<String> arguments = EndpointProcess.arguments(words);
        arguments.addAll(0, List.of(EndpointProcess.ALLOWED, "-XX:-UsePerfData"));
        try (ChildJvm child = new ChildJvm(List.of("sh", "-c", "ulimit -f 64; exec \"$0\" \"$@\""), arguments)) {
            return child.toTheEnd();
        }
    }

    private static List<String> said(List<String> arguments) throws Exception {
        try (ChildJvm child = new ChildJvm(arguments)) {
            return child.toTheEnd();
        }
    }
}
