package dev.wherry.lab.site;

import dev.wherry.Blocking;
import dev.wherry.lab.plan.LabException;

/** What the agent of another host is asked first; bound as {@value #NAME}. */
@Blocking
interface Agency {
    String NAME = "lab";

    /**
     * A site there for one run, until its connection ends.
     *
     * @param token which proves that the caller may
     * @param host the address of that host by which it was reached, and at which its servers are to listen
     * @param hasty whether figures mean nothing
     * @throws LabException if the token is another, or while somebody else measures there
     */
    Site enter(String token, String host, boolean hasty) throws LabException, InterruptedException;
}
