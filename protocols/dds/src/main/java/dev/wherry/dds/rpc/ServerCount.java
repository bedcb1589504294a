package dev.wherry.dds.rpc;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.dds.engine.DdsLog;
import dev.wherry.dds.engine.Reader;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Refuses calls while several servers have a name of which one is expected, as each would run every call. For any thread. */
final class ServerCount {
    /** After which two servers are two: one that was killed is given up before, by the default lease. */
    static final long SEVERAL = TimeUnit.SECONDS.toNanos(3);

    private final String description;
    private final Reader replies;
    private final boolean maySeveral;

    /** Null if there are not several. */
    private final AtomicReference<@Nullable Several> several = new AtomicReference<>();

    /** @param isReported whether it was logged */
    private record Several(long since, boolean isReported) {}

    /**
     * @param description of the service, for messages
     * @param replies of the servers
     * @param maySeveral whether several are expected, as they are replicated or the replies have one owner
     */
    ServerCount(String description, Reader replies, boolean maySeveral) {
        this.description = description;
        this.replies = replies;
        this.maySeveral = maySeveral;
    }

    /** Returns whether there are not more servers at this moment than may be. */
    boolean isAllowed() {
        return maySeveral || replies.matched() <= 1;
    }

    /** Called with the number of servers when it has changed. */
    void changed(int servers) {
        if (maySeveral || servers <= 1) {
            several.set(null);
        } else {
            several.compareAndSet(null, new Several(System.nanoTime(), false));
        }
    }

    /** @throws CallException REFUSED if there have been several servers for a while */
    void check() {
        Several now = several.get();
        if (now != null && System.nanoTime() - now.since > SEVERAL) {
            CallException refusal = refusal();
            if (!now.isReported && several.compareAndSet(now, new Several(now.since, true))) {
                DdsLog.LOG.log(Level.WARNING, refusal.getMessage());
            }
            throw refusal;
        }
    }

    /** Returns the refusal of a call, or of a search. */
    CallException refusal() {
        return new CallException(
                        Code.REFUSED,
                        "Several servers of " + description + " were found, and each would run every call. Stop all but"
                                + " one, or set 'replication' in the options of all servers and clients")
                .withOutcome(Outcome.NOT_RUN);
    }
}
