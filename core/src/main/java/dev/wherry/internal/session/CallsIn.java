package dev.wherry.internal.session;

import dev.wherry.RemoteException;
import dev.wherry.RemoteException.Code;
import dev.wherry.internal.call.Failures;
import dev.wherry.internal.protocol.CallHead;
import dev.wherry.internal.protocol.Frame;
import dev.wherry.internal.protocol.GoAway;
import dev.wherry.internal.protocol.ProtocolException;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The peer's calls in one session. Those that come by main run on virtual threads, one each. */
final class CallsIn {
    private static final Logger LOG = System.getLogger("dev.wherry.session");
    /** One-way calls done that are told at once, however many run still. */
    private static final int CREDIT = 64;

    private final Session session;
    private final int limit;
    private final long mostBytes;
    private final AtomicLong bytes = new AtomicLong();
    private final ConcurrentMap<Long, ServedCall> served = new ConcurrentHashMap<>();
    private final OrderedCalls ordered = new OrderedCalls();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicInteger oneWays = new AtomicInteger();

    CallsIn(Session session) {
        this.session = session;
        limit = session.engine().options().limits().callsInFlight();
        mostBytes = 2L * session.engine().options().limits().messageBytes();
    }

    /** By main's reader: takes a call in. */
    void call(long id, int flags, In body, boolean owned) {
        CallHead head = CallHead.read(body, flags);
        if (id >>> Session.LANE_SHIFT != 0) {
            throw new ProtocolException(GoAway.Reason.PROTOCOL, "Call " + id + " of a lane came by main");
        }
        if ((flags & Frame.RETRY) != 0) {
            fail(
                    id,
                    head,
                    new RemoteException(
                            Code.UNKNOWN_OUTCOME,
                            "Whether the call ran before cannot be told: answers are not kept here, so it was not run again"));
            return;
        }
        int size = body.remaining();
        bytes.addAndGet(size);
        if (running.incrementAndGet() > limit || bytes.get() > mostBytes) {
            refuse(id, flags, head, size);
            return;
        }
        In arguments = owned
                ? body
                : new In(Arrays.copyOfRange(body.array(), body.position(), body.position() + body.remaining()));
        Incoming incoming = new Incoming(session, arguments).of(Frame.CALL);
        ServedCall call = new ServedCall(session, incoming).of(id, head);
        if (served.putIfAbsent(id, call) != null) {
            throw new ProtocolException(GoAway.Reason.PROTOCOL, "Call " + id + " is under way already");
        }
        if ((flags & Frame.ONE_WAY) != 0) {
            oneWays.incrementAndGet();
        }
        Runnable service = () -> serve(call, id, flags, size);
        if (head.order() != 0) {
            ordered.run(head.order(), service);
        } else {
            Thread.startVirtualThread(service);
        }
    }

    private void refuse(long id, int flags, CallHead head, int size) {
        bytes.addAndGet(-size);
        String over = running.getAndDecrement() > limit
                ? limit + " of this session are under way (limit 'callsInFlight')"
                : "those of this session that are under way have " + mostBytes
                        + " bytes (twice the limit 'messageBytes')";
        if ((flags & (Frame.ONE_WAY | Frame.ACCEPT)) == Frame.ONE_WAY) {
            LOG.log(Level.WARNING, "A one-way call by {0} was not run: {1}", session.name(), over);
            oneWays.incrementAndGet();
            oneWayDone(false);
            return;
        }
        fail(id, head, new RemoteException(Code.REFUSED, "The call was not run: " + over));
    }

    /** By main's reader: answers a call that is not run. */
    private void fail(long id, CallHead head, RemoteException why) {
        session.main().checkPeerReads();
        Message answer = session.messages().take();
        answer.begin(Frame.FAILURE, 0, id);
        answer.out().writeByte(head.codec());
        Failures.encode(why, null, 0, answer);
        answer.end();
        send(answer);
    }

    private void serve(ServedCall call, long id, int flags, int size) {
        boolean oneWay = (flags & Frame.ONE_WAY) != 0;
        boolean accept = oneWay && (flags & Frame.ACCEPT) != 0;
        Message answer = session.messages().take();
        try {
            boolean[] accepted = {false};
            Throwable failed;
            try {
                session.main().outbox().awaitRoom();
                failed = call.serve(answer, () -> {
                    if (accept) {
                        accepted[0] = true;
                        accepted(id);
                    }
                });
            } finally {
                served.remove(id, call);
                running.decrementAndGet();
                bytes.addAndGet(-size);
            }
            if (!oneWay || (accept && !accepted[0])) {
                send(answer);
            } else {
                drop(answer, call, failed);
            }
        } catch (InterruptedException e) {
            LOG.log(Level.DEBUG, "A call was dropped: its connection ended before it could run", e);
        } catch (RuntimeException | Error e) {
            // A call that cannot be answered is told by the end of the connection, not by a time-out.
            session.main().broken(e);
        } finally {
            if (oneWay) {
                oneWayDone(accept);
            }
        }
    }

    private void accepted(long id) {
        Message taken = session.messages().take();
        taken.begin(Frame.REPLY, 0, id);
        taken.end();
        send(taken);
    }

    private void send(Message answer) {
        session.main().outbox().send(answer);
        session.messages().give(answer);
    }

    private void drop(Message answer, ServedCall call, @Nullable Throwable failed) {
        answer.rollback();
        session.messages().give(answer);
        if (failed != null) {
            LOG.log(Level.WARNING, "A one-way call of " + call.target() + " by " + session.name() + " failed", failed);
        }
    }

    /** Credits are told in batches; the last one that runs tells the rest. */
    private void oneWayDone(boolean answered) {
        int now = answered ? done.get() : done.incrementAndGet();
        if (oneWays.decrementAndGet() == 0 || now >= CREDIT) {
            int count = done.getAndSet(0);
            if (count > 0 && !session.state().hasEnded()) {
                Out out = new Out(32);
                int start = Frame.begin(out, Frame.CREDIT, 0, 0);
                out.writeSize(count);
                Frame.end(out, start);
                session.main().outbox().send(out);
            }
        }
    }

    /** Stops a call, wherever it runs; one that has ended is left alone. */
    void stop(long id, RemoteException why) {
        long lane = id >>> Session.LANE_SHIFT;
        if (lane != 0) {
            LaneServer server = session.lanesServed().get(lane);
            if (server != null) {
                server.call().stop(id, why);
            }
            return;
        }
        ServedCall call = served.get(id);
        if (call != null) {
            call.stop(id, why);
        }
    }

    void stopAll(RemoteException why) {
        served.forEach((id, call) -> call.stop(id, why));
        session.lanesServed().values().forEach(lane -> lane.call().stopAny(why));
    }

    boolean any() {
        return count() > 0;
    }

    int count() {
        int lanes = 0;
        for (LaneServer lane : session.lanesServed().values()) {
            lanes += lane.call().isRunning() ? 1 : 0;
        }
        return running.get() + lanes;
    }

    /** By the watcher: deadlines, and lanes whose peer stopped in the middle of a frame. */
    boolean look(long now) {
        boolean any = false;
        for (ServedCall call : served.values()) {
            any |= call.look(now);
        }
        for (LaneServer lane : session.lanesServed().values()) {
            any |= lane.look(now);
        }
        return any;
    }
}
