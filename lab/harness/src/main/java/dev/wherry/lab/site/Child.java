package dev.wherry.lab.site;

import dev.wherry.lab.process.Processes;
import dev.wherry.lab.process.Scratch;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A process of a system, which reads and writes lines. For a process on another host, this is the command that started it. */
public final class Child {
    /** Output of a process. */
    public sealed interface Output {}

    public record Line(String text) implements Output {}

    /** The end of its output, and with it, as a rule, of the process. */
    public record End() implements Output {}

    private static final int UNREAD_LINES = 256;

    private final Process process;
    private final Scratch scratch;
    private final BufferedWriter in;
    private final BlockingQueue<Output> output = new ArrayBlockingQueue<>(UNREAD_LINES);
    private final Tail errors = new Tail();
    private final Thread errorReader;
    private volatile boolean ended;

    private Child(Process process, Scratch scratch) {
        this.process = process;
        this.scratch = scratch;
        in = process.outputWriter(StandardCharsets.UTF_8);
        Thread.ofVirtual().name("lab-lines").start(this::listen);
        errorReader = Thread.ofVirtual().name("lab-errors").start(this::collectErrors);
    }

    /** Starts a process that owns these temporary files. If this throws, the caller removes them. */
    static Child start(ProcessBuilder builder, Scratch scratch) throws IOException {
        scratch.addTo(builder.environment());
        return new Child(Processes.start(builder), scratch);
    }

    private void listen() {
        try {
            Lines lines = new Lines(process.inputReader(StandardCharsets.UTF_8));
            for (String line = lines.next(); line != null; line = lines.next()) {
                // A full queue stops the reading, and so the process that prints too much.
                output.put(new Line(line));
            }
            output.put(new End());
        } catch (IOException closed) {
            output.offer(new End());
        } catch (InterruptedException neverInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void collectErrors() {
        try {
            Lines lines = new Lines(process.errorReader(StandardCharsets.UTF_8));
            for (String line = lines.next(); line != null; line = lines.next()) {
                errors.add(line);
            }
        } catch (IOException closed) {
            errors.add("(error output closed: " + closed.getMessage() + ")");
        }
    }

    public void send(String line) throws IOException {
        in.write(line);
        in.newLine();
        in.flush();
    }

    /** Returns its next output; null if it prints nothing for so long. */
    public @Nullable Output receive(Duration wait) throws InterruptedException {
        return output.poll(wait.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Returns the last lines of its error output. */
    public String lastErrors() {
        return errors.toString();
    }

    /** Returns how it ended, such as {@code died with exit code 3}. Called when its output has ended. */
    public String howItEnded(Duration patience) throws InterruptedException {
        boolean ended = process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
        errorReader.join(patience);
        return ended ? "died with exit code " + process.exitValue() : "closed its output";
    }

    /** Returns whether it was ended. */
    boolean hasEnded() {
        return ended;
    }

    /** Returns the user and system time so far, of the process and its descendants. */
    public Duration cpu() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .flatMap(handle -> handle.info().totalCpuDuration().stream())
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** Requests its end, and kills it with its descendants if it does not end in this time. */
    public void end(Duration patience) {
        try {
            in.write("quit\n");
            in.close();
            process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (IOException gone) {
            // It has ended already, or closed its input; killing settles both.
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            Processes.kill(process);
            scratch.close();
            ended = true;
        }
    }

    static final class Tail {
        private static final int LINES = 30;
        private static final int LENGTH = 300;

        private final ArrayDeque<String> lines = new ArrayDeque<>();

        synchronized void add(String line) {
            lines.add(line.length() > LENGTH ? line.substring(0, LENGTH) + "..." : line);
            if (lines.size() > LINES) {
                lines.remove();
            }
        }

        @Override
        public synchronized String toString() {
            return lines.isEmpty() ? "" : "\n  " + String.join("\n  ", lines);
        }
    }
}
