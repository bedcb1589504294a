package dev.wherry.internal.session;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Peer;
import dev.wherry.internal.invoke.InboundCall;
import dev.wherry.internal.invoke.Interceptors;
import dev.wherry.internal.loop.CallStarts;
import dev.wherry.internal.loop.LoopThread.Ownership;
import dev.wherry.internal.loop.Watcher;
import dev.wherry.internal.objects.Inspection;
import dev.wherry.internal.objects.RecordedCalls;
import dev.wherry.internal.objects.Registry;
import dev.wherry.internal.statistics.Mode;
import dev.wherry.internal.statistics.Tallies;
import dev.wherry.internal.wire.AdmissionLimit;
import dev.wherry.internal.wire.CallHead;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.FrameParser;
import dev.wherry.internal.wire.OutboundCapacity;
import dev.wherry.internal.wire.ProtocolException;
import dev.wherry.internal.wire.Refusal;
import dev.wherry.internal.wire.RunningLimit;
import dev.wherry.internal.wire.SessionState;
import dev.wherry.spi.In;
import dev.wherry.spi.Link;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The peer's calls in one session. Calls that are received by main run on virtual threads, one each, or on the threads of the
 * session's extension. If their methods have been fast so far, they run on the thread that reads them. Each lane runs its calls
 * on its thread.
 */
public final class IncomingCalls {
    // Shared by all served calls.
    final MainLink main;
    final SessionState state;
    final SessionClock clock;
    final Messages messages;
    final CalledObjects objects;
    final RecordedCalls recorded;
    final Interceptors.OfServer interceptors;
    final Tallies tallies;
    final Watcher watcher;
    final CallStarts starts;
    final ServedCalls served;
    final Peer peer;
    final Object endpoint;

    private final OutboundCapacity.SessionShare capacity;
    final CallAdmission admission;
    private final OneWays oneWays;
    private final OrderedCalls orders = new OrderedCalls();
    /** Reused for calls that run on the thread that reads them; used by the reader alone. */
    private @Nullable ServedCall here;
    /** The times of the last call whose caller asked for them. */
    private volatile @Nullable Stages traced;

    /**
     * @param capacity for answers
     * @param endpoint that serves the calls, by identity
     */
    IncomingCalls(
            MainLink main,
            Messages messages,
            CalledObjects objects,
            Interceptors.OfServer interceptors,
            Tallies tallies,
            OutboundCapacity.SessionShare capacity,
            Watcher watcher,
            CallStarts starts,
            ServedCalls served,
            Peer peer,
            Object endpoint) {
        this.main = main;
        this.messages = messages;
        this.objects = objects;
        recorded = objects.bindings().recorded();
        this.interceptors = interceptors;
        this.tallies = tallies;
        this.capacity = capacity;
        this.watcher = watcher;
        this.starts = starts;
        this.peer = peer;
        this.endpoint = endpoint;
        state = messages.state();
        clock = messages.clock();
        this.served = served;
        oneWays = new OneWays(main, state);
        admission = new CallAdmission(
                new AdmissionLimit(messages.limits(), messages.capacity()), starts, objects, tallies, state.peer());
    }

    /** Creates the server of a lane, which is not admitted yet. */
    LaneServer lane(Link link, FrameParser in, long number, boolean overMemory) {
        return new LaneServer(this, link, in, number, overMemory, capacity);
    }

    /** Accepts a call or refuses it. Called by main's reader. */
    void call(long id, int flags, In body, boolean owned) {
        int size = body.remaining();
        CallHead head = CallHead.read(body, flags);
        if (id >>> Frame.LANE_SHIFT != 0) {
            throw ProtocolException.breach("Call " + id + " of a lane was received by main");
        }
        if ((flags & Frame.ONE_WAY) == 0 && main.isCancelled(id)) {
            refuseUnread(body, flags);
            fail(id, state.cancelled(CallException.Outcome.NOT_RUN));
            return;
        }
        if (served.contains(id)) {
            throw ProtocolException.breach("Call " + id + " is under way already");
        }
        Executor threads = objects.threads(head.object());
        Ownership ownership = threads == null && isQuick(head, flags) ? main.ownership(body) : null;
        int kept = ownership == null ? size : 0;
        boolean isLimited = threads == null && ownership == null;
        boolean heavy = isLimited && admission.isHeavy(head, size);
        RunningLimit[] limits =
                isLimited ? admission.limits(head, heavy && head.order() == 0) : CallAdmission.NO_LIMITS;
        Refusal over = isLimited ? admission.enter(head, limits, kept) : admission.enter(kept);
        if (over != null) {
            refuseUnread(body, flags);
            refuse(id, flags, over);
            return;
        }
        try {
            if (Frame.isUnanswered(flags)) {
                oneWays.begin();
            }
            if (ownership == null) {
                begin(id, flags, head, owned ? body : new In(body.readBytes(body.remaining())), size, threads, limits);
            } else {
                serve(here(body, flags).of(id, head, Frame.HEADER + size), id, flags, 0, ownership);
            }
        } catch (RuntimeException | Error e) {
            admission.leave(kept);
            throw e;
        }
    }

    /** Gives back the references in the body of a call that is not run. */
    private void refuseUnread(In body, int flags) {
        new InboundMessage(messages, body).of(Frame.CALL, flags).end();
    }

    private boolean isQuick(CallHead head, int flags) {
        return (flags & (Frame.ACCEPT | Frame.ORDERED)) == 0
                && (head.object() == Registry.OBJECT
                        || admission.isProven(head)) // the registry never waits behind methods
                && !main.outbox().isFull();
    }

    private ServedCall here(In body, int flags) {
        ServedCall call = here;
        if (call == null) {
            call = here = new ServedCall(this, new InboundMessage(messages), false);
        }
        return call.over(body, flags);
    }

    /** @param own threads for the calls of its object; null: those of ordinary calls */
    private void begin(
            long id, int flags, CallHead head, In arguments, int size, @Nullable Executor own, RunningLimit[] limits) {
        InboundMessage incoming = new InboundMessage(messages, arguments).of(Frame.CALL, flags);
        ServedCall call = new ServedCall(this, incoming, isAcceptance(flags)).of(id, head, Frame.HEADER + size);
        addServed(id, call);
        boolean ordered = head.order() != 0;
        Runnable serving = () -> serve(call, id, flags, size, null);
        // The calls of an order have one thread, and each of them has limits of its own.
        Runnable service = ordered && limits.length > 0 ? () -> starts.run(call, limits, serving) : serving;
        Executor threads = own != null
                ? own
                : task -> starts.start(
                        call, task, ordered, ordered ? starts.limits(admission.isHeavy(head, size)) : limits);
        try {
            if (ordered) {
                orders.run(head.order(), service, threads);
            } else {
                threads.execute(service);
            }
        } catch (OutOfMemoryError e) {
            served.remove(id, call);
            incoming.end();
            if (Frame.isUnanswered(flags)) {
                oneWays.done(true); // the refusal below is counted
            }
            refuse(id, flags, "no thread could be started for it");
            admission.leave(size);
        }
    }

    private void addServed(long id, ServedCall call) {
        served.add(id, call);
        watcher.wake(); // again: only now can the watcher find it
    }

    /** Answers a call that does not fit into the capacity of the endpoint. Called by main's reader. */
    void refuse(long id, int flags, String full) {
        refuse(id, flags, admission.refusal(full));
    }

    private void refuse(long id, int flags, Refusal over) {
        if (Frame.isUnanswered(flags)) {
            admission.refused(over.why());
            oneWays.refused(over.why());
            return;
        }
        fail(id, admission.answer(over));
    }

    /** Answers a call that is not run. Called by main's reader. */
    private void fail(long id, CallException why) {
        main.checkPeerReads();
        OutboundMessage answer = messages.take();
        answer.failure(id, why);
        send(answer);
    }

    /** @param ownership of the loop whose thread runs the call; null: it has a thread of its own */
    private void serve(ServedCall call, long id, int flags, int size, @Nullable Ownership ownership) {
        boolean unanswered = Frame.isUnanswered(flags);
        try {
            if (ownership != null) {
                serveOnLoop(call, id, unanswered, ownership);
            } else {
                serveOnThread(call, id, unanswered, size);
            }
        } catch (InterruptedException e) {
            LOG.log(Level.DEBUG, "A call was dropped: its connection ended before it could run", e);
        } catch (ProtocolException e) {
            main.refuse(e.goAway());
        } catch (RuntimeException | Error e) {
            // The end of the connection notifies the caller of a call that cannot be answered, at once and not by a
            // time-out.
            main.failed(e);
        } finally {
            if (unanswered) {
                oneWays.done(false);
            }
        }
    }

    // ---- on the thread that reads

    /** Runs a call. If the loop was taken away from it meanwhile, it ends as a call on another thread does. */
    private void serveOnLoop(ServedCall call, long id, boolean unanswered, Ownership ownership) {
        OutboundMessage answer;
        Throwable failed;
        try {
            main.handled(); // first, since another thread may take the loop over from now on
            ownership.enter(call);
            answer = messages.take();
            failed = call.serve(answer);
        } finally {
            ownership.leave();
            if (ownership.isLost()) {
                served.remove(id, call);
            }
            admission.leave(0);
        }
        boolean reads = !ownership.isLost();
        call.count(
                reads ? ownership.meter() : null,
                Mode.LOOP,
                unanswered ? 0 : answer.out().size());
        if (unanswered) {
            drop(answer, call, failed);
        } else if (reads) {
            add(answer, id);
        } else {
            send(answer, id);
        }
    }

    /** Leaves an answer to the loop, which sends it together with others. */
    private void add(OutboundMessage answer, long id) {
        if (!main.outbox().tryAdd(answer)) {
            replaceAnswer(answer, id);
            main.outbox().add(answer);
        }
        messages.give(answer);
    }

    // ---- on threads of their own

    /** Runs a call once there is capacity for its answer, unless nobody wants it any more. */
    private void serveOnThread(ServedCall call, long id, boolean unanswered, int size) throws InterruptedException {
        OutboundMessage answer;
        Throwable failed;
        int reserved = 0;
        try {
            CallException unwanted = call.isOrdered() ? null : call.state().unwanted(System.nanoTime());
            if (unwanted == null) {
                awaitCapacity(call);
                reserved = reserve(call);
            }
            call.takeUp();
            answer = messages.take();
            failed = unwanted == null ? call.serve(answer) : refuse(call, answer, unwanted);
        } finally {
            if (reserved > 0) {
                main.outbox().unreserve(reserved);
            }
            if (!call.isAccepted()) {
                left(call, id, size);
            }
        }
        if (call.isAccepted()) {
            sendAccepted(answer, call, id, size);
            return;
        }
        call.count(null, Mode.THREAD, unanswered ? 0 : answer.out().size());
        if (unanswered) {
            drop(answer, call, failed);
        } else {
            send(answer, id);
        }
    }

    /** Waits until there is capacity for its answer. */
    private void awaitCapacity(ServedCall call) throws InterruptedException {
        if (!main.outbox().awaitCapacity(call.state().nanosLeft(System.nanoTime()), () -> true)) {
            // It is overdue, and is answered so; but a peer that reads nothing is not answered without end.
            main.checkPeerReads();
        }
    }

    /** Reserves capacity for its answer, as large as that is likely to be. Returns the number of bytes. */
    private int reserve(ServedCall call) throws InterruptedException {
        int likely = call.likelyAnswer();
        return likely == 0 ? 0 : main.outbox().reserve(likely, call.state().nanosLeft(System.nanoTime()));
    }

    private Throwable refuse(ServedCall call, OutboundMessage answer, CallException why) {
        main.checkPeerReads();
        if (why.code() != Code.CANCELLED) {
            admission.refused(String.valueOf(why.getMessage()));
        }
        call.refuse(answer, why);
        return why;
    }

    // ---- calls whose callers wait only until they are accepted

    private static boolean isAcceptance(int flags) {
        return (flags & Frame.ACCEPTED) == Frame.ACCEPTED;
    }

    /**
     * Accepts a call of a lane, on the lane's thread.
     *
     * @param answer becomes the empty Reply, or the Failure
     * @return starts the method on another thread, and is to be run when {@code answer} is written; null: the call has failed
     */
    @Nullable
    Runnable accept(long id, int flags, In body, OutboundMessage answer) {
        int size = body.remaining();
        CallHead head = CallHead.read(body, flags);
        ServedCall call = new ServedCall(this, new InboundMessage(messages, body).of(Frame.CALL, flags), true)
                .of(id, head, Frame.HEADER + size);
        RunningLimit[] limits = admission.limits(head, admission.isHeavy(head, size));
        Refusal over = admission.enter(head, limits, size);
        if (over != null) {
            call.refuse(answer, admission.answer(over));
            return null;
        }
        try {
            addServed(id, call);
            call.serve(answer);
        } finally {
            if (!call.isAccepted()) {
                left(call, id, size);
            }
        }
        if (!call.isAccepted()) {
            call.count(null, Mode.LANE, answer.out().size());
            return null;
        }
        return () -> startAccepted(call, id, size, limits);
    }

    /** Runs a call of a lane, on the lane's thread, when the limits allow it. */
    void serveLimited(ServedCall call, CallHead head, OutboundMessage answer) {
        RunningLimit[] limits = admission.limits(head, false);
        Refusal over = admission.overload(head, limits);
        if (over != null) {
            call.refuse(answer, admission.answer(over));
        } else {
            starts.run(call, limits, () -> call.serve(answer));
        }
    }

    /** If there is no other thread for it, it runs on the lane's, since its caller was notified that it will run. */
    private void startAccepted(ServedCall call, long id, int size, RunningLimit[] limits) {
        Runnable method = () -> {
            call.takeUp();
            runAccepted(call, id, size);
        };
        try {
            starts.start(call, method, true, limits);
        } catch (OutOfMemoryError e) {
            method.run();
        }
    }

    /** Sends the acceptance of a call, then runs its method on the same thread. */
    private void sendAccepted(OutboundMessage acceptance, ServedCall call, long id, int size) {
        try {
            send(acceptance);
        } finally {
            runAccepted(call, id, size);
        }
    }

    private void runAccepted(ServedCall call, long id, int size) {
        Throwable failed;
        try {
            failed = call.runAccepted();
        } finally {
            left(call, id, size);
        }
        call.count(null, Mode.THREAD, 0);
        oneWays.failed(call, failed);
    }

    private void left(ServedCall call, long id, int size) {
        served.remove(id, call);
        admission.leave(size);
    }

    // ---- answers

    /** Sends the answer of a call that had a thread of its own. */
    private void send(OutboundMessage answer, long id) {
        if (!main.outbox().trySend(answer)) {
            replaceAnswer(answer, id);
            main.outbox().send(answer);
            main.checkPeerReads();
        }
        messages.give(answer);
    }

    private void send(OutboundMessage answer) {
        main.outbox().send(answer);
        messages.give(answer);
    }

    private void drop(OutboundMessage answer, ServedCall call, @Nullable Throwable failed) {
        answer.rollback();
        messages.give(answer);
        oneWays.failed(call, failed);
    }

    /** Replaces an answer for which there is no capacity by a failure that says so. */
    private void replaceAnswer(OutboundMessage answer, long id) {
        answer.rollback();
        answer.failure(id, droppedAnswer());
    }

    /** Returns the failure of a call for whose answer there is no capacity. */
    CallException droppedAnswer() {
        return new CallException(Code.REFUSED, "The call was run, and its answer was dropped: " + capacity.isFull())
                .withOutcome(CallException.Outcome.RAN);
    }

    // ---- by others

    /** Called by the thread that reads instead of the one on which the call runs. The reader then needs another object for calls. */
    void runsLong(ServedCall call) {
        here = null;
        if (state.hasEnded()) {
            call.state().stopAny(state.cancelled(CallException.Outcome.UNKNOWN));
        }
    }

    void traced(Stages stages) {
        traced = stages;
    }

    /** Returns what the last traced call cost of the session whose call the calling thread serves: the registry's answer. */
    public static Inspection.Served served(long number) {
        Stages known = InboundCall.current() instanceof ServedCall call ? call.calls().traced : null;
        if (known == null || known.number() != number) {
            throw new CallException(
                    Code.NOT_FOUND, "The last call that asked where its time went did not ask as " + number);
        }
        return known.served();
    }

    public int count() {
        return admission.calls() + served.runningOnLanes();
    }
}
