package dev.wherry.internal.endpoint;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
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
 * The end of an endpoint, which comes once, or of one of its sessions: no new calls, and those under way are finished at
 * both sides, for a time. For any thread.
 */
public final class Ending {
    private static final long LOOK = Duration.ofMillis(2).toNanos();
    /** After so long it is said what is waited for. */
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
     * False: another thread has begun it before, and by now it is over.
     *
     * @param within whether the caller serves a call, for which the end waits: then it does not wait for the end
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

    /** By who has begun it; where no thread can be had for it, it has not begun. */
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
            // An interrupt that came before is not meant for the calls that are given time to finish.
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
            session.die("the connection was closed here");
        });
    }

    /** Here and now, unless a call that is to be answered first asks for it. */
    private static void start(boolean within, Runnable last) {
        if (within) {
            Thread.ofPlatform().name("wherry-close").start(last);
        } else {
            last.run();
        }
    }

    /** For up to {@code most}. */
    static void drain(List<Session> sessions, Duration most, BooleanSupplier othersQuiet) {
        sessions.forEach(Session::leave);
        long begun = System.nanoTime();
        long until = begun + TimeUnit.NANOSECONDS.convert(most);
        boolean said = false;
        while (!(othersQuiet.getAsBoolean() && sessions.stream().allMatch(Session::isQuiet))
                && System.nanoTime() - until < 0
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(LOOK);
            if (!said && System.nanoTime() - begun > SILENT) {
                said = true;
                say(sessions, most);
            }
        }
    }

    /** A call that waits for this very end, as one in {@code System.exit} does for a shutdown hook, is found by this line. */
    private static void say(List<Session> sessions, Duration most) {
        List<String> running = sessions.stream()
                .flatMap(each -> each.callsIn().served().names())
                .toList();
        int out = sessions.stream().mapToInt(each -> each.callsOut().count()).sum();
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
