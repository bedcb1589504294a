package dev.wherry.internal.session;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.CallOptions;
import dev.wherry.internal.invoke.RemoteMethod;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of one call of a bound name. A call that was surely not run, since its session had ended, is made again; an
 * {@code @Idempotent} one also if its outcome is unknown. For one thread at a time.
 */
final class Attempts implements AsyncCall.Repetition {
    private static final int MOST = 4;

    private final Route route;
    private final RemoteMethod method;
    private final CallOptions options;
    private final long until;
    private int made;
    private boolean lookedUp;
    private @Nullable CallException unknown;

    /** @param until the end of the call, by the caller's clock */
    Attempts(Route route, RemoteMethod method, CallOptions options, long until) {
        this.route = route;
        this.method = method;
        this.options = options;
        this.until = until;
    }

    @Override
    public @Nullable RemoteReference known() {
        return route.known();
    }

    /** Returns the object of the name in a session that is open; see {@link Route#at}. */
    @Override
    public RemoteReference find(CallOptions options) {
        return route.at(options, until);
    }

    @Override
    public CallOptions afterFailure(@Nullable RemoteReference to, CallException failure) {
        made++;
        if (failure.outcome() == Outcome.UNKNOWN) {
            unknown = failure;
        }
        long left = until - System.nanoTime();
        if (to == null || made == MOST || left <= 0 || !mayRepeat(to, failure)) {
            throw ofAll(failure);
        }
        return options.toBuilder().timeout(Duration.ofNanos(left)).build();
    }

    private boolean mayRepeat(RemoteReference to, CallException failure) {
        if (failure.outcome() == Outcome.NOT_RUN) {
            return switch (failure.code()) {
                case UNAVAILABLE -> !to.isUsable();
                case NOT_FOUND -> failure.remoteClass() == null && looksUpAgain(to);
                default -> false;
            };
        }
        return failure.code() == Code.UNKNOWN_OUTCOME && method.idempotent();
    }

    /** Something else may be bound to the name by now. */
    private boolean looksUpAgain(RemoteReference stale) {
        boolean first = !lookedUp;
        lookedUp = true;
        if (first) {
            route.forget(stale);
        }
        return first;
    }

    /** An attempt that was not run does not make it known whether an earlier one was. */
    private CallException ofAll(CallException last) {
        CallException earlier = unknown;
        if (earlier == null || last.outcome() != Outcome.NOT_RUN) {
            return last;
        }
        earlier.addSuppressed(last);
        return earlier;
    }
}
