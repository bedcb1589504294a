package dev.wherry.dds.engine;

import dev.wherry.text.Throttle;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The log of this module. What peers cause is limited to some lines in a second. */
public final class DdsLog {
    public static final System.Logger LOG = System.getLogger("dev.wherry.dds");

    private static final Throttle OF_PEERS = new Throttle(10, TimeUnit.SECONDS.toNanos(1));

    private DdsLog() {}

    /** Logs what a peer has caused. */
    public static void ofPeer(Level level, Supplier<String> text, @Nullable Throwable cause) {
        if (LOG.isLoggable(level)) {
            long silent = OF_PEERS.next(System.nanoTime());
            if (silent >= 0) {
                LOG.log(level, text.get() + Throttle.more(silent), cause);
            }
        }
    }
}
