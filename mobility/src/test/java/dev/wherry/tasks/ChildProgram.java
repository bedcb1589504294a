package dev.wherry.tasks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A program of these tests in a JVM of its own. */
final class ChildProgram {
    private static final int LONGEST_SECONDS = 120;

    /** Limits the address space to some dozens of stacks and the rest of the JVM. */
    private static final String LIMIT = "ulimit -v 12000000; exec \"$0\" \"$@\"";

    private static final List<String> LARGE_STACKS = List.of(
            "-Xss256m",
            "-Xmx128m",
            "-XX:ReservedCodeCacheSize=64m",
            "-XX:CompressedClassSpaceSize=64m",
            "-Xlog:disable",
            "-Djava.util.logging.config.file=none");

    private ChildProgram() {}

    /** In a JVM that can have some dozens of threads. */
    static List<String> runWithFewThreads(List<String> options, Class<?> program, String... words)
            throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(LARGE_STACKS);
        all.addAll(options);
        return run(LIMIT, all, program, words);
    }

    /** By such a program: as many threads as can be had. A thread needs more memory while it starts. */
    static List<Thread> startAll(Runnable each) {
        AtomicInteger begun = new AtomicInteger();
        List<Thread> all = new ArrayList<>();
        int before;
        do {
            before = all.size();
            try {
                while (true) {
                    all.add(Thread.ofPlatform().daemon().start(() -> {
                        begun.incrementAndGet();
                        each.run();
                    }));
                }
            } catch (OutOfMemoryError e) {
                // no more as long as the last ones start
            }
            while (begun.get() < all.size()) {
                Thread.yield();
            }
        } while (all.size() > before);
        return all;
    }

    /**
     * All lines that it says, and its status as the last.
     *
     * @param shell a line that runs {@code "$0" "$@"}
     * @param options of the JVM
     */
    private static List<String> run(String shell, List<String> options, Class<?> program, String... words)
            throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("sh", "-c", shell));
        all.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        all.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC", "-XX:-UsePerfData"));
        all.addAll(options);
        all.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        all.addAll(List.of(words));
        Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
        // The end of the process ends what it says, too.
        process.onExit()
                .completeOnTimeout(process, LONGEST_SECONDS, TimeUnit.SECONDS)
                .thenAccept(Process::destroyForcibly);
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        List<String> lines = new ArrayList<>(said.lines().toList());
        lines.add("exit " + process.waitFor());
        return lines;
    }
}
