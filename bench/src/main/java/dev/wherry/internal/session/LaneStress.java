package dev.wherry.internal.session;

import dev.wherry.CallOptions;
import dev.wherry.EndpointOptions;
import dev.wherry.Identity;
import dev.wherry.internal.endpoint.EndpointEngine;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.wire.FrameParser;
import dev.wherry.internal.wire.Hello;
import dev.wherry.internal.wire.Id128;
import dev.wherry.internal.wire.InboundCapacity;
import dev.wherry.spi.Link;
import java.nio.channels.SelectableChannel;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Checks the state of a lane when callers, the watcher and the end of the session use it at the same time. */
final class LaneStress {
    private LaneStress() {}

    /** A link that accepts all bytes, returns none, and counts how often it is closed. */
    private static final class Counted implements Link {
        final AtomicInteger closes = new AtomicInteger();

        @Override
        public int read(byte[] to, int offset, int length) {
            return -1;
        }

        @Override
        public int write(byte[] from, int offset, int length) {
            return length;
        }

        @Override
        public SelectableChannel multiplex() {
            return null;
        }

        @Override
        public Identity peer() {
            return Identity.of("test", "nobody");
        }

        @Override
        public void close() {
            closes.incrementAndGet();
        }
    }

    /** The called interface. A call is not actually sent. */
    public interface Called {
        void call();
    }

    static class OneLane {
        private static final EndpointEngine ENGINE = new EndpointEngine(EndpointOptions.defaults());
        private static final RemoteMethod METHOD =
                ENGINE.parts().objects().interfaces().of(Called.class).method("call()V");
        private static final InboundCapacity CAPACITY = new InboundCapacity(1 << 30);
        private static final Session SESSION = new Session(
                ENGINE.parts(),
                new Id128(1, 1),
                new Hello(0, Id128.NONE, Id128.NONE, List.of("compact"), 1 << 20, 10, 1, "test"),
                "compact",
                new Counted(),
                null,
                new LongAdder());
        private static final long STARTED = 1_000;

        final Counted link = new Counted();
        final Lane lane = SESSION.lane(link, FrameParser.ofLane(1 << 20, CAPACITY.share(), () -> {}), 1, null);

        void begin() {
            lane.begin(0, METHOD, 0, CallOptions.none(), 1, 0, STARTED);
        }

        void checkAfterTheDeadline() {
            lane.check(STARTED + 1);
        }
    }

    @JCStressTest
    @Outcome(
            id = {"true, false", "false, true"},
            expect = Expect.ACCEPTABLE,
            desc = "one caller has the lane")
    @Outcome(expect = Expect.FORBIDDEN, desc = "both callers or none have the lane")
    @State
    public static class TwoCallers extends OneLane {
        @Actor
        public void one(ZZ_Result result) {
            result.r1 = lane.take();
        }

        @Actor
        public void other(ZZ_Result result) {
            result.r2 = lane.take();
        }
    }

    @JCStressTest
    @Outcome(
            id = {"true, 1", "false, 1"},
            expect = Expect.ACCEPTABLE,
            desc = "closed")
    @Outcome(expect = Expect.FORBIDDEN, desc = "the lane is left open")
    @State
    public static class TakenAtTheSessionsEnd extends OneLane {
        @Actor
        public void caller(ZI_Result result) {
            result.r1 = lane.take();
        }

        @Actor
        public void end() {
            lane.shut();
        }

        @Arbiter
        public void after(ZI_Result result) {
            result.r2 = link.closes.get();
        }
    }

    @JCStressTest
    @Outcome(id = "true, 0", expect = Expect.ACCEPTABLE, desc = "answered in time, and taken by the next call")
    @Outcome(id = "false, 1", expect = Expect.ACCEPTABLE, desc = "answered too late, and the lane is closed")
    @Outcome(expect = Expect.FORBIDDEN, desc = "closed during the next call, or twice")
    @State
    public static class AnsweredAtItsDeadline extends OneLane {
        public AnsweredAtItsDeadline() {
            lane.take();
            begin();
        }

        @Actor
        public void caller(ZI_Result result) {
            lane.end();
            result.r1 = lane.take();
        }

        @Actor
        public void watcher() {
            checkAfterTheDeadline();
        }

        @Arbiter
        public void after(ZI_Result result) {
            result.r2 = link.closes.get();
        }
    }
}
