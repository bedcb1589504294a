package dev.wherry.internal.wire;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Whether a call that came in may run, and when it is to be interrupted. A lane uses one for all its calls. For any
 * thread.
 *
 * <pre>
 * begin --&gt; WAITING -- run --&gt; RUNNING -- done --&gt; DONE
 *              |                 |
 *              +-----------------+-- stopped, or its time is up: it is not run, or interrupted; its caller is told why
 * </pre>
 */
public final class ServedCallState {
    /** A shorter wait does not count. */
    private static final long SHORT_WAIT = TimeUnit.MILLISECONDS.toNanos(100);

    /** Exceptions of calls that are not run. In an overload many are alike, and a trace costs more than all else. */
    private static final class Alike {
        private volatile @Nullable CallException last;

        /** @param wait nanoseconds after which the call may be made again; 0: it should not be */
        CallException of(Code code, String message, long wait) {
            CallException known = last;
            if (known == null || known.code() != code || !message.equals(known.getMessage())) {
                known = new CallException(code, message).withOutcome(Outcome.NOT_RUN);
                last = known = wait == 0 ? known : Refusal.retryAfter(TimeUnit.NANOSECONDS.toMillis(wait), known);
            }
            return known;
        }
    }

    private static final Alike ALIKE = new Alike();

    private final SessionState session;
    private final Runnable interrupt;
    private long id;
    private long early;
    private long millis;
    private volatile long deadline;
    private long since;
    private boolean limited;
    private boolean kept;
    private boolean underWay;
    private boolean running;
    private boolean gentle;
    private String name = "?";
    private @Nullable CallException stopped;

    /** @param interrupt called under this object's lock, so that it reaches no call but the one that was meant */
    public ServedCallState(SessionState session, Runnable interrupt) {
        this.session = session;
        this.interrupt = interrupt;
    }

    /**
     * Begins the next call, before a Cancel of it can be received.
     *
     * @param millis that its caller waits; 0: without end
     * @param sent when its caller began to wait
     * @param now when all of it has been received, which may be much later
     */
    public synchronized void begin(long id, long millis, long sent, long now) {
        // It was meant for the call before, which had ended when it was received.
        stopped = null;
        this.id = id;
        this.millis = millis;
        limited = millis > 0;
        kept = false;
        underWay = true;
        since = now;
        deadline = sent + Math.min(TimeUnit.MILLISECONDS.toNanos(millis), Long.MAX_VALUE / 2);
    }

    /** Returns the deadline by the clock of {@link #begin}. It has no meaning for a call without a time limit. */
    public long deadline() {
        return deadline;
    }

    /** Returns the time until its deadline, for a thread that waits to run it. */
    public synchronized long nanosLeft(long now) {
        return limited ? deadline - now : Long.MAX_VALUE / 2;
    }

    /**
     * Returns why the call is not to be run, now that a thread is free for it. If more calls are received than can be run, all
     * of them would wait until just before their deadlines, and be answered too late. So a call that has waited for half of its
     * time is refused.
     *
     * @return why it is not to be run; null if it is
     */
    public synchronized @Nullable CallException unwanted(long now) {
        CallException why = given();
        long waited = now - since;
        if (why == null && limited && now - deadline > 0) {
            why = waitedTooLong();
        } else if (why == null && limited && waited > Math.max((deadline - since) / 2, SHORT_WAIT)) {
            why = ALIKE.of(
                    Code.REFUSED,
                    "The call was not run: it had waited here for " + TimeUnit.NANOSECONDS.toMillis(waited)
                            + " of the " + TimeUnit.NANOSECONDS.toMillis(deadline - since)
                            + " ms that its caller still waits, because more calls are received here than can be run. Make it"
                            + " again later",
                    waited);
        }
        return why == null ? null : why.withOutcome(Outcome.NOT_RUN);
    }

    /** Returns whether a call that waits may still run. If not, {@link #unwanted} and {@link #run} say why. */
    public synchronized boolean isWanted(long now) {
        CallException why = underWay && !running ? unwanted(now) : null;
        if (why != null) {
            stopped = why;
        }
        return why == null;
    }

    /** Stops a call that waits. */
    public synchronized void refuse(CallException why) {
        if (underWay && !running && stopped == null) {
            stopped = why;
        }
    }

    /** Why it was given up before it ran. */
    private @Nullable CallException given() {
        CallException why = stopped;
        stopped = null;
        if (why != null) {
            return why;
        }
        return early == id ? session.cancelled(Outcome.NOT_RUN) : session.hasEnded() ? session.notRun() : null;
    }

    /** Records that the call was accepted: the end of the session does not stop it. */
    public synchronized void keep() {
        kept = true;
    }

    /**
     * The method is about to run. Reading the clock here would slow down every call. If reading the arguments has taken longer
     * than the deadline allows, {@link #check} has noticed it, at the latest one tick of the watcher after the deadline.
     *
     * @param gentle whether it is never interrupted
     * @throws CallException if nobody waits for it any more
     */
    public synchronized void run(String name, boolean gentle) {
        this.name = name;
        this.gentle = gentle;
        CallException why = given();
        if (why == null && limited && since - deadline > 0) {
            why = waitedTooLong();
        }
        if (why != null) {
            throw why.withOutcome(Outcome.NOT_RUN);
        }
        running = true;
    }

    /** The method has ended, or will not run, and is interrupted no more; why it was stopped, null if it was not. */
    public synchronized @Nullable CallException done() {
        underWay = false;
        running = false;
        CallException why = stopped;
        stopped = null;
        return why == null ? null : why.withOutcome(Outcome.RAN);
    }

    /** Stops the call of this id, if it is this one and not done. The first reason counts. */
    public synchronized void stop(long which, CallException why) {
        if (which != id) {
            // A Cancel by main may overtake its call on a lane.
            early = Math.max(early, which);
            return;
        }
        if (stopped == null) {
            stopped = why;
        }
        if (running && !gentle) {
            interrupt.run();
        }
    }

    /** Stops whatever call this is. */
    public synchronized void stopAny(CallException why) {
        if (!kept) {
            stop(id, why);
        }
    }

    public synchronized boolean isRunning() {
        return running;
    }

    public synchronized boolean isStopped() {
        return stopped != null || session.hasEnded();
    }

    public synchronized boolean isGivenUp() {
        return running && stopped != null;
    }

    /** By the watcher: stops the call if its time is up. True until it is done. */
    public synchronized boolean check(long now) {
        if (underWay && limited && stopped == null && now - deadline > 0) {
            stop(
                    id,
                    running ? new CallException(Code.DEADLINE_EXCEEDED, overdue(name, "ran longer")) : waitedTooLong());
        }
        return underWay;
    }

    private CallException waitedTooLong() {
        return ALIKE.of(Code.DEADLINE_EXCEEDED, overdue("The call", "was not run: it waited here for longer"), 0);
    }

    private String overdue(String call, String what) {
        return call + " " + what + " than the " + millis + " ms that its caller waits. Another deadline is"
                + " set by CallOptions.timeout, @Timeout or EndpointOptions";
    }
}
