package dev.wherry.internal.wire;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.PeerEnd;
import dev.wherry.PeerEnd.Reason;
import dev.wherry.internal.invoke.InboundCall;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The state of a session, and the failures of calls at its end. For any thread.
 *
 * <pre>
 * OPEN -- CLOSING, sent by one side --&gt; DRAINING -- DRAINED, sent by both sides, or time is over --&gt; ENDED
 *   +------------- the main link breaks and is not replaced, or the peer breaks the protocol ----------^
 * </pre>
 *
 * While it is open, it may be without a link for a while: then what is sent waits for the next one.
 *
 * Each side sends DRAINED when its calls are done. The side that has sent CLOSING waits for the peer's, and ends the session.
 * While it drains, only calls begin that a running call may wait for. These are calls made within a call of the peer, and those of
 * a side that leaves as long as it serves calls.
 */
public final class SessionState {
    private final String peer;
    private volatile boolean leaving;
    private volatile boolean peerLeaves;
    /** Whether the peer has announced its end, and not only taken part in ours. */
    private volatile boolean peerCloses;

    private volatile BooleanSupplier serving = () -> false;
    private volatile boolean drained;
    private volatile boolean peerDrained;
    private Reason reason = Reason.DIED;
    private long endTime;
    /** Written after the other two. */
    private volatile @Nullable String ended;
    /** Why there is no link now; null: there is one. */
    private volatile @Nullable String linkLost;

    private volatile boolean linkRefused;

    /** @param peer in messages */
    public SessionState(String peer) {
        this.peer = peer;
    }

    /** The peer, in messages. */
    public String peer() {
        return peer;
    }

    public boolean isOpen() {
        return ended == null && !leaving && !peerLeaves;
    }

    /** Returns whether the calling thread may begin a call: the session is open, or drains and a call that runs may need this one. */
    public boolean isUsable() {
        return ended == null && ((!leaving && !peerLeaves) || isNeeded());
    }

    public boolean hasEnded() {
        return ended != null;
    }

    /** Whether there is no link now. */
    public boolean isLinkLost() {
        return linkLost != null;
    }

    /** Records that there is no link until {@link #findLink}. */
    public void loseLink(String why) {
        linkLost = why;
    }

    public void findLink() {
        linkLost = null;
        linkRefused = false;
    }

    /** Records that nobody listens where another link was to be opened. */
    public void refuseLink() {
        linkRefused = true;
    }

    /** Returns whether there is no link, and nobody listens where another one was to be opened. */
    public boolean isLinkRefused() {
        return linkRefused && isLinkLost();
    }

    /** Returns why there is no link. */
    public String lostBecause() {
        return String.valueOf(linkLost);
    }

    /**
     * Sets what a side that leaves may still call for.
     *
     * @param serving whether calls run at this side
     */
    public void callsWhile(BooleanSupplier serving) {
        this.serving = serving;
    }

    /** This side wants the end. */
    public void leave() {
        leaving = true;
    }

    /**
     * The peer wants the end, or takes part in ours.
     *
     * @param drained whether all its calls are done, and it makes no more
     */
    public void peerLeaves(boolean drained) {
        peerLeaves = true;
        if (drained) {
            peerDrained = true;
        } else {
            peerCloses = true;
        }
    }

    /** Whether it is the peer that wants the end. */
    public boolean isPeerLeaving() {
        return peerLeaves && !leaving;
    }

    public boolean isPeerDrained() {
        return peerDrained;
    }

    /** Whether the peer waits for the DRAINED of this side. */
    public boolean isDraining() {
        return (leaving || peerLeaves) && !drained;
    }

    /** Records that all calls of this side are done. Called by the watcher. */
    public void drained() {
        drained = true;
    }

    /** Whether it is for the peer alone to end it. */
    public boolean awaitsPeer() {
        return drained && !leaving;
    }

    /**
     * Ends the session. Returns false if it has ended before.
     *
     * @param time in milliseconds since 1970
     */
    public synchronized boolean end(Reason reason, String why, long time) {
        if (ended != null) {
            return false;
        }
        this.reason = announced(reason);
        endTime = time;
        ended = why;
        return true;
    }

    /** Returns the reason of an end that the peer has announced, or consented to: then it just closes the link. */
    private Reason announced(Reason reason) {
        return peerLeaves && (reason == Reason.DIED || reason == Reason.EXPIRED)
                ? leaving ? Reason.CLOSED : Reason.LEFT
                : reason;
    }

    /** Returns how it has ended; null before the end. */
    public @Nullable PeerEnd end() {
        String why = ended;
        return why == null ? null : new PeerEnd(reason, why, Instant.ofEpochMilli(endTime));
    }

    /** Returns why it has ended; null before the end. */
    public @Nullable String ended() {
        return ended;
    }

    /** @throws CallException {@link Code#UNAVAILABLE} to a call that has not begun, unless it may begin */
    public void checkOpen() {
        if (ended != null) {
            throw notSent();
        }
        if ((leaving || peerLeaves) && !isNeeded()) {
            throw new CallException(
                    Code.UNAVAILABLE,
                    (leaving ? "This endpoint is closing" : peer + " is closing")
                            + "; calls not yet begun were not run and may be made elsewhere");
        }
    }

    /** @throws CallException {@link Code#UNAVAILABLE} to a call that would have to wait for a link */
    public void checkLink() {
        if (linkLost != null) {
            throw new CallException(
                    Code.UNAVAILABLE,
                    "The call was not made, since the connection to " + peer + " is broken for now (failFast): "
                            + linkLost);
        }
    }

    /** Returns whether a call that runs may wait for what this thread calls. If both sides leave, each would wait for the other. */
    private boolean isNeeded() {
        InboundCall current = InboundCall.current();
        return (current != null && current.isServedBy(this)) || (leaving && !peerCloses && serving.getAsBoolean());
    }

    /** Returns the failure of a call that was not sent when the session ended. */
    public CallException notSent() {
        return new CallException(
                Code.UNAVAILABLE,
                "The call was not made, since the connection to " + peer + " had ended: " + ended
                        + "; look it up again");
    }

    /** Returns the failure of a call that was received and not yet run when the session ended. */
    CallException notRun() {
        return new CallException(Code.UNAVAILABLE, "The call was not run, since its connection had ended: " + ended)
                .withOutcome(Outcome.NOT_RUN);
    }

    /** Returns the failure of a call that was sent when the session ended. It has its caller's stack trace. */
    public CallException lost() {
        return new CallException(
                Code.UNKNOWN_OUTCOME,
                "The connection to " + peer + " ended while the call was out, and it may or may not have run: "
                        + ended);
    }

    public CallException cancelled(Outcome outcome) {
        return new CallException(Code.CANCELLED, "The call to " + peer + " was cancelled").withOutcome(outcome);
    }
}
