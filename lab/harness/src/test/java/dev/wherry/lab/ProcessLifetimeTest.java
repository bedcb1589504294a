package dev.wherry.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** However a run ends, no process of it is left. */
@Timeout(120)
class ProcessLifetimeTest {
    @TempDir
    Path root;

    /** A lab in a virtual machine of its own, with a peer that hangs and nobody who minds. */
    public static final class HangingLab {
        private HangingLab() {}

        public static void main(String[] args) throws Exception {
            Recorder recorder = Recorder.telling();
            Lab.open(Path.of(args[0])).run(LabFolder.smoke("hangs"), recorder);
        }
    }

    @Test
    void endsEverythingWhenItsThreadIsInterrupted() throws Exception {
        Lab lab = Lab.open(new LabFolder(root).with("hangs").root());
        CompletableFuture<Throwable> outcome = new CompletableFuture<>();
        CompletableFuture<Void> running = new CompletableFuture<>();
        Recorder recorder = new Recorder() {
            @Override
            public void doing(String what) {
                if (what.contains("round")) {
                    running.complete(null);
                }
            }
        };
        Thread thread = Thread.ofPlatform().start(() -> {
            try {
                lab.run(LabFolder.smoke("hangs"), recorder);
                outcome.complete(null);
            } catch (Exception thrown) {
                outcome.complete(thrown);
            }
        });
        running.get(60, TimeUnit.SECONDS);
        thread.interrupt();
        assertThat(outcome.get(60, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
        assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive))
                .isEmpty();
        assertThat(TemporaryFilesTest.of(ProcessHandle.current().pid())).isEmpty();
    }

    @Test
    void endsEverythingWhenItIsStoppedFromTheTerminal() throws Exception {
        stop(ProcessHandle::destroy);
    }

    @Test
    void leavesNothingEvenWhenItIsKilled() throws Exception {
        stop(ProcessHandle::destroyForcibly);
    }

    private interface Stop {
        boolean stop(ProcessHandle lab);
    }

    private void stop(Stop stop) throws Exception {
        new LabFolder(root).with("hangs");
        String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
        Process lab = new ProcessBuilder(
                        java,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.wherry.lab.ProcessLifetimeTest$HangingLab",
                        root.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<ProcessHandle> peers;
        try (BufferedReader out = lab.inputReader()) {
            String line = out.readLine();
            while (line != null && !line.contains("round")) {
                line = out.readLine();
            }
            peers = lab.descendants().toList();
            stop.stop(lab.toHandle());
        }
        assertThat(peers).hasSize(2);
        assertThat(lab.waitFor(60, TimeUnit.SECONDS)).isTrue();
        for (ProcessHandle peer : peers) {
            peer.onExit().get(60, TimeUnit.SECONDS);
            assertThat(peer.isAlive()).isFalse();
        }
    }
}
