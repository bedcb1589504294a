package dev.wherry.internal.session;

import dev.wherry.CallOptions;
import dev.wherry.RemoteException;
import dev.wherry.RemoteException.Code;
import dev.wherry.internal.call.InboundCall;
import dev.wherry.internal.call.RemoteMethod;
import dev.wherry.internal.protocol.CallHead;
import dev.wherry.internal.protocol.Frame;
import dev.wherry.internal.protocol.GoAway;
import dev.wherry.internal.protocol.ProtocolException;
import dev.wherry.spi.In;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The calls that this side makes in one session. */
final class CallsOut {
    /** What the peer gets on top of the deadline for its own Failure to arrive. */
    private static final long GRACE = TimeUnit.MILLISECONDS.toNanos(50);

    private final Session session;
    private final Gate gate;
    private final ConcurrentMap<Long, PendingCall> pending = new ConcurrentHashMap<>();
    private final OrderedCalls queued = new OrderedCalls();
    private final AtomicInteger oneWays = new AtomicInteger();
    private final AtomicLong sequence = new AtomicLong();

    CallsOut(Session session, int limit) {
        this.session = session;
        gate = new Gate(limit, session.name());
    }

    /** Ordered one-way calls whose callers have gone on before they were encoded. */
    OrderedCalls queued() {
        return queued;
    }

    Gate gate() {
        return gate;
    }

    /** Begins a call whose caller waits: on an idle lane if a platform thread calls, else by main. */
    Exchange begin(RemoteMethod method, long object, CallOptions options) {
        session.state().checkOpen();
        long nanos = nanos(options);
        CallHead head = head(method, object, options, nanos);
        if (!options.ordered() && !Thread.currentThread().isVirtual()) {
            Lane lane = session.lanes().take();
            if (lane != null) {
                return lane.begin(method, head, System.nanoTime() + nanos + GRACE);
            }
        }
        return pending(method, head, 0, nanos, null);
    }

    /** Begins a call by main. */
    PendingCall pending(RemoteMethod method, CallHead head, int flags, long nanos, @Nullable Runnable whenDone) {
        long until = System.nanoTime() + nanos;
        boolean interruptedBefore = Thread.interrupted();
        try {
            enter(nanos, until);
            try {
                // Only now is this call among those that a session's orderly end waits for.
                session.state().checkOpen();
                int all = head.order() != 0 ? flags | Frame.ORDERED : flags;
                PendingCall call = new PendingCall(
                        session, sequence.incrementAndGet(), all, method, head, until + GRACE, whenDone);
                call.interruptedBefore(interruptedBefore);
                return call;
            } catch (RuntimeException | Error e) {
                gate.leave(1);
                throw e;
            }
        } catch (InterruptedException e) {
            // Used up, as an interrupt during the call would be.
            throw session.state().cancelled();
        } catch (RuntimeException | Error e) {
            if (interruptedBefore) {
                Thread.currentThread().interrupt();
            }
            throw e;
        }
    }

    /** Waits for room for one more call, at the peer and on the link. */
    private void enter(long nanos, long until) throws InterruptedException {
        gate.enter(nanos);
        boolean room = false;
        try {
            Outbox outbox = session.main().outbox();
            room = InboundCall.current() != null
                    || !outbox.isFull()
                    || outbox.awaitRoom(Math.max(1, until - System.nanoTime()), session.state()::isOpen);
        } finally {
            if (!room) {
                gate.leave(1);
            }
        }
        if (!room) {
            throw overdue(Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)));
        }
    }

    CallHead head(RemoteMethod method, long object, CallOptions options, long nanos) {
        return new CallHead(
                options.ordered() ? object + 1 : 0,
                0,
                object,
                session.outbound().number(method.definition()),
                Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)),
                options.context());
    }

    /** The time that a call may take; less than asked for where the thread serves a call that has less left. */
    long nanos(CallOptions options) {
        Duration timeout = options.timeout() != null
                ? options.timeout()
                : session.engine().options().timeout();
        long nanos = InboundCall.within(timeout);
        if (nanos <= 0) {
            throw overdue(0);
        }
        return nanos;
    }

    /** @param millis that the call had; 0: the call within which it was made has none left */
    RemoteException overdue(long millis) {
        return new RemoteException(
                Code.DEADLINE_EXCEEDED,
                millis == 0
                        ? "The call to " + session.name()
                                + " was not made: the call within which it was made is overdue"
                        : "No answer from " + session.name() + " within " + millis
                                + " ms. Another deadline is set by CallOptions.timeout, @Timeout or EndpointOptions");
    }

    /** Sends a call that is encoded; from now on it can be answered. */
    void send(PendingCall call, Message message) {
        pending.put(call.id(), call);
        session.engine().watcher().wake();
        if (!session.state().hasEnded()) {
            session.main().outbox().send(message);
        } else if (pending.remove(call.id()) != null) {
            gate.leave(1);
            call.fail(session.state().notSent());
        }
    }

    /** Sends a call whose answer is a Credit. */
    void sendOneWay(Message message) {
        oneWays.incrementAndGet();
        if (session.state().hasEnded()) {
            gate.leave(oneWays.getAndSet(0));
            throw session.state().notSent();
        }
        session.main().outbox().send(message);
    }

    /** By main's reader. An answer to a call that was given up is dropped. */
    void answer(int type, long id, In body, boolean owned) {
        PendingCall call = pending.remove(id);
        if (call == null) {
            return;
        }
        gate.leave(1);
        if (owned) {
            call.completeWith(type, body);
        } else {
            call.complete(type, body);
        }
    }

    /** By main's reader: one-way calls are done at the peer. */
    void credit(long id, int count) {
        if (id != 0) {
            return;
        }
        // By main's reader alone: nobody else takes away, so what is there now stays there.
        if (count <= 0 || count > oneWays.get()) {
            throw new ProtocolException(
                    GoAway.Reason.PROTOCOL,
                    "A credit for " + Integer.toUnsignedString(count) + " one-way calls; fewer are out");
        }
        oneWays.addAndGet(-count);
        gate.leave(count);
    }

    /** Ends the wait for a call and tells the peer. */
    void abandon(long id, RemoteException why) {
        PendingCall call = pending.remove(id);
        if (call != null) {
            gate.leave(1);
            call.fail(why);
            if (!session.main().outbox().abort(id)) {
                cancel(id);
            }
        }
    }

    void cancel(long id) {
        if (!session.state().hasEnded()) {
            session.main().send(Frame.CANCEL, 0, id);
        }
    }

    boolean any() {
        return gate.inside() > 0 || session.lanes().busy();
    }

    int count() {
        int busy = 0;
        for (Lane lane : session.lanes().open()) {
            busy += lane.isBusy() ? 1 : 0;
        }
        return gate.inside() + busy;
    }

    boolean look(long now) {
        for (PendingCall call : pending.values()) {
            if (now - call.deadline() > 0) {
                abandon(call.id(), overdue(call.millis()));
            }
        }
        return !pending.isEmpty();
    }

    /** The session has ended. Who waits at the gate is let in, and finds that. */
    void fail() {
        for (Long id : pending.keySet()) {
            PendingCall call = pending.remove(id);
            if (call != null) {
                gate.leave(1);
                call.fail(session.state().lost());
            }
        }
        gate.leave(oneWays.getAndSet(0));
    }
}
