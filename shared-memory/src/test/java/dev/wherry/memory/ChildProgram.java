package dev.wherry.memory;

import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a program of these tests in a new JVM that may use shared memory. */
final class ChildProgram {
    private static final int LONGEST_SECONDS = 120;

    private ChildProgram() {}

    /**
     * Returns all lines that the program prints, and its exit status as the last.
     *
     * @param shell a line that runs {@code "$0" "$@"}
     * @param options of the JVM
     */
    static List<String> run(String shell, List<String> options, Class<?> program, String... arguments)
            throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("sh", "-c", shell));
        all.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        all.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC", "-XX:-UsePerfData"));
        all.addAll(options);
        all.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        all.addAll(List.of(arguments));
        Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
        // Its output ends with the process.
        process.onExit()
                .completeOnTimeout(process, LONGEST_SECONDS, TimeUnit.SECONDS)
                .thenAccept(Process::destroyForcibly);
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        List<String> lines = new ArrayList<>(printed.lines().toList());
        lines.add("exit " + process.waitFor());
        return lines;
    }

    /** Skips the test because this machine lacks something; in CI, which has to have it, the test fails. */
    static <T> T missing(String what) {
        return System.getenv("CI") != null ? fail(what) : abort(what);
    }
}
