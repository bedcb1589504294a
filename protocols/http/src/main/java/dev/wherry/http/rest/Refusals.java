package dev.wherry.http.rest;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Identity;
import dev.wherry.text.OneLine;
import dev.wherry.text.Throttle;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.reflect.Method;
import java.util.concurrent.TimeUnit;

/** Logs the refusals that are not those of a call, in the form in which the endpoint logs its own. For any thread. */
final class Refusals {
    private static final Logger LOG = System.getLogger("dev.wherry.audit");

    private final Throttle logged = new Throttle(20, TimeUnit.SECONDS.toNanos(1));

    /** Reports a request that was refused with a status. Others than 403 are mistakes of the request. */
    void request(HttpRequest request, HttpError why) {
        if (why.status() == 403) {
            log("REFUSED", request.peer(), "connection", "HTTP");
        }
    }

    /** Reports a listing that was refused. */
    void listing(Identity caller, Method listing, RuntimeException why) {
        if (why instanceof CallException call && (call.code() == Code.REFUSED || call.code() == Code.UNAUTHENTICATED)) {
            log(call.code().name(), caller, Listings.TARGET, listing.getName());
        }
    }

    private void log(String outcome, Identity identity, String target, String method) {
        long silent = LOG.isLoggable(Level.INFO) ? logged.next(System.nanoTime()) : -1;
        if (silent >= 0) {
            LOG.log(
                    Level.INFO,
                    OneLine.whole(outcome + " identity=" + identity.kind() + ":" + identity + " target=" + target
                                    + " method=" + method)
                            + Throttle.more(silent));
        }
    }
}
