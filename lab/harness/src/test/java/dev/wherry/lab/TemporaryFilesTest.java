package dev.wherry.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** However a run ends, what its processes have left in their temporary folders goes. */
@Timeout(120)
class TemporaryFilesTest {
    private static final List<Path> PARENTS =
            List.of(Path.of(System.getProperty("java.io.tmpdir")), Path.of("/dev/shm"));

    @TempDir
    Path root;

    /** The folders that processes of such a lab have, or have had. */
    static List<Path> of(long lab) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path parent : PARENTS) {
            if (Files.isDirectory(parent)) {
                try (Stream<Path> all = Files.list(parent)) {
                    all.filter(each -> each.getFileName().toString().startsWith("wherry-lab-%d-".formatted(lab)))
                            .forEach(found::add);
                }
            }
        }
        return found;
    }

    @Test
    void areGoneWhenTheLabIsToldToExit() throws Exception {
        assertThat(of(stop(ProcessHandle::destroy))).isEmpty();
    }

    @Test
    void ofALabThatWasKilledGoBeforeTheNextRun() throws Exception {
        long killed = stop(ProcessHandle::destroyForcibly);
        assertThat(of(killed)).isNotEmpty();
        new LabFolder(root).with("good").open().run(LabFolder.smoke("good"), new Recorder());
        assertThat(of(killed)).isEmpty();
        assertThat(of(ProcessHandle.current().pid())).isEmpty();
    }

    /** Starts a lab and ends it in the middle of a round: its process identifier. */
    private long stop(Consumer<ProcessHandle> how) throws Exception {
        new LabFolder(root).with("litters");
        LabProcess lab = LabProcess.inARound(root, LabFolder.smoke("litters"));
        assertThat(of(lab.pid()))
                .hasSizeGreaterThanOrEqualTo(2)
                .allSatisfy(folder -> assertThat(folder).isNotEmptyDirectory());
        lab.end(how);
        return lab.pid();
    }
}
