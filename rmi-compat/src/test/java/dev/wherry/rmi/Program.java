package dev.wherry.rmi;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A program in a JVM of its own, whose output is read line by line. */
final class Program implements AutoCloseable {
    private static final long LIMIT_SECONDS = 60;
    private static final String END = "(end of output)";

    private final Process process;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    /**
     * Starts a program.
     *
     * @param options the options of the JVM, including the class path
     */
    Program(List<String> options, Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(options);
        command.add(main.getName());
        command.addAll(List.of(arguments));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Thread.ofPlatform().daemon().start(this::read);
    }

    private void read() {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            lines.add(e.toString());
        } finally {
            lines.add(END);
        }
    }

    /** Returns the next line. */
    String line() throws InterruptedException {
        String line = lines.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
        if (line == null) {
            throw new AssertionError("The program printed nothing for " + LIMIT_SECONDS + " s");
        }
        return line;
    }

    void type(String line) throws IOException {
        Writer in = process.outputWriter(StandardCharsets.UTF_8);
        in.write(line + "\n");
        in.flush();
    }

    /** Returns the further lines until the program ends without a signal, and its exit status. */
    List<String> toTheEnd() throws InterruptedException {
        List<String> all = new ArrayList<>();
        for (String line = line(); !line.equals(END); line = line()) {
            all.add(line);
        }
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("The program does not end");
        }
        all.add("exit " + process.exitValue());
        return all;
    }

    /** Kills the process as {@code kill -9} does. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
