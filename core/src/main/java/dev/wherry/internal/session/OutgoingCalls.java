package dev.wherry.internal.session;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.CallOptions;
import dev.wherry.internal.invoke.InboundCall;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.invoke.Throttle;
import dev.wherry.internal.loop.Driver;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.InFlightCalls;
import dev.wherry.spi.In;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The calls that this side makes in one session: their threads and clock around {@link InFlightCalls}. */
public final class OutgoingCalls {
    /** What the peer gets on top of the deadline for its own Failure to arrive. */
    private static final long GRACE = TimeUnit.MILLISECONDS.toNanos(50);

    /** Each session that ends says so once; many may end together. */
    private static final Throttle LOST = new Throttle(10, TimeUnit.SECONDS.toNanos(1));

    private final Session session;
    private final InFlightCalls<PendingCall> calls;
    private final Gate gate;
    /** Calls whose outcome could not be told to who waits for it, for want of memory; the watcher tries again. */
    private final AtomicReference<@Nullable PendingCall> untold = new AtomicReference<>();

    /** Outcomes that are there, and that no thread has taken up yet. */
    private final Set<RemoteCall.Outcome> waiting = ConcurrentHashMap.newKeySet();

    OutgoingCalls(Session session, int limit) {
        this.session = session;
        calls = new InFlightCalls<>(limit);
        gate = new Gate(calls, session.name(), session.state()::checkOpen);
    }

    // ---- beginning

    /** Begins a call whose caller waits: on an idle lane if a platform thread calls, else by main. */
    Exchange begin(RemoteMethod method, long object, CallOptions options) {
        if (!options.ordered() && !method.byMain() && !Thread.currentThread().isVirtual()) {
            Driver.leaveLoop();
            long nanos = nanos(options);
            long now = System.nanoTime();
            Lane lane = session.lanes().take(now, method.waitsAsLongAsItTakes());
            if (lane != null) {
                try {
                    if (lane.begin(method, object, options, millis(nanos), now, now + nanos + GRACE)) {
                        return lane;
                    }
                } catch (RuntimeException | Error e) {
                    lane.notBegun();
                    throw e;
                }
            }
        }
        return beginByMain(method, object, options, 0, null);
    }

    /** @param whenDone see {@link PendingCall} */
    PendingCall beginByMain(
            RemoteMethod method, long object, CallOptions options, int flags, @Nullable Runnable whenDone) {
        StackReserve.check();
        Driver.leaveLoop();
        session.state().checkOpen();
        long nanos = nanos(options);
        long until = System.nanoTime() + nanos;
        boolean interruptedBefore = Thread.interrupted();
        try {
            interruptedBefore |= enter(nanos, until, method.waitsAsLongAsItTakes());
            try {
                long id = calls.nextId();
                long now = System.nanoTime();
                PendingCall call =
                        new PendingCall(session, id, flags, millis(nanos), until + GRACE, interruptedBefore, whenDone);
                call.outlastsInterrupts(method.waitsAsLongAsItTakes());
                long left = millis(Math.max(1, until - now));
                call.message().beginCall(flags, id, method, object, options, left, now);
                return call;
            } catch (RuntimeException | Error e) {
                leave();
                throw e;
            }
        } catch (InterruptedException e) {
            // Used up, as an interrupt during the call would be.
            throw session.state().cancelled(Outcome.NOT_RUN);
        } catch (RuntimeException | Error e) {
            if (interruptedBefore) {
                Thread.currentThread().interrupt();
            }
            throw e;
        }
    }

    /**
     * Waits for room for one more call, at the peer and on the link.
     *
     * @param outlasts whether an interrupt leaves it waiting; then true if one came
     */
    private boolean enter(long nanos, long until, boolean outlasts) throws InterruptedException {
        boolean interrupted = false;
        long left = nanos;
        while (true) {
            try {
                enter(left, until);
                return interrupted;
            } catch (InterruptedException e) {
                if (!outlasts) {
                    throw e;
                }
                interrupted = true;
                left = Math.max(1, until - System.nanoTime());
            } catch (RuntimeException | Error e) {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
                throw e;
            }
        }
    }

    private void enter(long nanos, long until) throws InterruptedException {
        gate.enter(nanos);
        boolean entered = false;
        try {
            Outbox outbox = session.main().outbox();
            if (InboundCall.current() == null
                    && outbox.isFull()
                    && !outbox.awaitRoom(Math.max(1, until - System.nanoTime()), session.state()::isOpen)) {
                throw new CallException(
                                Code.DEADLINE_EXCEEDED,
                                "The call was not sent: " + session.name()
                                        + " does not take what was sent before (limit 'unsentBytes')")
                        .withOutcome(Outcome.NOT_RUN);
            }
            // Only now is this call among those that a session's orderly end waits for.
            session.state().checkOpen();
            entered = true;
        } finally {
            if (!entered) {
                leave();
            }
        }
    }

    /** Gives back the place of a call that was not sent. */
    void leave() {
        calls.leave();
        gate.left(1);
    }

    /** The time that a call may take; less than asked for where the thread serves a call that has less left. */
    private long nanos(CallOptions options) {
        Duration timeout = options.timeout() != null
                ? options.timeout()
                : session.engine().options().timeout();
        long nanos = InboundCall.within(timeout);
        if (nanos <= 0) {
            throw overdue(0);
        }
        return nanos;
    }

    /** 0 for no limit; rounded up: else a call within a call would lose up to a millisecond at each level that nobody has used. */
    private static long millis(long nanos) {
        return nanos == InboundCall.UNLIMITED ? 0 : TimeUnit.NANOSECONDS.toMillis(nanos - 1) + 1;
    }

    /** @param millis that the call had; 0: the call within which it was made has none left */
    CallException overdue(long millis) {
        return millis == 0
                ? new CallException(
                                Code.DEADLINE_EXCEEDED,
                                "The call to " + session.name()
                                        + " was not made: the call within which it was made is overdue")
                        .withOutcome(Outcome.NOT_RUN)
                : new CallException(
                        Code.DEADLINE_EXCEEDED,
                        "No answer from " + session.name() + " within " + millis
                                + " ms. Another deadline is set by CallOptions.timeout, @Timeout or EndpointOptions");
    }

    // ---- under way

    /** Sends a call that is encoded; from now on it can be answered. */
    void send(PendingCall call, OutboundMessage message) {
        try {
            calls.sent(call);
            session.carried().increment();
            session.engine().watcher().wake();
            if (session.state().hasEnded()) {
                end(call.id(), session.state().notSent());
            } else if (InboundCall.current() != null && session.main().outbox().isFull()) {
                // It has not waited for room, since its caller's peer may wait for it; so it is limited as answers are.
                if (!session.main().outbox().sendIfTaken(message)) {
                    message.rollback();
                    end(call.id(), unsent());
                }
            } else if (Thread.currentThread().isVirtual()) {
                session.main().outbox().sendTogether(message);
            } else {
                session.main().outbox().send(message);
            }
        } catch (Error e) {
            giveUp(call);
            throw e;
        }
    }

    /** Its caller is told of an error, and waits no more. */
    private void giveUp(PendingCall call) {
        if (calls.end(call.id()) != null) {
            gate.left(1);
        } else if (!call.isAnswered()) {
            leave();
        }
    }

    private CallException unsent() {
        return new CallException(
                Code.REFUSED,
                "A call within a call was not sent: " + session.outboundRoom().isFull());
    }

    /** Sends a call whose answer is a Credit. */
    void sendOneWay(OutboundMessage message) {
        calls.sentOneWay();
        session.carried().increment();
        if (session.state().hasEnded()) {
            calls.endOneWays();
            gate.wake();
            throw session.state().notSent();
        }
        if (InboundCall.current() == null || !session.main().outbox().isFull()) {
            session.main().outbox().send(message);
        } else if (!session.main().outbox().sendIfTaken(message)) {
            message.rollback();
            calls.credit(1);
            gate.left(1);
            throw unsent();
        }
    }

    /** By main's reader. An answer to a call that was given up is dropped. */
    void answer(int type, int flags, long id, In body, boolean owned) {
        PendingCall call = calls.end(id);
        if (call != null) {
            gate.left(1);
            call.complete(type, flags, body, owned);
        } else {
            session.main().checkPeerReads();
            new InboundMessage(session, body).of(type, flags).end();
        }
    }

    /** By main's reader: there was no room for a call's answer. */
    void refuse(int type, long id, String why) {
        end(id, untaken(type, why));
    }

    /** @param type of the answer: a Failure may be of a call that was not run */
    static CallException untaken(int type, String why) {
        return new CallException(Code.REFUSED, "The call was answered, and the answer was not taken: " + why)
                .withOutcome(type == Frame.REPLY ? Outcome.RAN : Outcome.UNKNOWN);
    }

    /** By main's reader: one-way calls are done at the peer. Those of streams are nobody's here. */
    void credit(long id, int count) {
        if (id == 0) {
            calls.credit(count);
            gate.left(count);
        }
    }

    /** Ends the wait for a call and tells the peer. */
    void abandon(long id, CallException why) {
        boolean unsent = session.main().outbox().abort(id);
        if (end(id, unsent ? why.withOutcome(Outcome.NOT_RUN) : why) && !unsent) {
            cancel(id);
        }
    }

    private boolean end(long id, CallException why) {
        PendingCall.Failed failed = new PendingCall.Failed(why); // first: once the call is taken out it must be told
        PendingCall call = calls.end(id);
        if (call != null) {
            gate.left(1);
            call.fail(failed);
        }
        return call != null;
    }

    /** Its outcome is there, and telling it failed. Needs no memory. */
    void untold(PendingCall call) {
        PendingCall first;
        do {
            first = untold.get();
            call.before(first);
        } while (!untold.compareAndSet(first, call));
    }

    private void tellUntold() {
        PendingCall call = untold.getAndSet(null);
        while (call != null) {
            PendingCall next = call.next();
            call.tell();
            call = next;
        }
    }

    /** A thread is asked for to take an outcome, which runs what depends on it. */
    void awaitThread(RemoteCall.Outcome outcome) {
        waiting.add(outcome);
    }

    void hasThread(RemoteCall.Outcome outcome) {
        waiting.remove(outcome);
    }

    /** By a spare thread. */
    private void takeWaiting() {
        waiting.forEach(RemoteCall.Outcome::take);
    }

    void cancel(long id) {
        if (!session.state().hasEnded()) {
            StackReserve.check();
            session.main().send(Frame.CANCEL, 0, id);
        }
    }

    // ---- the whole

    public int count() {
        return calls.inside() + session.lanes().busy();
    }

    /** By the watcher: deadlines, and outcomes for which no virtual thread gets a carrier. */
    boolean look(long now) {
        for (PendingCall call : calls.overdue(now)) {
            abandon(call.id(), overdue(call.millis()));
        }
        tellUntold();
        boolean someWait = !waiting.isEmpty();
        if (someWait) {
            session.engine().callThreads().markWaiting();
            if (session.engine().callThreads().areCarriersHeld()) {
                session.threads().trySpare(this::takeWaiting);
            }
        }
        return calls.any() || untold.get() != null || someWait;
    }

    /** The session begins no more calls: who waits to begin one is told. */
    void closing() {
        gate.wake();
        session.main().outbox().wake();
    }

    private void tell(int lost) {
        long silent = LOST.next(System.nanoTime());
        if (silent >= 0) {
            LOG.log(
                    Level.WARNING,
                    lost + " one-way calls to " + session.name()
                            + " may or may not have run: the connection ended before they were done"
                            + Throttle.more(silent));
        }
    }

    /** The session has ended. May be repeated. */
    void endAll() {
        for (PendingCall call : calls.pending()) {
            end(call.id(), session.state().lost());
        }
        int lost = calls.endOneWays();
        gate.wake();
        tellUntold();
        if (untold.get() != null) {
            throw new IllegalStateException("Not all callers could be told");
        }
        if (lost > 0) {
            tell(lost);
        }
    }
}
