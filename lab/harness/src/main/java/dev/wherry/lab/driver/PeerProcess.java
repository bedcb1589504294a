package dev.wherry.lab.driver;

import dev.wherry.lab.results.Mismatch;
import dev.wherry.lab.site.Child;
import dev.wherry.lab.site.Child.End;
import dev.wherry.lab.site.Child.Line;
import java.io.IOException;
import java.time.Duration;
import tools.jackson.core.JacksonException;

/** A server or a client of a peer, driven by the line protocol. Used by one thread. */
final class PeerProcess implements AutoCloseable {
    private static final String READY = "ready";
    private static final int SHOWN = 200;

    interface Start {
        Child start() throws IOException, InterruptedException;
    }

    private final String role;
    private final Child child;
    private final Duration quit;

    private PeerProcess(String role, Child child, Duration quit) {
        this.role = role;
        this.child = child;
        this.quit = quit;
    }

    static PeerProcess start(String role, Start start, Duration quit) throws PeerFailure, InterruptedException {
        try {
            return new PeerProcess(role, start.start(), quit);
        } catch (IOException notStarted) {
            throw PeerFailure.fatal("the %s could not be started: %s".formatted(role, notStarted.getMessage()));
        }
    }

    void send(String line) throws PeerFailure, InterruptedException {
        try {
            child.send(line);
        } catch (IOException broken) {
            throw died("when asked to " + line);
        }
    }

    /** Waits until it is ready. Returns the address of a server, and an empty text for a client. */
    String ready(Limits limits) throws PeerFailure, InterruptedException {
        String line = receive(limits.start(), "while it started");
        String[] words = line.split(" ", 2);
        if (!words[0].equals(READY)) {
            throw garbage(line, "the word ready");
        }
        return words.length == 1 ? "" : words[1].strip();
    }

    /** Returns the next line that the process prints.
     *
     * @throws PeerFailure if it prints none within the limit */
    String receive(Duration limit, String during) throws PeerFailure, InterruptedException {
        return receive(limit, "said nothing for %s s".formatted(limit.toMillis() / 1000.0), during);
    }

    /** Does the same with another text for a process that prints nothing. */
    String receive(Duration wait, String silence, String during) throws PeerFailure, InterruptedException {
        return switch (child.receive(wait)) {
            case Line(String text) -> text;
            case End() -> throw died(during);
            case null -> throw PeerFailure.fatal("the %s %s %s%s".formatted(role, silence, during, child.lastErrors()));
        };
    }

    <A extends Answer> A receive(Duration limit, String during, Class<A> type)
            throws PeerFailure, InterruptedException {
        return parse(receive(limit, during), type);
    }

    <A extends Answer> A parse(String line, Class<A> type) throws PeerFailure {
        try {
            return Answer.parse(line, type);
        } catch (JacksonException garbage) {
            throw garbage(line, "one line of JSON with the fields of an answer", ": " + Mismatch.text(garbage));
        }
    }

    PeerFailure garbage(String line, String expected) {
        return garbage(line, expected, "");
    }

    private PeerFailure garbage(String line, String expected, String why) {
        String shown = line.length() > SHOWN ? line.substring(0, SHOWN) + "..." : line;
        return PeerFailure.fatal("the %s printed \"%s\" where %s was expected%s%s"
                .formatted(role, shown, expected, why, child.lastErrors()));
    }

    private PeerFailure died(String during) throws InterruptedException {
        String how = child.howItEnded(quit);
        return PeerFailure.fatal("the %s %s %s%s".formatted(role, how, during, child.lastErrors()));
    }

    /** Returns the user and system time so far, of the process and its descendants. */
    Duration cpu() {
        return child.cpu();
    }

    /** Requests its end, and kills it if it does not end. */
    @Override
    public void close() {
        child.end(quit);
    }
}
