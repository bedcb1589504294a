package dev.wherry.internal.events;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** The flight recorder's events. Loaded only where module jdk.jfr is there. */
final class FlightEvents {
    private static final EventType CALL = EventType.getEventType(Call.class);

    private FlightEvents() {}

    @Category("Wherry")
    @StackTrace(false)
    abstract static class OfPeer extends Event {
        @Label("Peer")
        @Nullable
        String peer;
    }

    abstract static class OfCall extends OfPeer {
        @Label("Method")
        @Nullable
        String method;

        @Label("Failure")
        @Nullable
        String failure;
    }

    abstract static class Refusal extends OfPeer {
        @Label("Reason")
        @Nullable
        String reason;
    }

    @Name("dev.wherry.Call")
    @Label("Remote call")
    static final class Call extends OfCall {
        @Label("Outgoing")
        boolean outgoing;

        @Label("Time")
        @Timespan(Timespan.NANOSECONDS)
        long time;
    }

    @Name("dev.wherry.Connect")
    @Label("Connection")
    static final class Connect extends OfPeer {
        @Label("Outgoing")
        boolean outgoing;
    }

    @Name("dev.wherry.Refuse")
    @Label("Refused connection")
    static final class Refuse extends Refusal {}

    @Name("dev.wherry.RefuseCall")
    @Label("Refused call")
    static final class RefuseCall extends Refusal {}

    @Name("dev.wherry.Retry")
    @Label("Repeated call")
    static final class Retry extends OfCall {
        @Label("Attempt")
        int attempt;
    }

    /** Its peer is the identity of the call, and its failure the outcome. */
    @Name("dev.wherry.Audit")
    @Label("Audited call")
    static final class Audited extends OfCall {
        @Label("Target")
        @Nullable
        String target;
    }

    static void audit(String identity, String target, String method, String outcome) {
        Audited event = new Audited();
        event.peer = identity;
        event.target = target;
        event.method = method;
        event.failure = outcome;
        event.commit();
    }

    static boolean recordsCalls() {
        return CALL.isEnabled();
    }

    static void call(boolean outgoing, long started, String peer, String method, @Nullable Throwable failed) {
        Call event = new Call();
        event.outgoing = outgoing;
        event.peer = peer;
        event.method = method;
        event.time = System.nanoTime() - started;
        event.failure = failed == null ? null : failed.toString();
        event.commit();
    }

    static void retry(String peer, String method, int attempt, @Nullable Throwable failed) {
        Retry event = new Retry();
        event.peer = peer;
        event.method = method;
        event.attempt = attempt;
        event.failure = failed == null ? null : failed.toString();
        event.commit();
    }

    static void connect(String peer, boolean outgoing) {
        Connect event = new Connect();
        event.peer = peer;
        event.outgoing = outgoing;
        event.commit();
    }

    static void refuse(boolean call, String peer, String reason) {
        Refusal event = call ? new RefuseCall() : new Refuse();
        if (event.isEnabled()) {
            event.peer = peer;
            event.reason = reason;
            event.commit();
        }
    }
}
