package dev.wherry.lab.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A command that runs to its end, such as a probe or a compiler. */
public final class Command {
    private static final int MAX_OUTPUT = 1 << 16;
    private static final String LEFT_OUT = "\n...\n";

    private Command() {}

    /**
     * The result of a command.
     *
     * @param succeeded whether it ended in time with exit code 0
     * @param output what it printed, errors included, of more than 64 KiB the first and the last 32; or why it could not be
     *     run
     */
    public record Outcome(boolean succeeded, String output) {
        public String firstLine() {
            return output.lines().filter(line -> !line.isBlank()).findFirst().orElse("it failed and printed nothing");
        }

        /** Returns the last lines, in which compilers and build tools print the reason. */
        public String tail(int lines) {
            List<String> all = output.lines().toList();
            return String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size()));
        }
    }

    /** Runs a command in a folder, and kills it after the limit. Its temporary files are removed. */
    public static Outcome run(List<String> command, Path folder, Duration limit) throws InterruptedException {
        try (Scratch scratch = Scratch.make()) {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
            scratch.addTo(builder.environment());
            return outcome(Processes.start(builder), command.getFirst(), limit);
        } catch (IOException notStarted) {
            return new Outcome(false, String.valueOf(notStarted.getMessage()));
        }
    }

    private static Outcome outcome(Process process, String name, Duration limit) throws InterruptedException {
        FutureTask<String> output = new FutureTask<>(() -> drain(process));
        Thread.ofVirtual().start(output);
        try {
            boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (!ended) {
                return new Outcome(false, "%s did not end within %d s".formatted(name, limit.toSeconds()));
            }
            return new Outcome(process.exitValue() == 0, output.get(1, TimeUnit.SECONDS));
        } catch (ExecutionException | TimeoutException unreadable) {
            return new Outcome(process.exitValue() == 0, "its output could not be read: " + unreadable);
        } finally {
            Processes.kill(process);
        }
    }

    private static String drain(Process process) throws IOException {
        StringBuilder output = new StringBuilder();
        boolean cut = false;
        try (var in = process.inputReader(StandardCharsets.UTF_8)) {
            char[] chunk = new char[4096];
            for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                output.append(chunk, 0, n);
                if (output.length() > MAX_OUTPUT) {
                    // The reason of a failure is at the end; that of a probe is at the beginning.
                    output.delete(MAX_OUTPUT / 2, output.length() - MAX_OUTPUT / 2);
                    cut = true;
                }
            }
        }
        return cut ? output.insert(MAX_OUTPUT / 2, LEFT_OUT).toString() : output.toString();
    }
}
