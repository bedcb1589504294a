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

    /** Changes whenever something changes that the figures of a system's servers could depend on. */
    @Timeout(millis = 600_000)
    String fingerprint(String system) throws IOException;

    /** Changes whenever something changes in the code of the lab that starts them. */
    String fingerprintOfTheLab() throws IOException;

    /** The flags that each virtual machine has from the environment there, by the variable that has them. */
    String inheritedFlags();

    /** Whether servers can be had: not where the lab there is ending. */
    boolean isOpen();

    /** Starts a server of a system that was prepared. */
    Child serve(String system) throws IOException, InterruptedException;
}
