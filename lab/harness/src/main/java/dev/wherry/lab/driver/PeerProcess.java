package dev.wherry.lab.driver;

import dev.wherry.lab.process.Processes;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;

/** A server or a client of a peer, spoken to by lines. Used by one thread. */
final class PeerProcess implements AutoCloseable {
    private static final String READY = "ready";
    private static final int SHOWN = 200;
    private static final int UNREAD_LINES = 256;

    private sealed interface Heard {}

    private record Line(String text) implements Heard {}

    private record End() implements Heard {}

    private final String role;
    private final Process process;
    private final Duration quit;
    private final BufferedWriter in;
    private final BlockingQueue<Heard> heard = new ArrayBlockingQueue<>(UNREAD_LINES);
    private final Tail errors = new Tail();
    private final Thread errorReader;

    private PeerProcess(String role, Process process, Duration quit) {
        this.role = role;
        this.process = process;
        this.quit = quit;
        in = process.outputWriter(StandardCharsets.UTF_8);
        Thread.ofVirtual().name("lab-" + role).start(this::listen);
        errorReader = Thread.ofVirtual().name("lab-" + role + "-errors").start(this::collectErrors);
    }

    static PeerProcess start(String role, List<String> command, Path folder, Duration quit) throws PeerFailure {
        try {
            return new PeerProcess(role, Processes.start(new ProcessBuilder(command).directory(folder.toFile())), quit);
        } catch (IOException notStarted) {
            throw PeerFailure.fatal("the %s could not be started: %s".formatted(role, notStarted.getMessage()));
        }
    }

    private void listen() {
        try {
            Lines lines = new Lines(process.inputReader(StandardCharsets.UTF_8));
            for (String line = lines.next(); line != null; line = lines.next()) {
                // A full queue stops the reading and so, in time, the process that nobody asked to talk so much.
                heard.put(new Line(line));
            }
            heard.put(new End());
        } catch (IOException closed) {
            heard.offer(new End());
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

    /** Sends a line. */
    void say(String line) throws PeerFailure, InterruptedException {
        try {
            in.write(line);
            in.newLine();
            in.flush();
        } catch (IOException broken) {
            throw died("when told to " + line);
        }
    }

    /** Waits until it is ready. What follows the word: a server's address; a client adds nothing. */
    String ready(Limits limits) throws PeerFailure, InterruptedException {
        String line = hear(limits.start(), "while it started");
        String[] words = line.split(" ", 2);
        if (!words[0].equals(READY)) {
            throw garbage(line, "the word ready");
        }
        return words.length == 1 ? "" : words[1].strip();
    }

    /** The next line that the process prints; a failure when none comes within the limit. */
    String hear(Duration limit, String during) throws PeerFailure, InterruptedException {
        return hear(limit, "said nothing for %s s".formatted(limit.toMillis() / 1000.0), during);
    }

    /** Likewise, where silence means something else than having said nothing for just this time. */
    String hear(Duration wait, String silence, String during) throws PeerFailure, InterruptedException {
        return switch (heard.poll(wait.toNanos(), TimeUnit.NANOSECONDS)) {
            case Line(String text) -> text;
            case End() -> throw died(during);
            case null -> throw PeerFailure.fatal("the %s %s %s%s".formatted(role, silence, during, errors));
        };
    }

    /** The next line as such an answer. */
    <A extends Answer> A hear(Duration limit, String during, Class<A> type) throws PeerFailure, InterruptedException {
        return parse(hear(limit, during), type);
    }

    <A extends Answer> A parse(String line, Class<A> type) throws PeerFailure {
        try {
            return Answer.parse(line, type);
        } catch (JacksonException garbage) {
            throw garbage(line, "one line of JSON with the fields of an answer");
        }
    }

    PeerFailure garbage(String line, String expected) {
        String shown = line.length() > SHOWN ? line.substring(0, SHOWN) + "..." : line;
        return PeerFailure.fatal(
                "the %s printed \"%s\" where %s was expected%s".formatted(role, shown, expected, errors));
    }

    private PeerFailure died(String during) throws InterruptedException {
        boolean ended = process.waitFor(quit.toMillis(), TimeUnit.MILLISECONDS);
        errorReader.join(quit);
        return PeerFailure.fatal("the %s %s %s%s"
                .formatted(
                        role,
                        ended ? "died with exit code " + process.exitValue() : "closed its output",
                        during,
                        errors));
    }

    /** User and system time so far, of the process and whatever it started. */
    Duration cpu() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .flatMap(handle -> handle.info().totalCpuDuration().stream())
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** Tells it to quit and kills it if it does not. */
    @Override
    public void close() {
        try {
            in.write("quit\n");
            in.close();
            process.waitFor(quit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (IOException gone) {
            // It has ended already, or closed its input; killing settles both.
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            Processes.kill(process);
        }
    }
}
