package dev.wherry.testkit;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.wherry.testkit.faults.FaultyTransport;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Another JVM of the same version, whose output is read line by line. */
public final class ChildJvm implements AutoCloseable {
    private static final Path PRLIMIT = Path.of("/usr/bin/prlimit");

    private final Process process;
    private final BufferedReader lines;
    private @Nullable Running<List<String>> rest;

    public ChildJvm(List<String> arguments) throws IOException {
        this(List.of(), arguments);
    }

    /**
     * Starts a JVM.
     *
     * @param before a command that runs the command after it
     */
    public ChildJvm(List<String> before, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(before);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(arguments);
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
        lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /**
     * Returns a command that limits the file descriptors of the command after it. Without prlimit the test is skipped; in CI,
     * where that would go unnoticed, it fails.
     */
    public static List<String> withDescriptors(int most) {
        if (!Files.isExecutable(PRLIMIT)) {
            String missing = "prlimit is not installed: apt-get install util-linux";
            return System.getenv("CI") != null ? fail(missing) : abort(missing);
        }
        return List.of(PRLIMIT.toString(), "--nofile=" + most);
    }

    /**
     * Returns a class path with the locations of these classes and of the testkit. The testkit is needed because the
     * tests' list of transports names subclasses of its classes, and each search for a transport or codec reads that
     * list.
     */
    public static String path(Class<?>... classes) {
        return Stream.concat(Stream.of(classes), Stream.of(FaultyTransport.class))
                .map(ChildJvm::location)
                .distinct()
                .collect(Collectors.joining(java.io.File.pathSeparator));
    }

    private static String location(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Reads until a line begins with this text. Returns the line. */
    public String awaitLine(String start) throws Exception {
        List<String> before = new ArrayList<>();
        return Running.start(() -> {
                    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                        if (line.startsWith(start)) {
                            return line;
                        }
                        before.add(line);
                    }
                    throw new AssertionError("The JVM ended without a line '" + start + "': " + before);
                })
                .get();
    }

    /** Returns all lines up to the end of the process, and its exit status as the last line. */
    public List<String> toTheEnd() {
        List<String> all = new ArrayList<>();
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                all.add(line);
            }
            all.add("exit " + process.waitFor());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return all;
    }

    /** Reads all further output in the background, so that the process does not wait for a reader. */
    public void drain() {
        rest = Running.start(this::toTheEnd);
    }

    /** Waits for the end of the process. Returns the lines since {@link #drain()}, and its exit status as the last line. */
    public List<String> drained() throws Exception {
        return Objects.requireNonNull(rest, "drain() comes first").get();
    }

    /** Sends a signal, such as {@code STOP}. */
    public void signal(String name) throws IOException, InterruptedException {
        int status = new ProcessBuilder("kill", "-" + name, String.valueOf(pid()))
                .inheritIO()
                .start()
                .waitFor();
        if (status != 0) {
            fail("kill -" + name + " of process " + pid() + " ended with " + status);
        }
    }

    /** Returns the names of the threads that are Wherry's, each up to its first blank. */
    public Set<String> threads() throws IOException {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        Process print = new ProcessBuilder(jcmd, String.valueOf(process.pid()), "Thread.print")
                .redirectErrorStream(true)
                .start();
        try (BufferedReader all = print.inputReader(StandardCharsets.UTF_8)) {
            return all.lines()
                    .filter(line -> line.startsWith("\"wherry-"))
                    .map(line -> line.substring(1).split("[ \"]", 2)[0])
                    .collect(Collectors.toSet());
        }
    }

    public long pid() {
        return process.pid();
    }

    /** Asks the process to end, by SIGTERM. */
    public void terminate() {
        process.toHandle().destroy(); // Process.destroy also closes the output
    }

    /** Kills the process as {@code kill -9} does. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
