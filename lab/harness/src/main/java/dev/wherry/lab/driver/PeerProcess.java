package dev.wherry.lab.driver;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.lab.results.Complete;
import dev.wherry.lab.site.Child;
import dev.wherry.lab.site.Child.End;
import dev.wherry.lab.site.Child.Line;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** A server or a client of a peer, wherever it runs, spoken to by the line protocol. Used by one thread. */
final class PeerProcess implements AutoCloseable {
    private static final String READY = "ready";
    private static final int SHOWN = 200;

    /** Starts a process. */
    interface Start {
        Child start() throws IOException, InterruptedException;
    }

    /** Something that is asked of a process, which may be out of reach. */
    private interface Asked<T extends @Nullable Object> {
        T ask() throws IOException, InterruptedException;
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
            return new PeerProcess(role, reach(role, start::start), quit);
        } catch (IOException notStarted) {
            throw PeerFailure.fatal("the %s could not be started: %s".formatted(role, notStarted.getMessage()));
        }
    }

    /** What a process on this host would not answer with: that its host cannot be reached. */
    private static <T extends @Nullable Object> T reach(String role, Asked<T> asked)
            throws PeerFailure, IOException, InterruptedException {
        try {
            return asked.ask();
        } catch (CallException lost) {
            if (lost.code() == Code.CANCELLED) {
                throw new InterruptedException(lost.getMessage());
            }
            throw PeerFailure.fatal("the host of the %s failed: %s".formatted(role, lost.getMessage()));
        }
    }

    private <T extends @Nullable Object> T reach(Asked<T> asked) throws PeerFailure, InterruptedException {
        try {
            return reach(role, asked);
        } catch (IOException impossible) {
            throw new IllegalStateException("only starting and saying declare it", impossible);
        }
    }

    /** Sends a line. */
    void say(String line) throws PeerFailure, InterruptedException {
        try {
            reach(role, () -> {
                child.say(line);
                return line;
            });
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
        return switch (reach(() -> child.hear(wait))) {
            case Line(String text) -> text;
            case End() -> throw died(during);
            case null -> throw PeerFailure.fatal("the %s %s %s%s".formatted(role, silence, during, errors()));
        };
    }

    /** The next line as such an answer. */
    <A extends Answer> A hear(Duration limit, String during, Class<A> type) throws PeerFailure, InterruptedException {
        return parse(hear(limit, during), type);
    }

    <A extends Answer> A parse(String line, Class<A> type) throws PeerFailure, InterruptedException {
        try {
            return Answer.parse(line, type);
        } catch (JacksonException garbage) {
            throw garbage(line, "one line of JSON with the fields of an answer", ": " + Complete.why(garbage));
        }
    }

    PeerFailure garbage(String line, String expected) throws PeerFailure, InterruptedException {
        return garbage(line, expected, "");
    }

    private PeerFailure garbage(String line, String expected, String why) throws PeerFailure, InterruptedException {
        String shown = line.length() > SHOWN ? line.substring(0, SHOWN) + "..." : line;
        return PeerFailure.fatal(
                "the %s printed \"%s\" where %s was expected%s%s".formatted(role, shown, expected, why, errors()));
    }

    private PeerFailure died(String during) throws PeerFailure, InterruptedException {
        String how = reach(() -> child.howItEnded(quit));
        return PeerFailure.fatal("the %s %s %s%s".formatted(role, how, during, errors()));
    }

    private String errors() throws PeerFailure, InterruptedException {
        return reach(child::lastErrors);
    }

    /** User and system time so far, of the process and whatever it started. */
    Duration cpu() throws PeerFailure, InterruptedException {
        return reach(child::cpu);
    }

    /** Tells it to quit and has it killed if it does not. */
    @Override
    public void close() {
        try {
            child.end(quit);
        } catch (CallException lost) {
            // Its host ends it with the connection. What cannot be ended while that stands would run beside the next
            // system.
            if (lost.code() != Code.UNAVAILABLE
                    && lost.code() != Code.UNKNOWN_OUTCOME
                    && lost.code() != Code.CANCELLED) {
                throw lost;
            }
        }
    }
}
