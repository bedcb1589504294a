package dev.wherry.internal.events;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Identity;
import dev.wherry.internal.invoke.InboundCall;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.text.OneLine;
import dev.wherry.text.Throttle;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Records who has called what, in the log {@code dev.wherry.audit} and in the flight recorder. Refusals are logged at level INFO, of
 * many in one second the first twenty; served calls at level DEBUG. A record never has arguments, results, messages of exceptions or tokens.
 */
public final class Audit {
    private static final Log LOG = new Log(System.getLogger("dev.wherry.audit"));
    private static final Throttle REFUSALS = new Throttle(20, TimeUnit.SECONDS.toNanos(1));

    private Audit() {}

    /**
     * @param method null if it was not found
     * @param failed null if the call has a result
     */
    static void call(InboundCall call, @Nullable RemoteMethod method, @Nullable Throwable failed) {
        boolean refused = !call.ran() && isRefusal(failed);
        Level level = refused ? Level.INFO : Level.DEBUG;
        if (!LOG.isLoggable(level) && !(refused && Events.isRecording())) {
            return;
        }
        String outcome = failed == null
                ? "OK"
                : failed instanceof CallException ours
                        ? ours.code().name()
                        : failed.getClass().getName();
        record(
                refused,
                call.identity(),
                call.target(),
                method == null
                        ? "?"
                        : method.owner().type().getName() + "."
                                + method.method().getName(),
                outcome);
    }

    private static boolean isRefusal(@Nullable Throwable failed) {
        return failed instanceof CallException ours
                && (ours.code() == Code.REFUSED || ours.code() == Code.UNAUTHENTICATED);
    }

    /** @param outcome such as ACCEPTED */
    public static void code(Identity from, String workspace, String hash, String outcome) {
        record(!outcome.equals("ACCEPTED"), from, workspace, "code " + hash, outcome);
    }

    static void connection(Identity peer, String reason) {
        record(true, peer, "connection", reason, "REFUSED");
    }

    private static void record(boolean refused, Identity identity, String target, String method, String outcome) {
        long silent = refused ? REFUSALS.next(System.nanoTime()) : 0;
        if (silent >= 0) {
            LOG.log(
                    refused ? Level.INFO : Level.DEBUG,
                    OneLine.whole(outcome + " identity=" + identity.kind() + ":" + identity + " target=" + target
                                    + " method=" + method)
                            + Throttle.more(silent));
        }
        if (Events.isRecording()) {
            FlightEvents.audit(identity.kind() + ":" + identity, target, method, outcome);
        }
    }
}
