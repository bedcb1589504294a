package dev.wherry.internal.endpoint;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.CallException;
import dev.wherry.PeerEnd;
import dev.wherry.internal.session.Resumption;
import dev.wherry.internal.session.Session;
import dev.wherry.internal.wire.GoAway;
import dev.wherry.internal.wire.ProtocolException;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Link;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.ConnectException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Opens another link for a session whose link has failed. Tries again after pauses of random length, which become longer. Ends the
 * session if the peer does not know it any more, or if nobody listens at its address.
 */
record Redial(Connector connector, Session session, Resumption resumption) implements Runnable {
    /** How long connecting may take, and the answer after it: a network that drops everything refuses nothing. */
    static final Duration ATTEMPT = Duration.ofSeconds(3);

    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(10);
    private static final int MOST_DOUBLED = 5;

    @Override
    public void run() {
        int failed = resumption.useless();
        try {
            boolean goesOn = failed == 0 || pause(failed);
            while (goesOn && !isConnected()) {
                goesOn = pause(++failed);
            }
        } catch (InterruptedException e) {
            session.die(PeerEnd.Reason.CLOSED, "the thread that connects again was interrupted");
        } catch (RuntimeException | Error e) {
            session.die(PeerEnd.Reason.CLOSED, "another link could not be opened: " + e);
            throw e;
        }
    }

    private boolean pause(int failed) throws InterruptedException {
        long most = FIRST_PAUSE << Math.min(failed - 1, MOST_DOUBLED);
        return resumption.pause(ThreadLocalRandom.current().nextLong(most));
    }

    /** Makes one attempt. Returns true if the session has a link again, or has ended. */
    private boolean isConnected() {
        String why = session.state().lostBecause();
        Link link;
        try {
            link = connector.connect(session, ATTEMPT);
        } catch (IOException e) {
            if ((resumption.isLocal() || e instanceof ConnectException) && !resumption.isFresh()) {
                session.die(PeerEnd.Reason.DIED, why + "; nobody listens at its address any more: " + e.getMessage());
                return true;
            }
            if (e instanceof ConnectException) {
                session.state().refuseLink();
            }
            return false;
        }
        try {
            connector.resume(session, link);
            return true;
        } catch (CallException e) {
            return isRefused(why, e);
        } catch (ProtocolException | CodecException e) {
            session.die(PeerEnd.Reason.REFUSED, why + "; no link of it was opened instead: " + e.getMessage());
            return true;
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "Another link to " + session.name() + " has failed at its beginning", e);
            return false;
        }
    }

    /** Ends the session, unless the peer only has too many connections now. */
    private boolean isRefused(String why, CallException e) {
        GoAway refusal = e.getCause() instanceof ProtocolException known ? known.goAway() : null;
        if (refusal != null && refusal.reason() == GoAway.Reason.LIMIT) {
            return false;
        }
        session.die(refusal == null ? PeerEnd.Reason.REFUSED : refusal.end(), why + "; " + e.getMessage());
        return true;
    }
}
