package dev.wherry.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
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

    /** A lab in a virtual machine of its own, whose peer leaves files and hangs. */
    public static final class LitteringLab {
        private LitteringLab() {}

        public static void main(String[] args) throws Exception {
            Recorder recorder = Recorder.telling();
            Lab.open(Path.of(args[0])).run(LabFolder.smoke("litters"), recorder);
        }
    }

    private interface Stop {
        boolean stop(ProcessHandle lab);
    }

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
    private long stop(Stop stop) throws Exception {
        new LabFolder(root).with("litters");
        String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
        Process lab = new ProcessBuilder(
                        java,
                        "-cp",
                        System.getProperty("java.class.path"),
                        LitteringLab.class.getName(),
                        root.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<ProcessHandle> peers;
        try (BufferedReader out = lab.inputReader()) {
            String line = out.readLine();
            while (line != null && !line.contains("round")) {
                line = out.readLine();
            }
            assertThat(of(lab.pid()))
                    .hasSizeGreaterThanOrEqualTo(2)
                    .allSatisfy(folder -> assertThat(folder).isNotEmptyDirectory());
            peers = lab.descendants().toList();
            stop.stop(lab.toHandle());
        }
        assertThat(lab.waitFor(60, TimeUnit.SECONDS)).isTrue();
        for (ProcessHandle peer : peers) {
            peer.onExit().get(60, TimeUnit.SECONDS);
        }
        return lab.pid();
    }
}
