package dev.wherry.internal.session;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallException.Outcome;
import dev.wherry.CallOptions;
import dev.wherry.internal.invoke.InboundCall;
import dev.wherry.internal.invoke.RemoteInterface;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.loop.CallStarts;
import dev.wherry.internal.loop.CallThreads;
import dev.wherry.internal.loop.LoopThread;
import dev.wherry.internal.loop.Watcher;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.FrameParser;
import dev.wherry.internal.wire.InFlightCalls;
import dev.wherry.internal.wire.OutboundCapacity;
import dev.wherry.internal.wire.SessionState;
import dev.wherry.spi.In;
import dev.wherry.spi.Link;
import dev.wherry.text.Throttle;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The calls that this side makes in one session: their threads and clock around {@link InFlightCalls}. */
public final class OutgoingCalls implements CallPermits.Owner {
    /** The time after the deadline in which the peer's Failure may still be received. */
    static final long GRACE = TimeUnit.MILLISECONDS.toNanos(50);

    /** Each session that ends logs this once; many may end together. */
    private static final Throttle LOST = new Throttle(10, TimeUnit.SECONDS.toNanos(1));

    private final SessionState state;
    private final Messages messages;
    private final MainLink main;
    private final Lanes lanes;
    private final OutboundCapacity.SessionShare capacity;
    private final Duration defaultTimeout;
    private final LongAdder carried;
    final Watcher watcher;
    private final CallThreads.Quota threads;
    final InFlightCalls<PendingCall> calls;
    private final CallPermits permits;
    /** Calls whose outcome could not be reported because there was no memory. The watcher tries again. */
    private final AtomicReference<@Nullable PendingCall> unreported = new AtomicReference<>();
    /** Tasks that take outcomes for which no thread has begun yet. */
    private final Set<Runnable> waiting = ConcurrentHashMap.newKeySet();

    /**
     * @param limit the number of calls that the peer accepts at one time
     * @param capacity for answers, as far as messages name it
     * @param carried counts the calls that the main link carries
     */
    OutgoingCalls(
            int limit,
            MainLink main,
            Lanes lanes,
            Messages messages,
            OutboundCapacity.SessionShare capacity,
            Duration defaultTimeout,
            LongAdder carried,
            Watcher watcher,
            CallStarts starts) {
        this.main = main;
        this.lanes = lanes;
        this.messages = messages;
        this.capacity = capacity;
        this.defaultTimeout = defaultTimeout;
        this.carried = carried;
        this.watcher = watcher;
        threads = starts.threads();
        state = messages.state();
        calls = new InFlightCalls<>(limit);
        permits = new CallPermits(calls, state.peer(), this);
    }

    @Override
    public void checkOpen() {
        state.checkOpen();
    }

    /**
     * Creates a lane over a link whose peer has accepted it.
     *
     * @param memory counts its calls if shared memory carries the link; null if a socket does
     */
    Lane lane(Link link, FrameParser in, long number, @Nullable LongAdder memory) {
        return new Lane(link, in, number, this, memory == null ? carried : memory, memory != null);
    }

    Messages messages() {
        return messages;
    }

    SessionState state() {
        return state;
    }

    Lanes lanes() {
        return lanes;
    }

    MainLink main() {
        return main;
    }

    // ---- beginning

    /**
     * Begins a call whose caller waits for its result, or for its acceptance: on an idle lane if a platform thread calls,
     * otherwise by main.
     */
    Exchange begin(RemoteMethod method, long object, CallOptions options, int flags) {
        // A lane would run an accepted call of an extension on a thread that is not the extension's.
        boolean byMain = options.ordered() || (flags != 0 && method.isOfExtension());
        if (!byMain && !Thread.currentThread().isVirtual()) {
            LoopThread.leaveLoop();
            long nanos = nanos(options);
            long now = System.nanoTime();
            Lane lane = lanes.take(now, method.waitsAsLongAsItTakes());
            if (lane != null) {
                try {
                    if (lane.begin(flags, method, object, options, millis(nanos), now, now + nanos + GRACE)) {
                        return lane;
                    }
                } catch (RuntimeException | Error e) {
                    lane.notBegun();
                    throw e;
                }
            }
        }
        return beginByMain(method, object, options, flags, null);
    }

    /** @param whenDone see {@link PendingCall} */
    PendingCall beginByMain(
            RemoteMethod method, long object, CallOptions options, int flags, @Nullable Runnable whenDone) {
        StackReserve.check();
        LoopThread.leaveLoop();
        state.checkOpen();
        if (options.failFast()) {
            state.checkLink();
        }
        long nanos = nanos(options);
        long until = System.nanoTime() + nanos;
        boolean interruptedBefore = Thread.interrupted();
        try {
            interruptedBefore |= enter(nanos, until, method.waitsAsLongAsItTakes());
            try {
                long id = calls.nextId();
                long now = System.nanoTime();
                PendingCall call = new PendingCall(
                        this, id, flags, millis(nanos), until + GRACE, interruptedBefore, whenDone, messages.take());
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
            throw state.cancelled(Outcome.NOT_RUN);
        } catch (RuntimeException | Error e) {
            if (interruptedBefore) {
                Thread.currentThread().interrupt();
            }
            throw e;
        }
    }

    /**
     * Waits for capacity for one more call, at the peer and on the link.
     *
     * @param outlasts whether an interrupt leaves it waiting
     * @return whether it was interrupted
     */
    boolean enter(long nanos, long until, boolean outlasts) throws InterruptedException {
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
        permits.enter(nanos);
        boolean entered = false;
        try {
            Outbox outbox = main.outbox();
            if (InboundCall.current() == null
                    && outbox.isFull()
                    && !outbox.awaitCapacity(Math.max(1, until - System.nanoTime()), state::isOpen)) {
                throw new CallException(
                                Code.DEADLINE_EXCEEDED,
                                "The call was not sent: what was sent before to " + state.peer()
                                        + " was not received (limit 'unsentBytes')")
                        .withOutcome(Outcome.NOT_RUN);
            }
            // Only now is this call among those that a session's orderly end waits for.
            state.checkOpen();
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
        permits.left(1);
    }

    /** The time that a call may take; less than asked for where the thread serves a call that has less left. */
    private long nanos(CallOptions options) {
        Duration timeout = options.timeout() != null ? options.timeout() : defaultTimeout;
        long nanos = InboundCall.within(timeout);
        if (nanos <= 0) {
            throw overdue(0);
        }
        return nanos;
    }

    /** Rounds up; 0: no limit. Otherwise each call within a call would lose up to a millisecond that nobody has used. */
    private static long millis(long nanos) {
        return nanos == RemoteInterface.UNLIMITED ? 0 : TimeUnit.NANOSECONDS.toMillis(nanos - 1) + 1;
    }

    /** @param millis that the call had; 0: the call within which it was made has none left */
    CallException overdue(long millis) {
        return millis == 0
                ? new CallException(
                                Code.DEADLINE_EXCEEDED,
                                "The call to " + state.peer()
                                        + " was not made: the call within which it was made is overdue")
                        .withOutcome(Outcome.NOT_RUN)
                : new CallException(
                        Code.DEADLINE_EXCEEDED,
                        "No answer from " + state.peer() + " within " + millis
                                + " ms. Another deadline is set by CallOptions.timeout, @Timeout or EndpointOptions");
    }

    // ---- under way

    /** Sends a call that is encoded; from now on it can be answered. */
    void send(PendingCall call, OutboundMessage message) {
        try {
            call.passedOn(main.outbox().links());
            calls.sent(call);
            carried.increment();
            watcher.wake();
            if (state.hasEnded()) {
                end(call.id(), state.notSent());
            } else if (InboundCall.current() != null && main.outbox().isFull()) {
                // It has not waited for capacity, since the peer may wait for it; so it is limited as answers are.
                if (!main.outbox().trySend(message)) {
                    message.rollback();
                    end(call.id(), unsent());
                }
            } else if (Thread.currentThread().isVirtual()) {
                main.outbox().sendTogether(message);
            } else {
                main.outbox().send(message);
            }
        } catch (Error e) {
            giveUp(call);
            throw e;
        }
    }

    /** Ends a call whose caller gets an error and waits no more. */
    void giveUp(PendingCall call) {
        if (calls.end(call.id()) != null) {
            permits.left(1);
        } else if (!call.isAnswered()) {
            leave();
        }
    }

    private CallException unsent() {
        return new CallException(Code.REFUSED, "A call within a call was not sent: " + capacity.isFull());
    }

    /** Sends a call whose answer is a Credit. */
    void sendOneWay(OutboundMessage message) {
        calls.sentOneWay();
        carried.increment();
        if (state.hasEnded()) {
            calls.endOneWays();
            permits.wake();
            throw state.notSent();
        }
        if (InboundCall.current() == null || !main.outbox().isFull()) {
            main.outbox().send(message);
        } else if (!main.outbox().trySend(message)) {
            message.rollback();
            calls.credit(1);
            permits.left(1);
            throw unsent();
        }
    }

    /** Completes a call. An answer to a call that was given up is dropped. Called by main's reader. */
    void answer(int type, int flags, long id, In body, boolean owned) {
        PendingCall call = calls.end(id);
        OutboundMessage settled = lanes.settled(id);
        if (call != null) {
            permits.left(1);
            call.complete(type, flags, body, owned);
        } else {
            main.checkPeerReads();
            if (settled != null && Settlement.isNotReceived(type, body)) {
                settled.takeBackListed(); // the caller has given the call up, and does not send it again
            }
            new InboundMessage(messages, body).of(type, flags).end();
        }
    }

    /** Fails a call for whose answer there was no capacity. Called by main's reader. */
    void refuse(int type, long id, String why) {
        lanes.settled(id);
        end(id, InboundMessage.noCapacity(type, why));
    }

    /** Counts one-way calls that are done at the peer. Called by main's reader. */
    void credit(long id, int count) {
        if (id == 0) {
            calls.credit(count);
            permits.left(count);
        }
    }

    /** Ends the wait for a call, and sends a Cancel to the peer. */
    void abandon(long id, CallException why) {
        boolean unsent = main.outbox().abort(id);
        if (end(id, unsent ? why.withOutcome(Outcome.NOT_RUN) : why) && !unsent) {
            cancel(id);
        }
    }

    boolean end(long id, CallException why) {
        PendingCall.Failed failed =
                new PendingCall.Failed(why); // first: once the call is removed, its caller must be notified
        PendingCall call = calls.end(id);
        if (call != null) {
            permits.left(1);
            call.fail(failed);
        }
        return call != null;
    }

    /** Keeps a call whose outcome could not be reported. Needs no memory. */
    void unreported(PendingCall call) {
        PendingCall first;
        do {
            first = unreported.get();
            call.before(first);
        } while (!unreported.compareAndSet(first, call));
    }

    private void reportUnreported() {
        PendingCall call = unreported.getAndSet(null);
        while (call != null) {
            PendingCall next = call.next();
            call.report();
            call = next;
        }
    }

    /**
     * Starts a thread that takes an outcome, which runs what depends on it.
     *
     * @throws OutOfMemoryError if no thread can be started
     */
    void startTaking(Runnable outcome, boolean large) {
        waiting.add(outcome);
        threads.start(outcome, large);
    }

    /** Notes that a thread has begun to take an outcome. */
    void hasThread(Runnable outcome) {
        waiting.remove(outcome);
    }

    void threadBegun() {
        threads.begun();
    }

    /** Takes all outcomes that wait for a thread. Called by a spare thread. */
    private void takeWaiting() {
        waiting.forEach(Runnable::run);
    }

    void cancel(long id) {
        if (!state.hasEnded()) {
            StackReserve.check();
            main.send(Frame.CANCEL, 0, id);
        }
    }

    // ---- the whole

    /** Returns how many calls were made. */
    long made() {
        return calls.made() + lanes.made();
    }

    public int count() {
        return calls.inside() + lanes.busy();
    }

    /** Checks deadlines, and outcomes for which no virtual thread gets a carrier. Called by the watcher. */
    boolean check(long now) {
        for (PendingCall call : calls.overdue(now)) {
            abandon(call.id(), overdue(call.millis()));
        }
        reportUnreported();
        boolean someWait = !waiting.isEmpty();
        if (someWait) {
            threads.markWaiting();
            if (threads.areCarriersHeld()) {
                threads.trySpare(this::takeWaiting);
            }
        }
        return calls.any() || unreported.get() != null || someWait;
    }

    /** Wakes the callers that wait to begin a call, because the session begins no more. */
    void closing() {
        permits.wake();
        main.outbox().wake();
    }

    private void logLost(int lost) {
        long silent = LOST.next(System.nanoTime());
        if (silent >= 0) {
            LOG.log(
                    Level.WARNING,
                    lost + " one-way calls to " + state.peer()
                            + " may or may not have run: the connection ended before they were done"
                            + Throttle.more(silent));
        }
    }

    /** The session has ended. May be repeated. */
    void endAll() {
        for (PendingCall call : calls.pending()) {
            end(call.id(), call.waitsForLink() ? state.notSent() : state.lost());
        }
        int lost = calls.endOneWays();
        permits.wake();
        reportUnreported();
        if (unreported.get() != null) {
            throw new IllegalStateException("Not all callers could be notified");
        }
        if (lost > 0) {
            logLost(lost);
        }
    }
}
