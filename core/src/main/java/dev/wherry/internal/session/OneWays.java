package dev.wherry.internal.session;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.CallException;
import dev.wherry.internal.wire.Credits;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.SessionState;
import dev.wherry.spi.CodecException;
import dev.wherry.text.OneLine;
import dev.wherry.text.Throttle;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Reports how many of the peer's one-way calls are done, to the peer, and their failures to the log. */
final class OneWays {
    /** Nobody waits for a one-way call, so nothing slows down a sender of calls that fail. */
    private static final Throttle FAILURES = new Throttle(10, TimeUnit.SECONDS.toNanos(1));

    private final MainLink main;
    private final SessionState state;
    private final Credits credits = new Credits();

    OneWays(MainLink main, SessionState state) {
        this.main = main;
        this.state = state;
    }

    void begin() {
        credits.begin();
    }

    /** @param answered see {@link Credits#done} */
    void done(boolean answered) {
        int count = credits.done(answered);
        if (count > 0 && !state.hasEnded()) {
            main.sendCount(Frame.CREDIT, 0, count);
        }
    }

    /** Counts and logs a call for which there is no capacity. Called by main's reader. */
    void refused(String over) {
        warn("A one-way call by " + state.peer() + " was not run: " + over, null);
        main.checkPeerReads();
        begin();
        done(false);
    }

    /** @param failed null: it has not failed */
    void failed(ServedCall call, @Nullable Throwable failed) {
        if (failed != null) {
            warn("A one-way call of " + call.target() + " by " + state.peer() + " failed", failed);
        }
    }

    private static void warn(String what, @Nullable Throwable failed) {
        long silent = FAILURES.next(System.nanoTime());
        if (silent >= 0) {
            if (failed instanceof CallException || failed instanceof CodecException) {
                // The message of a refusal says all; a stack trace within Wherry adds nothing.
                String why = OneLine.whole(String.valueOf(failed.getMessage()));
                LOG.log(Level.WARNING, what + ": " + why + Throttle.more(silent));
            } else {
                LOG.log(Level.WARNING, what + Throttle.more(silent), failed);
            }
        }
    }
}
