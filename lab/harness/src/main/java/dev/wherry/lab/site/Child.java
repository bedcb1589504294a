package dev.wherry.lab.site;

import dev.wherry.Blocking;
import dev.wherry.ByReference;
import dev.wherry.Timeout;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A process that was started for a system and is spoken to by lines. It may run on another host: then this is Wherry's stub
 * of it, whose methods also throw {@link dev.wherry.CallException}.
 */
@ByReference
@Blocking
public interface Child {
    /** What a process lets hear. */
    sealed interface Heard {}

    /** It printed a line. */
    record Line(String text) implements Heard {}

    /** Its output has ended, and with it, as a rule, the process. */
    record End() implements Heard {}

    /**
     * Sends it a line.
     *
     * @throws IOException where it takes none any more
     */
    void say(String line) throws IOException;

    /** What it lets hear next; null where it is silent for so long. */
    @Timeout(millis = 600_000)
    @Nullable
    Heard hear(Duration wait) throws InterruptedException;

    /** The last lines of its error output, each on a line of its own; or nothing. */
    String lastErrors();

    /** What has become of it, such as {@code died with exit code 3}; to be asked once its output has ended. */
    String howItEnded(Duration patience) throws InterruptedException;

    /** User and system time so far, of the process and whatever it started. */
    Duration cpu();

    /** Tells it to quit, and kills it with all that it started if it does not in this time. */
    void end(Duration patience);
}
