package dev.wherry.internal.protocol;

import dev.wherry.RemoteException;
import dev.wherry.RemoteException.Code;
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
public final class ServedState {
    private final SessionState session;
    private final Runnable interrupt;
    private long id;
    private long early;
    private long millis;
    private volatile long deadline;
    private boolean limited;
    private boolean running;
    private boolean gentle;
    private String name = "?";
    private @Nullable RemoteException stopped;

    /** @param interrupt called under this object's lock, so that it reaches no call but the one that was meant */
    public ServedState(SessionState session, Runnable interrupt) {
        this.session = session;
        this.interrupt = interrupt;
    }

    /**
     * The next call; to be told before any Cancel can come for it.
     *
     * @param millis that its caller waits; 0: without end
     */
    public synchronized void begin(long id, long millis, long now) {
        // A stop of the call before, which came too late to meet it.
        stopped = null;
        this.id = id;
        this.millis = millis;
        limited = millis > 0;
        deadline = now + Math.min(TimeUnit.MILLISECONDS.toNanos(millis), Long.MAX_VALUE / 2);
    }

    /** As by the clock of {@link #begin}; means nothing to a caller without end. */
    public long deadline() {
        return deadline;
    }

    /** Until its deadline, for whoever waits to run it. */
    public synchronized long nanosLeft(long now) {
        return limited ? deadline - now : Long.MAX_VALUE / 2;
    }

    /**
     * The method is about to run.
     *
     * @param gentle whether it is never interrupted
     * @throws RemoteException if nobody waits for it any more
     */
    public synchronized void run(String name, boolean gentle, long now) {
        this.name = name;
        this.gentle = gentle;
        RemoteException why = stopped;
        stopped = null;
        if (why == null && (early == id || session.hasEnded())) {
            why = session.cancelled();
        }
        if (why == null && limited && now - deadline > 0) {
            why = overdue("was not run: its call waited here for longer");
        }
        if (why != null) {
            throw why;
        }
        running = true;
    }

    /** The method has ended, and is interrupted no more; why it was stopped, null if it was not. */
    public synchronized @Nullable RemoteException done() {
        running = false;
        limited = false;
        RemoteException why = stopped;
        stopped = null;
        return why;
    }

    /** Stops the call of this id, if it is this one and not done. The first reason counts. */
    public synchronized void stop(long which, RemoteException why) {
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
    public synchronized void stopAny(RemoteException why) {
        stop(id, why);
    }

    public synchronized boolean isRunning() {
        return running;
    }

    public synchronized boolean isGivenUp() {
        return running && stopped != null;
    }

    /** By the watcher: stops the call if its time is up. True while it runs. */
    public synchronized boolean look(long now) {
        if (running && limited && now - deadline > 0) {
            limited = false;
            stop(id, overdue("ran longer"));
        }
        return running;
    }

    private RemoteException overdue(String what) {
        return new RemoteException(
                Code.DEADLINE_EXCEEDED,
                name + " " + what + " than the " + millis + " ms that its caller waits. Another deadline is"
                        + " set by CallOptions.timeout, @Timeout or EndpointOptions");
    }
}
