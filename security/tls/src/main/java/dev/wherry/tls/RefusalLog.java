package dev.wherry.tls;

import dev.wherry.Identity;
import dev.wherry.text.Throttle;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;

/** Logs handshakes that failed at a server, at most ten lines a second, whatever clients do. */
final class RefusalLog {
    private static final System.Logger LOG = System.getLogger("dev.wherry.tls");
    private static final Throttle LINES = new Throttle(10, TimeUnit.SECONDS.toNanos(1));

    private RefusalLog() {}

    /** Logs why a client was refused. One that has only left is reported at level debug. */
    static void refused(Identity client, IOException why) {
        Level level = why instanceof TlsException ? Level.INFO : Level.DEBUG;
        if (!LOG.isLoggable(level)) {
            return;
        }
        long silent = LINES.next(System.nanoTime());
        if (silent >= 0) {
            LOG.log(level, "Closed the connection of {0}: {1}{2}", client, why.getMessage(), Throttle.more(silent));
        }
    }
}
