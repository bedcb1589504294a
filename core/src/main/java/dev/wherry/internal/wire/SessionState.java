package dev.wherry.internal.wire;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * How far a session's life has come, and what calls that meet its end are told. For any thread.
 *
 * <pre>
 * OPEN -- CLOSING, said here or there --&gt; DRAINING -- DRAINED, said here and there, or time is up --&gt; ENDED
 *   +------------- the main link breaks, or the peer breaks the protocol ------------------------------^
 * </pre>
 *
 * Each side says DRAINED when its own calls are done, and whoever has said CLOSING waits for the peer's and ends it.
 */
public final class SessionState {
    private final String peer;
    private volatile boolean leaving;
    private volatile boolean peerLeaves;
    private volatile boolean drained;
    private volatile boolean peerDrained;
    private volatile @Nullable String ended;

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

    public boolean hasEnded() {
        return ended != null;
    }

    /** This side wants the end. */
    public void leave() {
        leaving = true;
    }

    /**
     * The peer wants the end, or takes part in ours.
     *
     * @param drained whether no call of its is out, nor will be
     */
    public void peerLeaves(boolean drained) {
        peerLeaves = true;
        if (drained) {
            peerDrained = true;
        }
    }

    public boolean isPeerDrained() {
        return peerDrained;
    }

    /** Whether the peer waits to hear that our calls are done. */
    public boolean isDraining() {
        return (leaving || peerLeaves) && !drained;
    }

    /** By the watcher: no call of ours is out, nor will be. */
    public void drained() {
        drained = true;
    }

    /** Whether it is for the peer alone to end it. */
    public boolean awaitsPeer() {
        return drained && !leaving;
    }

    /** True for the one who ends it. */
    public synchronized boolean end(String why) {
        if (ended != null) {
            return false;
        }
        ended = why;
        return true;
    }

    /** Why; null before the end. */
    public @Nullable String ended() {
        return ended;
    }

    /** @throws CallException {@link Code#UNAVAILABLE} to a call that has not begun, unless the session is open */
    public void checkOpen() {
        if (ended != null) {
            throw notSent();
        }
        if (leaving || peerLeaves) {
            throw new CallException(
                    Code.UNAVAILABLE,
                    (leaving ? "This endpoint is closing" : peer + " is closing")
                            + "; calls not yet begun were not run and may be made elsewhere");
        }
    }

    /** What a call gets that had not left when the session ended. */
    public CallException notSent() {
        return new CallException(
                Code.UNAVAILABLE,
                "The call was not made, since the connection to " + peer + " had ended: " + ended
                        + "; look it up again");
    }

    /** What a call gets that was out when the session ended; each one of its own, since it carries its caller's trace. */
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
