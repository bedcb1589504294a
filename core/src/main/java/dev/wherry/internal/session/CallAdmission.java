package dev.wherry.internal.session;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.internal.events.Events;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.loop.CallStarts;
import dev.wherry.internal.objects.Registry;
import dev.wherry.internal.statistics.Tallies;
import dev.wherry.internal.wire.AdmissionLimit;
import dev.wherry.internal.wire.CallHead;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.RunningLimit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Decides which calls of a session's peer are served, and how much of them at one time. A call that is refused has not run, so
 * its caller may make it again, here or elsewhere. For any thread.
 */
final class CallAdmission {
    static final RunningLimit[] NO_LIMITS = {};

    private final AdmissionLimit inFlight;
    private final CallStarts starts;
    private final CalledObjects objects;
    private final Tallies tallies;
    private final String peer;
    /** In an overload most refusals are alike, and must cost little. */
    private volatile @Nullable Refusal last;

    private record Refusal(String over, CallException answer, LongAdder count) {}

    CallAdmission(AdmissionLimit inFlight, CallStarts starts, CalledObjects objects, Tallies tallies, String peer) {
        this.inFlight = inFlight;
        this.starts = starts;
        this.objects = objects;
        this.tallies = tallies;
        this.peer = peer;
    }

    /** Returns the limits of calls that run which this one must pass. The registry's calls pass none. */
    RunningLimit[] limits(CallHead head) {
        return head.object() == Registry.OBJECT
                ? NO_LIMITS
                : starts.limits(starts.needMethods() ? objects.find(head.object(), head.method()) : null);
    }

    /** Returns why a call would wait for too long; null if it would not. Calls in order wait for each other, so they may. */
    @Nullable
    String overload(CallHead head, RunningLimit[] limits) {
        return head.object() == Registry.OBJECT || head.order() != 0
                ? null
                : starts.overload(limits, head.millisLeft());
    }

    /** Accepts a call that is to run within limits. Returns null, or why it is refused. */
    @Nullable
    String enter(CallHead head, RunningLimit[] limits, int size) {
        String over = overload(head, limits);
        return over != null ? over : enter(size);
    }

    /** Accepts a call that waits for no other. Returns null, or why there is no capacity for it. */
    @Nullable
    String enter(int size) {
        return inFlight.enter(size);
    }

    /** Records that a call that was accepted is done. */
    void leave(int size) {
        inFlight.leave(size);
    }

    int calls() {
        return inFlight.calls();
    }

    /** Returns whether the calls of a method have been fast so far. */
    boolean isProven(CallHead head) {
        RemoteMethod method = objects.known(head.method());
        return method != null && method.speed().isProven() && !starts.limit(method);
    }

    /** Returns whether a call may hold a processor for long. */
    boolean isHeavy(CallHead head, int size) {
        if (size > Frame.FRAGMENT) {
            return true;
        }
        RemoteMethod method = objects.known(head.method());
        return method != null && method.speed().isHeavy();
    }

    /** Counts a refusal, and returns the answer to a call for which there is no capacity. */
    CallException refusal(String over) {
        Refusal refusal = last;
        if (refusal == null || !refusal.over.equals(over)) {
            CallException answer = new CallException(Code.REFUSED, "The call was not run: " + over);
            last = refusal = new Refusal(over, answer, tallies.refused(over));
        }
        refusal.count.increment();
        Events.refusedCall(peer, over);
        return refusal.answer;
    }

    /** Counts a refusal. */
    void refused(String why) {
        tallies.refused(why).increment();
        Events.refusedCall(peer, why);
    }
}
