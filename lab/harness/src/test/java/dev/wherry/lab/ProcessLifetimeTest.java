package dev.wherry.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** However a run ends, no process of it is left. */
@Timeout(120)
class ProcessLifetimeTest {
    @TempDir
    Path root;

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

    private void stop(Consumer<ProcessHandle> how) throws Exception {
        new LabFolder(root).with("hangs");
        LabProcess lab = LabProcess.inARound(root, LabFolder.smoke("hangs"));
        assertThat(lab.peers()).hasSize(2).allMatch(ProcessHandle::isAlive);
        lab.end(how);
    }
}
