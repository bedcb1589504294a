package dev.wherry.internal.session;

import dev.wherry.CallException;
import dev.wherry.internal.events.Events;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.loop.CallStarts;
import dev.wherry.internal.objects.Registry;
import dev.wherry.internal.statistics.Tallies;
import dev.wherry.internal.wire.AdmissionLimit;
import dev.wherry.internal.wire.CallHead;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.Refusal;
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
    private volatile @Nullable Counted last;

    private record Counted(Refusal refusal, LongAdder count) {}

    CallAdmission(AdmissionLimit inFlight, CallStarts starts, CalledObjects objects, Tallies tallies, String peer) {
        this.inFlight = inFlight;
        this.starts = starts;
        this.objects = objects;
        this.tallies = tallies;
        this.peer = peer;
    }

    /**
     * Returns the limits of calls that run which this one must pass. The registry's calls pass none.
     *
     * @param heavy whether it is to run on a spare thread
     */
    RunningLimit[] limits(CallHead head, boolean heavy) {
        return head.object() == Registry.OBJECT
                ? NO_LIMITS
                : starts.limits(starts.needMethods() ? objects.find(head.object(), head.method()) : null, heavy);
    }

    /** Returns why a call would wait for too long; null if it would not. Calls in order wait for each other, so they may. */
    @Nullable
    Refusal overload(CallHead head, RunningLimit[] limits) {
        return head.object() == Registry.OBJECT || head.order() != 0
                ? null
                : starts.overload(limits, head.millisLeft());
    }

    /** Accepts a call that is to run within limits. Returns null, or why it is refused. */
    @Nullable
    Refusal enter(CallHead head, RunningLimit[] limits, int size) {
        Refusal over = overload(head, limits);
        return over != null ? over : enter(size);
    }

    /** Accepts a call that waits for no other. Returns null, or why there is no capacity for it. */
    @Nullable
    Refusal enter(int size) {
        String full = inFlight.enter(size);
        return full == null ? null : refusal(full);
    }

    /** Returns the last refusal again if its reason is the same. */
    Refusal refusal(String why) {
        Counted known = last;
        return known != null && known.refusal.why().equals(why) ? known.refusal : new Refusal(why);
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

    /** Counts a refusal, and returns the answer to the call. */
    CallException answer(Refusal refusal) {
        Counted known = last;
        if (known == null || !known.refusal.equals(refusal)) {
            last = known = new Counted(refusal, tallies.refused(refusal.why()));
        }
        known.count.increment();
        Events.refusedCall(peer, refusal.why());
        return refusal.answer();
    }

    /** Counts a refusal. */
    void refused(String why) {
        tallies.refused(why).increment();
        Events.refusedCall(peer, why);
    }
}
