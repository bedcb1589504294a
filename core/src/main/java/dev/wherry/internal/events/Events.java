package dev.wherry.internal.events;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.Identity;
import dev.wherry.internal.invoke.InboundCall;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.wire.GoAway;
import dev.wherry.text.Throttle;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/** Reports to the flight recorder, if the JDK has one, and logs connections and refusals. */
public final class Events {
    /** A peer that connects without end must not fill the disk. */
    private static final Throttle REFUSALS = new Throttle(10, TimeUnit.SECONDS.toNanos(1));

    /** An overload must not fill it either. */
    private static final Throttle CALLS = new Throttle(1, TimeUnit.SECONDS.toNanos(10));

    private static final boolean RECORDER =
            ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    private Events() {}

    /** Checked first, because loading the event classes would start the recorder, which takes 100 ms. */
    static boolean isRecording() {
        return RECORDER && FlightRecorder.isInitialized();
    }

    /** Returns the start of a call that may be recorded when it ends; 0 if nobody records. */
    public static long start() {
        return isRecording() && FlightEvents.recordsCalls() ? System.nanoTime() : 0;
    }

    /** @param outgoing whether the call was made here; otherwise it was served here */
    public static void call(
            boolean outgoing, long started, String peer, @Nullable RemoteMethod method, @Nullable Throwable failed) {
        if (started != 0) {
            String name = method == null ? "?" : method.owner().type().getName() + "." + method.key();
            FlightEvents.call(outgoing, started, peer, name, failed);
        }
    }

    /** Reports a call that was served. */
    public static void served(
            long started, String peer, InboundCall call, @Nullable RemoteMethod method, @Nullable Throwable failed) {
        call(false, started, peer, method, failed);
        Audit.call(call, method, failed);
    }

    /** @param failed why the call is made again; null if it is made at a second server at the same time */
    public static void retry(String peer, RemoteMethod method, int attempt, @Nullable Throwable failed) {
        if (isRecording()) {
            FlightEvents.retry(peer, method.owner().type().getName() + "." + method.key(), attempt, failed);
        }
    }

    public static void connected(String peer, boolean outgoing) {
        LOG.log(Level.DEBUG, "Connected with {0}", peer);
        if (isRecording()) {
            FlightEvents.connect(peer, outgoing);
        }
    }

    public static void refused(Identity peer, GoAway why) {
        // A lane that was being opened when its session was closed is not worth a line.
        Level level = why.reason() == GoAway.Reason.UNKNOWN_SESSION ? Level.DEBUG : Level.INFO;
        long silent = LOG.isLoggable(level) ? REFUSALS.next(System.nanoTime()) : -1;
        if (silent >= 0) {
            LOG.log(level, "Closed the connection of {0}: {1}{2}", peer, why, Throttle.more(silent));
        }
        if (isRecording()) {
            FlightEvents.refuse(false, peer.toString(), why.toString());
        }
        if (level == Level.INFO) {
            Audit.record(true, peer, peer, "connection", why.reason().name(), "REFUSED");
        }
    }

    /** Reports a call that was not run because of a limit. */
    public static void refusedCall(String peer, String why) {
        long silent = LOG.isLoggable(Level.INFO) ? CALLS.next(System.nanoTime()) : -1;
        if (silent >= 0) {
            LOG.log(Level.INFO, "A call by {0} was not run: {1}{2}", peer, why, Throttle.more(silent));
        }
        if (isRecording()) {
            FlightEvents.refuse(true, peer, why);
        }
    }
}
