package dev.wherry.internal.endpoint;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.PeerEnd;
import dev.wherry.internal.events.Log;
import dev.wherry.internal.invoke.InboundCall;
import dev.wherry.internal.session.Session;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The end of an endpoint or of one of its sessions. No new call begins, and both sides have some time to finish the calls
 * that run. An endpoint ends once. For any thread.
 */
public final class Ending {
    private static final long PAUSE = Duration.ofMillis(2).toNanos();
    /** After this time a line of the log says what the end waits for. */
    private static final long SILENT = Duration.ofSeconds(1).toNanos();

    private volatile boolean begun;
    private boolean over;

    boolean isOpen() {
        return !begun;
    }

    /** @throws CallException UNAVAILABLE once the end has begun */
    void checkOpen() {
        if (begun) {
            throw new CallException(Code.UNAVAILABLE, "This endpoint is closed");
        }
    }

    /**
     * Begins the end. Returns false if another thread has begun it before; by now it is over.
     *
     * @param within whether the caller serves a call. The end waits for that call, so the caller does not wait for the end
     */
    synchronized boolean begin(boolean within) {
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
        start(within, () -> {
            drain(List.of(session), drain, () -> true);
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
    static void drain(List<Session> sessions, Duration most, BooleanSupplier othersQuiet) {
        sessions.forEach(Session::leave);
        long begun = System.nanoTime();
        long until = begun + TimeUnit.NANOSECONDS.convert(most);
        boolean said = false;
        while (!(othersQuiet.getAsBoolean() && sessions.stream().allMatch(Session::isQuiet))
                && System.nanoTime() - until < 0
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(PAUSE);
            if (!said && System.nanoTime() - begun > SILENT) {
                said = true;
                say(sessions, most);
            }
        }
    }

    /** Logs what the end waits for. This shows a call that itself waits for the end, as {@code System.exit} does. */
    private static void say(List<Session> sessions, Duration most) {
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
        return "Closing waits up to " + most.toMillis() / 1000.0 + " s for " + String.join(" and ", what);
    }
}
