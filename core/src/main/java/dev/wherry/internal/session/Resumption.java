package dev.wherry.internal.session;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Identity;
import dev.wherry.PeerEnd.Reason;
import dev.wherry.internal.wire.Id128;
import dev.wherry.internal.wire.ProtocolException;
import dev.wherry.internal.wire.SessionState;
import dev.wherry.spi.Link;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A session between two links: it waits for another one, which the side that has connected opens. Then main goes on where it was. For
 * any thread.
 */
public final class Resumption {
    /**
     * A peer that lives connects again within milliseconds once a link was closed. After so long its calls are stopped, and a peer on
     * the same host is gone.
     */
    static final long GRACE = TimeUnit.SECONDS.toNanos(2);

    private final Session session;
    private final SessionState state;
    private final MainLink main;
    private final Session.Owner owner;
    private final Id128 peer;
    private final long window;
    /** Held while a link is opened: one at a time. */
    private final Object opening = new Object();

    // Guarded by this.
    private long since;
    /** How much had been carried when the last link failed, and how many links in a row have carried nothing. */
    private long carried;

    private int useless = -1;
    /** Whether the methods that run for the peer are left alone: after a silence, and once they were stopped. */
    private boolean leftAlone;

    /**
     * @param peer the id of the peer's endpoint
     * @param window how long the session waits; 0: it ends with its link
     */
    Resumption(Session session, Session.Owner owner, Id128 peer, Duration window) {
        this.session = session;
        state = session.state();
        main = session.main();
        this.owner = owner;
        this.peer = peer;
        this.window = TimeUnit.NANOSECONDS.convert(window);
    }

    /** Returns the id of the endpoint that the session was opened with. */
    public Id128 peer() {
        return peer;
    }

    /**
     * A link has failed. Returns false if it was the present one, and the session does not wait for another one.
     *
     * @param link that has failed
     * @param silent whether nothing was received for too long: then the network may have failed, and the peer may live
     */
    @SuppressWarnings("ReferenceEquality") // the question is whether this very link is the present one
    boolean lose(Link link, String why, boolean silent) {
        synchronized (this) {
            if (link != main.link()) {
                return true; // there is another one already
            }
            // A session that is to end is not resumed: the side that closes it closes the link.
            if (window == 0 || !state.isOpen()) {
                return false;
            }
            if (state.isLinkLost()) {
                return true;
            }
            since = System.nanoTime();
            long now = main.carried();
            useless = now == carried ? useless + 1 : 0;
            carried = now;
            leftAlone = silent;
            state.loseLink(why);
            main.leaveLink();
        }
        LOG.log(Level.DEBUG, "The link to {0} has failed, and another one is awaited: {1}", state.peer(), why);
        session.lanes().closeAll();
        session.servedCalls().closeLanes();
        owner.lost(session);
        return true;
    }

    /** Has a link read. */
    public interface Opening {
        void read() throws IOException;
    }

    /** Agrees with the peer on where both sides go on. At most one thread does so at a time. */
    public interface Agreement {
        /**
         * @param position up to which this side has received everything
         * @return up to which the peer has
         */
        long reach(long position) throws IOException;
    }

    /** Begins to use the first link, unless another one has followed by now. */
    @SuppressWarnings("ReferenceEquality") // as above
    public void begin(Link link, Opening by) {
        synchronized (opening) {
            if (link == main.link()) {
                open(link, by, 0);
            }
        }
    }

    /**
     * Goes on with another link, and leaves the present one if there still is one.
     *
     * @param link over which both sides have agreed to go on
     * @return false if the session has ended, or is about to
     */
    public boolean resume(Link link, Agreement agreement, Opening by) throws IOException {
        synchronized (opening) {
            if (!lose(main.link(), "another link was opened", false)) {
                return false;
            }
            long received = main.awaitIdle();
            long position = agreement.reach(received);
            synchronized (this) {
                main.goOn(link, received);
                state.findLink();
                notifyAll();
            }
            open(link, by, position);
            LOG.log(Level.DEBUG, "The session with {0} goes on with another link", state.peer());
        }
        if (state.hasEnded()) { // meanwhile: then nobody else closes this link
            main.close();
        }
        return true;
    }

    private void open(Link link, Opening by, long position) {
        try {
            by.read();
            main.open(position);
        } catch (ProtocolException e) {
            main.refuse(e.goAway());
        } catch (IOException | RuntimeException | Error e) {
            main.broken(link, e);
        }
    }

    /** Checks the time. Called by the watcher. Returns whether the session waits for a link. */
    boolean check(long now) {
        boolean local = isLocal();
        boolean over;
        boolean stops;
        synchronized (this) {
            if (!state.isLinkLost()) {
                return false;
            }
            over = now - since > (local ? Math.min(GRACE, window) : window);
            stops = !leftAlone && now - since > GRACE;
            leftAlone |= stops;
        }
        if (over) {
            session.die(local ? Reason.DIED : Reason.EXPIRED, state.lostBecause() + "; no other link came in time");
        } else if (stops) {
            session.servedCalls()
                    .stopRunning(new CallException(
                            Code.UNKNOWN_OUTCOME,
                            "The method was interrupted, since the caller's connection broke: " + state.lostBecause()));
        }
        return true;
    }

    /** Whether nothing but the end of the peer's process breaks a link. */
    public boolean isLocal() {
        return !main.link().peer().attributes().containsKey(Identity.IP);
    }

    /** Returns whether it still makes sense to look for the peer if nobody listens at its address. */
    public synchronized boolean isFresh() {
        return state.isLinkLost() && System.nanoTime() - since < (isLocal() ? 0 : GRACE);
    }

    /** Waits before the next attempt to connect. Returns whether there is to be one. */
    public synchronized boolean pause(long nanos) throws InterruptedException {
        long until = System.nanoTime() + nanos;
        for (long left = nanos; left > 0 && awaitsLink(); left = until - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return awaitsLink();
    }

    private boolean awaitsLink() {
        return state.isLinkLost() && !state.hasEnded();
    }

    /** Returns how many of the last links failed before they carried anything. */
    public synchronized int useless() {
        return useless;
    }

    /** Returns when the link failed. */
    public synchronized long since() {
        return since;
    }

    /** Ends the session if it has no link. Returns false if it has one. */
    boolean endsIfLost() {
        boolean lost = state.isLinkLost();
        if (lost) {
            session.die(Reason.CLOSED, "it was closed here while it waited for another link");
        }
        return lost;
    }

    /** Ends a pause: the session has ended. */
    synchronized void end() {
        notifyAll();
    }
}
