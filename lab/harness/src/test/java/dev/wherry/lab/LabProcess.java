package dev.wherry.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.plan.RunPlan;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import tools.jackson.databind.json.JsonMapper;

/** A lab in a virtual machine of its own, which ends in the middle of a round. */
final class LabProcess {
    private final Process process;
    private final List<ProcessHandle> peers;

    private LabProcess(Process process) {
        this.process = process;
        peers = process.descendants().toList();
    }

    /** Runs a plan in a folder. */
    public static void main(String[] args) throws Exception {
        Path root = Path.of(args[0]);
        RunPlan plan = JsonMapper.shared().readValue(args[1], RunPlan.class);
        Lab.open(root).run(plan, Recorder.telling());
    }

    /** Starts one, and waits until it is in a round of what has these words. */
    static LabProcess inARound(Path root, RunPlan plan, String... words) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        LabProcess.class.getName(),
                        root.toString(),
                        JsonMapper.shared().writeValueAsString(plan))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out = process.inputReader();
        String line = out.readLine();
        while (line != null
                && !(line.contains("round") && List.of(words).stream().allMatch(line::contains))) {
            line = out.readLine();
        }
        assertThat(line).as("what it is doing").isNotNull();
        return new LabProcess(process);
    }

    long pid() {
        return process.pid();
    }

    /** The processes that it had started by then. */
    List<ProcessHandle> peers() {
        return peers;
    }

    /** Ends it, and waits for it and for all that it had started. */
    void end(Consumer<ProcessHandle> how) throws Exception {
        how.accept(process.toHandle());
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        for (ProcessHandle peer : peers) {
            peer.onExit().get(60, TimeUnit.SECONDS);
        }
        process.inputReader().close();
    }
}
