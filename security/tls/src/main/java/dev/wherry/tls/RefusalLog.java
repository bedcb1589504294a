package dev.wherry.tls;

import dev.wherry.Identity;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;

/** Logs handshakes that failed at a server, at most ten lines a second, whatever clients do. */
final class RefusalLog {
    private static final System.Logger LOG = System.getLogger("dev.wherry.tls");
    private static final int MOST = 10;
    private static final long STRETCH = TimeUnit.SECONDS.toNanos(1);

    private static long since = System.nanoTime();
    private static int logged;
    private static long silent;

    private RefusalLog() {}

    /** Logs why a client was refused. One that has only left is reported at level debug. */
    static void refused(Identity client, IOException why) {
        Level level = why instanceof TlsException ? Level.INFO : Level.DEBUG;
        if (!LOG.isLoggable(level)) {
            return;
        }
        long before = next();
        if (before >= 0) {
            String more = before == 0 ? "" : " (and " + before + " more since the last such line)";
            LOG.log(level, "Closed the connection of {0}: {1}{2}", client, why.getMessage(), more);
        }
    }

    /** Returns how many lines were left out since the last one; -1 if this one is. */
    private static synchronized long next() {
        long now = System.nanoTime();
        if (now - since >= STRETCH) {
            since = now;
            logged = 0;
        }
        if (logged == MOST) {
            silent++;
            return -1;
        }
        logged++;
        long before = silent;
        silent = 0;
        return before;
    }
}
