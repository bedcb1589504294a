package dev.wherry.internal.wire;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** Checks that a call ends exactly once, even if several threads end it at the same time. */
final class PendingCallsStress {
    private record Call(long id, long deadline) implements InFlightCalls.Call {}

    private PendingCallsStress() {}

    static class OneCall {
        final InFlightCalls<Call> calls = new InFlightCalls<>(1);
        final Call call = new Call(calls.nextId(), 1);

        OneCall() {
            calls.enter();
            calls.sent(call);
        }
    }

    @JCStressTest
    @Outcome(
            id = {"true, false, 0", "false, true, 0"},
            expect = Expect.ACCEPTABLE,
            desc = "one thread has ended the call")
    @Outcome(expect = Expect.FORBIDDEN, desc = "both threads or none have ended the call, or its slot is lost")
    @State
    public static class AnsweredAtItsDeadline extends OneCall {
        @Actor
        public void reader(ZZI_Result result) {
            result.r1 = calls.end(call.id()) != null;
        }

        @Actor
        public void watcher(ZZI_Result result) {
            for (Call overdue : calls.overdue(2)) {
                result.r2 = calls.end(overdue.id()) != null;
            }
        }

        @Arbiter
        public void after(ZZI_Result result) {
            result.r3 = calls.inside();
        }
    }

    @JCStressTest
    @Outcome(
            id = {"true, false, 0", "false, true, 0"},
            expect = Expect.ACCEPTABLE,
            desc = "one thread has ended the call")
    @Outcome(expect = Expect.FORBIDDEN, desc = "both threads or none have ended the call, or its slot is lost")
    @State
    public static class AnsweredAtTheSessionsEnd extends OneCall {
        @Actor
        public void reader(ZZI_Result result) {
            result.r1 = calls.end(call.id()) != null;
        }

        @Actor
        public void end(ZZI_Result result) {
            for (Call pending : calls.pending()) {
                result.r2 = calls.end(pending.id()) != null;
            }
        }

        @Arbiter
        public void after(ZZI_Result result) {
            result.r3 = calls.inside();
        }
    }

    @JCStressTest
    @Outcome(
            id = {"true, false, 1", "false, true, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "one call has the last slot")
    @Outcome(expect = Expect.FORBIDDEN, desc = "both calls or none have the last slot")
    @State
    public static class TheLastSlot {
        private final InFlightCalls<Call> calls = new InFlightCalls<>(1);

        @Actor
        public void one(ZZI_Result result) {
            result.r1 = calls.enter();
        }

        @Actor
        public void other(ZZI_Result result) {
            result.r2 = calls.enter();
        }

        @Arbiter
        public void after(ZZI_Result result) {
            result.r3 = calls.inside();
        }
    }
}
