package dev.wherry.internal.session;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.internal.events.Log;
import dev.wherry.internal.loop.Backoff;
import org.jspecify.annotations.Nullable;

/**
 * The steps at the end of a session. Every step is taken, even if others fail. If one fails, for example because there is no
 * memory, the watcher repeats all of them until none fails. Until then the engine keeps the session.
 */
final class SessionEnd {
    /** Made with the class: an enum whose first use finds no memory cannot be used ever again. */
    private static final Step[] STEPS = Step.values();

    private final Session session;
    private final Session.Owner owner;
    private volatile boolean done;
    /** Used by the watcher: a step that fails each time, as for a class that cannot be loaded, is repeated less and less often. */
    private final Backoff endings = new Backoff();

    SessionEnd(Session session, Session.Owner owner) {
        this.session = session;
        this.owner = owner;
    }

    /** Whether every step is done. */
    boolean isDone() {
        return done;
    }

    /** Takes all steps. Called by the thread that has ended the session. Only here a failure is logged, since it may repeat. */
    void begin() {
        Throwable failed = takeAll();
        if (failed != null) {
            Log.goingOn("A session could not be ended as a whole, which is tried again", failed);
        }
    }

    /** Repeats the steps if needed. Called by the watcher. Returns whether to check again. */
    boolean check(long now) {
        if (endings.isDue(now) && !done) {
            takeAll();
        }
        return !done;
    }

    private @Nullable Throwable takeAll() {
        Throwable failed = null;
        for (Step step : STEPS) {
            try {
                take(step);
            } catch (Throwable e) {
                failed = e;
            }
        }
        if (failed == null) {
            done = true;
            owner.gone(session);
        }
        return failed;
    }

    /** Each may be repeated. */
    private enum Step {
        NO_NEW_CALLS,
        MAIN,
        LANES,
        OUTGOING_CALLS,
        INCOMING_CALLS,
        EXPORTS,
        EXTENSION,
        PINGS,
        LISTENERS
    }

    private void take(Step step) {
        switch (step) {
            case NO_NEW_CALLS -> owner.ended(session);
            case MAIN -> session.main().close();
            case LANES -> session.lanes().close();
            case OUTGOING_CALLS -> session.outgoingCalls().endAll();
            case INCOMING_CALLS ->
                session.servedCalls()
                        .stopAll(new CallException(
                                Code.CANCELLED,
                                "The caller's connection has ended: "
                                        + session.state().ended()));
            case EXPORTS -> {
                session.exports().close();
                session.inbound().close();
            }
            case EXTENSION -> session.extension().end();
            case PINGS -> session.peer().endPings();
            case LISTENERS -> session.peer().notifyListeners();
        }
    }
}
