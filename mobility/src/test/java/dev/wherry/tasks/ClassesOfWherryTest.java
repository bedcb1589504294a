package dev.wherry.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
import dev.wherry.Peer;
import dev.wherry.memory.SharedMemoryTransport;
import dev.wherry.mobility.CodeReceived;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.Task;
import dev.wherry.mobility.Tasks;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A task uses a class of an artifact of Wherry that not every program has. Such a class is never sent. */
@Timeout(60)
class ClassesOfWherryTest {
    private static final Task<String> TASK = () -> new SharedMemoryTransport().scheme();

    @Test
    void areThoseOfTheHost() throws Exception {
        List<CodeReceived> records = new CopyOnWriteArrayList<>();
        MobilityPolicy policy =
                MobilityPolicy.builder().acceptAnyone().recorder(records::add).build();
        try (HostAndClient ends = new HostAndClient(Hosts.without(policy, ClassesOfWherryTest.class))) {
            assertThat(Tasks.at(ends.peer()).call(TASK)).isEqualTo("shm");
        }
        assertThat(records)
                .flatExtracting(CodeReceived::classes)
                .extracting(CodeReceived.ClassFile::name)
                .contains(ClassesOfWherryTest.class.getName())
                .noneMatch(name -> name.startsWith("dev.wherry.memory."));
    }

    @Test
    void areRefusedByAHostThatLacksTheirArtifact() throws Exception {
        Process program = start();
        try (BufferedReader lines = program.inputReader(StandardCharsets.UTF_8);
                Endpoint client = Endpoint.create()) {
            Peer peer = client.connect(lines.readLine());
            for (int i = 0; i < 2; i++) { // the virtual machine remembers that it has failed
                assertThatThrownBy(() -> Tasks.at(peer).call(TASK))
                        .isInstanceOfSatisfying(
                                CallException.class, e -> assertThat(e.code()).isEqualTo(Code.REFUSED))
                        .hasMessageContaining(SharedMemoryTransport.class.getName())
                        .hasMessageContaining("Add the artifact dev.wherry:wherry-shared-memory");
            }
            assertThat(Tasks.at(peer).call(() -> 42)).isEqualTo(42);
        } finally {
            program.destroyForcibly();
        }
    }

    /** Starts a program whose class path has core, mobility and the classes of the tests, and no shared memory. */
    private static Process start() throws Exception {
        String classPath = Stream.of(Endpoint.class, Tasks.class, Host.class)
                .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
                .map(place -> Path.of(place.getPath()).toString())
                .collect(Collectors.joining(File.pathSeparator));
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classPath,
                        Host.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Serves an endpoint that accepts code until its standard input ends. */
    static final class Host {
        private Host() {}

        public static void main(String[] arguments) throws IOException {
            MobilityPolicy policy = Hosts.without(MobilityPolicy.acceptAnyone(), ClassesOfWherryTest.class);
            try (Endpoint endpoint = Hosts.listen(policy)) {
                System.out.println(endpoint.address());
                System.in.transferTo(OutputStream.nullOutputStream());
            }
        }
    }
}
