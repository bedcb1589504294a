package dev.wherry.internal.session;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** What sessions have to tell. A class of its own, since finding the JVM's loggers takes longer than a call. */
final class Log {
    static final Logger LOG = System.getLogger("dev.wherry.session");

    private Log() {}

    /** Of a failure that a thread which serves many outlives, whatever it is. */
    static void goingOn(String what, Throwable failed) {
        try {
            LOG.log(Level.ERROR, what + "; going on", failed);
        } catch (RuntimeException | Error again) {
            failed.addSuppressed(again); // nobody can be told: there is no memory even to log
        }
    }
}
