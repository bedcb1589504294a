package dev.wherry.testsupport;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs a program of the tests in a new JVM, with the class path of the current one. */
public final class ChildProgram {
    private static final int LONGEST_SECONDS = 120;

    /** Limits the address space to some dozens of large stacks and to all else that a JVM needs. */
    private static final String FEW_THREADS = "ulimit -v 12000000; exec \"$0\" \"$@\"";

    private static final List<String> LARGE_STACKS = List.of(
            "-Xss256m",
            "-Xmx128m",
            "-XX:ReservedCodeCacheSize=64m",
            "-XX:CompressedClassSpaceSize=64m",
            "-Xlog:disable",
            "-Djava.util.logging.config.file=none");

    private ChildProgram() {}

    /** Runs a program in a JVM that can have only some dozens of threads. Returns the same as {@link #run}. */
    public static List<String> runWithFewThreads(List<String> options, Class<?> program, String... arguments)
            throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(LARGE_STACKS);
        all.addAll(options);
        return run(FEW_THREADS, all, program, arguments);
    }

    /** Starts threads until the JVM can have no more. A thread needs more memory while it starts than afterwards. */
    @SuppressWarnings("ThreadPriorityCheck") // it yields until other threads have started
    public static List<Thread> startAll(Runnable each) {
        AtomicInteger started = new AtomicInteger();
        List<Thread> all = new ArrayList<>();
        int before;
        do {
            before = all.size();
            try {
                while (true) {
                    all.add(Thread.ofPlatform().daemon().start(() -> {
                        started.incrementAndGet();
                        each.run();
                    }));
                }
            } catch (OutOfMemoryError e) {
                // No further thread can start before the last ones have started.
            }
            while (started.get() < all.size()) {
                Thread.yield();
            }
        } while (all.size() > before);
        return all;
    }

    /**
     * Returns all lines that the program prints, and its exit status as the last.
     *
     * @param shell a command line that runs {@code "$0" "$@"}
     * @param options the options of the JVM
     */
    public static List<String> run(String shell, List<String> options, Class<?> program, String... arguments)
            throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("sh", "-c", shell));
        all.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        all.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC", "-XX:-UsePerfData"));
        all.addAll(options);
        all.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
        all.addAll(List.of(arguments));
        Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
        // Its output ends with the process.
        var _ = process.onExit()
                .completeOnTimeout(process, LONGEST_SECONDS, TimeUnit.SECONDS)
                .thenAccept(Process::destroyForcibly);
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        List<String> lines = new ArrayList<>(printed.lines().toList());
        lines.add("exit " + process.waitFor());
        return lines;
    }
}
