package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Delivery;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.OneWay;
import dev.wherry.PeerEnd;
import dev.wherry.internal.endpoint.Ending;
import dev.wherry.internal.endpoint.EndpointEngine;
import dev.wherry.internal.invoke.InboundCall;
import dev.wherry.internal.invoke.Stubs;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.FrameParser;
import dev.wherry.internal.wire.GoAway;
import dev.wherry.internal.wire.Hello;
import dev.wherry.internal.wire.Id128;
import dev.wherry.internal.wire.ReadBuffer;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.rmi.Remote;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls to a peer that takes no more of them, or no more bytes. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class OutgoingCallsTest {
    private static final int UNSENT = 1 << 12;
    private static final int NOISE = 1 << 10;
    private static final CallOptions PATIENT = CallOptions.ofTimeout(Duration.ofHours(1));

    /** The bytes of a write that the link accepts: none, until it is released. */
    private final AtomicInteger room = new AtomicInteger();

    private final AtomicInteger tried = new AtomicInteger();
    private final NarrowLink link = new NarrowLink(length -> {
        tried.incrementAndGet();
        return room.get();
    });
    private final EndpointEngine engine = new EndpointEngine(EndpointOptions.builder()
            .limits(Limits.builder().unsentBytes(UNSENT).build())
            .build());
    private Session session;

    public interface Hall {
        int ask(byte[] question);

        @OneWay(Delivery.QUEUED)
        void shout(Noise noise);
    }

    public interface RmiHall extends Remote {
        int ask() throws java.rmi.RemoteException;
    }

    /** Records when it is encoded, and can be made to wait there. */
    public static final class Noise implements Externalizable {
        private static final long serialVersionUID = 1;
        static final AtomicInteger ENCODED = new AtomicInteger();
        static volatile CountDownLatch held = new CountDownLatch(0);

        private byte[] bytes;

        public Noise() {
            this(new byte[0]);
        }

        Noise(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            ENCODED.incrementAndGet();
            try {
                held.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            out.writeInt(bytes.length);
            out.write(bytes);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            bytes = new byte[in.readInt()];
            in.readFully(bytes);
        }
    }

    private static Noise noise() {
        return new Noise(new byte[NOISE]);
    }

    @BeforeEach
    void reset() {
        Noise.ENCODED.set(0);
    }

    @AfterEach
    void close() {
        Noise.held.countDown();
        engine.close(Duration.ZERO);
    }

    private Hall connect(int callsInFlight) {
        Hello peer = new Hello(0, Id128.NONE, Id128.NONE, List.of("compact"), 1 << 26, callsInFlight, 0, "test");
        session = AcceptedSession.create(engine, peer, link);
        engine.add(session);
        return stub(Hall.class);
    }

    private <T> T stub(Class<T> type) {
        RemoteReference object = session.peer().reference(2);
        return Stubs.create(object, engine.parts().objects().interfaces().of(type), List.of(), PATIENT);
    }

    /** By 50 queued calls, which are encoded all at once. */
    private Hall fillTheLink() {
        Noise.held = new CountDownLatch(1);
        Hall hall = Calls.with(connect(1_000), PATIENT);
        for (int i = 0; i < 50; i++) {
            hall.shout(noise());
        }
        Noise.held.countDown();
        Pair.until("the link is full", session.main().outbox()::isFull);
        return hall;
    }

    private void letGo() {
        Pair.until("somebody has found it full", () -> tried.get() > 0);
        room.set(Integer.MAX_VALUE);
        session.main().outbox().flush(session.main().link());
    }

    private List<Long> arrived() {
        List<Long> ids = new ArrayList<>();
        byte[] bytes = link.taken.toByteArray();
        FrameParser.ofMain(engine.parts().inbound().share(), () -> {})
                .parse(new ReadBuffer(bytes, 0, bytes.length), (type, flags, id, body) -> {
                    if (type == Frame.CALL) {
                        ids.add(id);
                    }
                });
        return ids;
    }

    private void credit(int count) {
        Out out = new Out(8);
        out.writeSize(count);
        session.receive(Frame.CREDIT, 0, 0, new In(out.copy()), false, System.nanoTime());
    }

    private void peerSays(GoAway.Reason word) {
        Out out = new Out(64);
        new GoAway(word, "closing").write(out);
        session.receive(
                Frame.GOAWAY, 0, 0, new In().over(out.array(), Frame.HEADER, out.size()), false, System.nanoTime());
    }

    private static FutureTask<Throwable> start(boolean virtual, Runnable call) {
        FutureTask<Throwable> task = new FutureTask<>(() -> catchThrowable(call::run));
        (virtual ? Thread.ofVirtual() : Thread.ofPlatform()).start(task);
        return task;
    }

    /** Starts a call and returns when it waits for its turn. */
    private static FutureTask<Throwable> startWaiting(boolean virtual, Runnable call) {
        FutureTask<Throwable> task = new FutureTask<>(() -> catchThrowable(call::run));
        Thread thread = (virtual ? Thread.ofVirtual() : Thread.ofPlatform()).start(task);
        Pair.until("the caller waits", () -> thread.getState() == Thread.State.TIMED_WAITING);
        return task;
    }

    private static void assertFails(FutureTask<Throwable> call, Code code) throws Exception {
        assertThat(call.get())
                .isInstanceOfSatisfying(
                        CallException.class,
                        e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code));
    }

    // ---- interrupts

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void aCallOfARemoteInterfaceGoesOnWaitingForAPlaceWhenInterrupted(boolean full) throws Exception {
        if (full) {
            fillTheLink();
        } else {
            Hall first = connect(1);
            start(true, () -> first.ask(new byte[1]));
            Pair.until("the place is taken", () -> session.outgoingCalls().count() == 1);
        }
        RmiHall hall = stub(RmiHall.class);
        AtomicBoolean flag = new AtomicBoolean();
        FutureTask<Throwable> call = new FutureTask<>(() -> {
            Throwable failed = catchThrowable(hall::ask);
            flag.set(Thread.currentThread().isInterrupted());
            return failed;
        });
        Thread caller = Thread.ofVirtual().start(call);
        Pair.until("the caller waits", () -> caller.getState() == Thread.State.TIMED_WAITING);
        caller.interrupt();
        Pair.until(
                "the interrupt is taken and the caller waits again",
                () -> !caller.isInterrupted() && (call.isDone() || caller.getState() == Thread.State.TIMED_WAITING));
        assertThat(call.isDone()).isFalse();
        engine.close(Duration.ZERO);
        assertThat(call.get()).isInstanceOf(java.rmi.RemoteException.class);
        assertThat(flag).isTrue();
    }

    // ---- queued one-way calls

    @Test
    void holdTheCallersOfQueuedCallsBackAtTheLimit() {
        Hall hall = connect(3);
        for (int i = 0; i < 3; i++) {
            hall.shout(new Noise(new byte[1]));
        }
        Hall hasty = Calls.with(hall, CallOptions.ofTimeout(Duration.ofMillis(30)));
        CallException late = catchThrowableOfType(CallException.class, () -> hasty.shout(noise()));
        assertThat(late.code()).isEqualTo(Code.DEADLINE_EXCEEDED);
        assertThat(late).hasMessageContaining("callsInFlight");
        InboundCall outer =
                new ServedCall(session.incomingCalls(), new InboundMessage(session.messages()), false).enter();
        CallException nested = catchThrowableOfType(CallException.class, () -> hall.shout(noise()));
        InboundCall.leave(outer);
        assertThat(nested.code()).isEqualTo(Code.REFUSED);
        Pair.until("all are encoded", () -> Noise.ENCODED.get() == 3);
        letGo();
        Pair.until("all have arrived", () -> arrived().size() == 3);
        credit(3);
        hasty.shout(noise());
    }

    @Test
    void encodeOrderedQueuedCallsOnlyAsTheLinkTakesThem() throws Exception {
        Hall ordered =
                Calls.with(connect(1_000), PATIENT.toBuilder().ordered(true).build());
        FutureTask<Throwable> flood = new FutureTask<>(() -> catchThrowable(() -> {
            for (int i = 0; i < 200; i++) {
                ordered.shout(noise());
            }
        }));
        Thread caller = Thread.ofPlatform().start(flood);
        Pair.until("the link is full", session.main().outbox()::isFull);
        Pair.until(
                "the caller waits",
                () -> caller.getState() == Thread.State.WAITING
                        || caller.getState() == Thread.State.TIMED_WAITING
                        || flood.isDone());
        assertThat(Noise.ENCODED.get()).isBetween(1, UNSENT / NOISE + 1);
        letGo();
        Pair.until("all have arrived", () -> arrived().size() == 200);
        assertThat(arrived())
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, 200).boxed().toList());
        assertThat(flood.get()).isNull();
        credit(200);
        assertThat(session.outgoingCalls().count()).isZero();
    }

    @Test
    void loseNothingOfAFloodThatTheLinkHoldsBack() throws Exception {
        Hall hall = connect(50);
        FutureTask<Throwable> flood = new FutureTask<>(() -> catchThrowable(() -> {
            for (int i = 0; i < 500; i++) {
                hall.shout(noise());
            }
        }));
        Thread.ofPlatform().start(flood);
        Pair.until("the link is full", session.main().outbox()::isFull);
        assertThat(session.outgoingCalls().count()).isLessThanOrEqualTo(50);
        letGo();
        int done = 0;
        while (done < 500) {
            int now = arrived().size();
            if (now > done) {
                credit(now - done);
                done = now;
            }
        }
        assertThat(flood.get()).isNull();
        assertThat(arrived()).doesNotHaveDuplicates().hasSize(500);
        assertThat(session.outgoingCalls().count()).isZero();
    }

    @Test
    void giveQueuedCallsUpWhenTheLinkIsLost() {
        Hall hall = fillTheLink();
        session.main().reader().broken(new IOException("cut"));
        Pair.until("their places are given back", () -> session.outgoingCalls().count() == 0);
        hall.shout(noise());
        assertThat(session.outgoingCalls().count())
                .as("of a call that nobody will take")
                .isZero();
    }

    @Test
    void sendQueuedCallsBeforeAnOrderlyEnd() throws Exception {
        fillTheLink();
        FutureTask<Throwable> closing = start(false, () -> Ending.of(session, Duration.ofMinutes(5)));
        letGo();
        Pair.until("all have arrived", () -> arrived().size() == 50);
        peerSays(GoAway.Reason.DRAINED);
        assertThat(closing.isDone()).as("their credits have not come").isFalse();
        credit(50);
        assertThat(closing.get()).isNull();
    }

    // ---- ends

    private enum End {
        CLOSED_HERE,
        PEER_CLOSES,
        LOST
    }

    private void end(End how) {
        switch (how) {
            case CLOSED_HERE -> Thread.startVirtualThread(() -> Ending.of(session, Duration.ofMinutes(5)));
            case PEER_CLOSES -> peerSays(GoAway.Reason.CLOSING);
            case LOST -> session.main().reader().broken(new IOException("cut"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "CLOSED_HERE, true",
        "CLOSED_HERE, false",
        "PEER_CLOSES, true",
        "PEER_CLOSES, false",
        "LOST, true",
        "LOST, false"
    })
    void failAtOnceIfTheyWaitForAPermit(End how, boolean virtual) throws Exception {
        Hall hall = connect(1);
        FutureTask<Throwable> out = start(true, () -> hall.ask(new byte[1]));
        Pair.until("it is out", () -> session.outgoingCalls().count() == 1);
        FutureTask<Throwable> asking = startWaiting(virtual, () -> hall.ask(new byte[1]));
        FutureTask<Throwable> shouting = startWaiting(virtual, () -> hall.shout(noise()));
        end(how);
        assertFails(asking, Code.UNAVAILABLE);
        assertFails(shouting, Code.UNAVAILABLE);
        if (how != End.LOST) {
            assertThat(out.isDone()).as("what is out may be answered yet").isFalse();
        }
        session.die(PeerEnd.Reason.CLOSED, "the test is over");
        assertFails(out, Code.UNKNOWN_OUTCOME);
        Pair.until("no place is taken", () -> session.outgoingCalls().count() == 0);
    }

    @ParameterizedTest
    @EnumSource(End.class)
    void failAtOnceIfTheyWaitForCapacity(End how) throws Exception {
        Hall hall = connect(100);
        FutureTask<Throwable> out = start(true, () -> hall.ask(new byte[2 * UNSENT]));
        Pair.until("the link is full", session.main().outbox()::isFull);
        FutureTask<Throwable> asking = startWaiting(true, () -> hall.ask(new byte[1]));
        FutureTask<Throwable> askingToo = startWaiting(false, () -> hall.ask(new byte[1]));
        assertThat(session.outgoingCalls().count()).isEqualTo(3);
        end(how);
        assertFails(asking, Code.UNAVAILABLE);
        assertFails(askingToo, Code.UNAVAILABLE);
        session.die(PeerEnd.Reason.CLOSED, "the test is over");
        assertFails(out, Code.UNKNOWN_OUTCOME);
        assertThat(session.outgoingCalls().count()).isZero();
    }

    @Test
    void failAtTheirDeadlineIfTheyWaitForCapacity() {
        Hall hall = connect(100);
        FutureTask<Throwable> out = start(true, () -> hall.ask(new byte[2 * UNSENT]));
        Pair.until("the link is full", session.main().outbox()::isFull);
        Hall hasty = Calls.with(hall, CallOptions.ofTimeout(Duration.ofMillis(30)));
        CallException late = catchThrowableOfType(CallException.class, () -> hasty.ask(new byte[1]));
        assertThat(late.code()).isEqualTo(Code.DEADLINE_EXCEEDED);
        assertThat(late).hasMessageContaining("unsentBytes");
        assertThat(session.outgoingCalls().count()).isEqualTo(1);
        assertThat(out.isDone()).isFalse();
    }
}
