package dev.wherry.lab.site;

import dev.wherry.Blocking;
import dev.wherry.ByReference;
import dev.wherry.Timeout;
import dev.wherry.lab.results.Machine;
import java.io.IOException;

/** Where servers run: this host, or, as Wherry's stub of a site, another one. What was started there ends with it. */
@ByReference
@Blocking
public interface Site {
    /** What machine it is. */
    Machine machine() throws IOException, InterruptedException;

    /**
     * Prepares a system for use, which may take minutes the first time.
     *
     * @throws IOException where it cannot be had; the message says why
     */
    @Timeout(millis = 1_800_000)
    void prepare(String system) throws IOException, InterruptedException;

    /** Starts a server of a system that was prepared. */
    Child serve(String system) throws IOException, InterruptedException;
}
