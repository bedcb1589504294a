package dev.wherry.http.rest;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Identity;
import dev.wherry.internal.events.Audit;
import java.lang.reflect.Method;

/** Records the refusals of connections and listings in the audit. */
final class Refusals {
    private Refusals() {}

    /** Reports a request that was refused with a status. Others than 403 are mistakes of the request. */
    static void request(HttpRequest request, HttpError why) {
        if (why.status() == 403) {
            Audit.record(true, request.peer(), RequestPeers.of(request), "connection", "HTTP", "REFUSED");
        }
    }

    /** Reports a listing that was refused. */
    static void listing(Identity link, Identity caller, Method listing, RuntimeException why) {
        if (why instanceof CallException call && (call.code() == Code.REFUSED || call.code() == Code.UNAUTHENTICATED)) {
            Audit.record(
                    true,
                    link,
                    caller,
                    Listings.TARGET,
                    listing.getName(),
                    call.code().name());
        }
    }
}
