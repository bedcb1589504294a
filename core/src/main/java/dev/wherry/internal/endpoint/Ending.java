package dev.wherry.internal.endpoint;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.PeerEnd;
import dev.wherry.internal.events.Log;
import dev.wherry.internal.invoke.InboundCall;
import dev.wherry.internal.session.Session;
import dev.wherry.internal.types.Seconds;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The end of an endpoint or of one of its sessions. The peers are asked to begin no new calls, and both sides have some time to
 * finish those that were begun. An endpoint ends once. For any thread.
 */
public final class Ending {
    private static final long PAUSE = Duration.ofMillis(2).toNanos();
    /** After this time a line of the log says what the end waits for. */
    private static final long SILENT = Duration.ofSeconds(1).toNanos();

    private volatile boolean begun;
    /** When calls that still run are interrupted, by {@link System#nanoTime()}. */
    private volatile long until;

    private volatile BooleanSupplier serving = () -> false;
    private volatile boolean drained;
    private boolean over;

    boolean isOpen() {
        return !begun;
    }

    /** Returns whether the time for calls that run is over, or was not needed. */
    boolean isDrained() {
        return drained;
    }

    /** @throws CallException UNAVAILABLE once the end has begun */
    void checkOpen() {
        check(!begun);
    }

    /** Returns whether connections may be opened: also during the end, while calls run here that may need one. */
    boolean connects() {
        return !begun || (!drained && serving.getAsBoolean());
    }

    /** @throws CallException UNAVAILABLE unless connections may be opened */
    void checkConnects() {
        check(connects());
    }

    private static void check(boolean open) {
        if (!open) {
            throw new CallException(Code.UNAVAILABLE, "This endpoint is closed");
        }
    }

    /**
     * Begins the end. Returns false if another thread has begun it before; by now it is over. That end takes no longer than is
     * asked for here.
     *
     * @param within whether the caller serves a call. The end waits for that call, so the caller does not wait for the end
     * @param most the time in which calls that run can end
     * @param serving whether there are any, which may make others until they end
     */
    synchronized boolean begin(boolean within, Duration most, BooleanSupplier serving) {
        long end = System.nanoTime() + TimeUnit.NANOSECONDS.convert(most);
        if (!begun || end - until < 0) {
            until = end;
        }
        try {
            while (begun && !over && !within) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (begun) {
            return false;
        }
        this.serving = serving;
        begun = true;
        return true;
    }

    /**
     * Runs the end, on the thread that has begun it.
     *
     * @throws OutOfMemoryError if there is no thread for it; then the end has not begun
     */
    void run(boolean within, Runnable last) {
        try {
            start(within, timed(last));
        } catch (OutOfMemoryError e) {
            synchronized (this) {
                begun = over;
                notifyAll();
            }
            throw e;
        }
    }

    private Runnable timed(Runnable last) {
        return () -> {
            // An earlier interrupt is not meant for the calls that have time to finish.
            boolean interruptedBefore = Thread.interrupted();
            try {
                last.run();
            } finally {
                synchronized (this) {
                    over = true;
                    notifyAll();
                }
                if (interruptedBefore) {
                    Thread.currentThread().interrupt();
                }
            }
        };
    }

    public static void of(Session session, Duration drain) {
        InboundCall current = InboundCall.current();
        boolean within = current != null && current.caller().orElse(null) == session.peer();
        Ending ending = new Ending();
        ending.begin(within, drain, () -> session.incomingCalls().count() > 0);
        start(within, () -> {
            ending.drain(List.of(session), drain, () -> true);
            session.die(PeerEnd.Reason.CLOSED, "the connection was closed here");
        });
    }

    /** Runs the end on this thread, or on a new one if the caller serves a call, which must be answered first. */
    private static void start(boolean within, Runnable last) {
        if (within) {
            Thread.ofPlatform().name("wherry-close").start(last);
        } else {
            last.run();
        }
    }

    /** Waits until the sessions and the others are quiet, or the time is over. */
    void drain(Collection<Session> sessions, Duration most, BooleanSupplier othersQuiet) {
        sessions.forEach(this::leave);
        long begun = System.nanoTime();
        boolean said = false;
        while (!isQuiet(sessions, othersQuiet)
                && System.nanoTime() - until < 0
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(PAUSE);
            if (!said && System.nanoTime() - begun > SILENT) {
                said = true;
                say(sessions, most);
            }
        }
    }

    /** The calls that run are given their time: from now on nothing begins. */
    void drained() {
        drained = true;
    }

    /** Begins the end of one session. May be repeated. */
    void leave(Session session) {
        session.state().callsWhile(serving);
        session.leave();
    }

    /** Checks twice, since a call of one session may have made others in a session that was checked before it. */
    private static boolean isQuiet(Collection<Session> sessions, BooleanSupplier others) {
        for (int i = 0; i < 2; i++) {
            if (!others.getAsBoolean() || !sessions.stream().allMatch(Session::isQuiet)) {
                return false;
            }
        }
        return true;
    }

    /** Logs what the end waits for. This shows a call that itself waits for the end, as {@code System.exit} does. */
    private static void say(Collection<Session> sessions, Duration most) {
        List<String> running =
                sessions.stream().flatMap(each -> each.servedCalls().names()).toList();
        int out =
                sessions.stream().mapToInt(each -> each.outgoingCalls().count()).sum();
        Log.evenAtTheEnd(Level.INFO, waiting(most, running, out));
    }

    public static String waiting(Duration most, List<String> running, int out) {
        List<String> what = new ArrayList<>();
        if (!running.isEmpty()) {
            what.add("the calls that run here (" + String.join(", ", running) + ")");
        }
        if (out > 0) {
            what.add("the answers to " + out + " calls made from here");
        }
        if (what.isEmpty()) {
            what.add("the peers to say that they have finished");
        }
        return "Closing waits up to " + Seconds.text(most) + " for " + String.join(" and ", what);
    }
}
