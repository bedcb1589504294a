package dev.wherry.internal.session;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Peer;
import dev.wherry.internal.invoke.InboundCall;
import dev.wherry.internal.invoke.Interceptors;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.invoke.Throttle;
import dev.wherry.internal.loop.CallThreads;
import dev.wherry.internal.loop.LoopThread.Turn;
import dev.wherry.internal.loop.Watcher;
import dev.wherry.internal.objects.Inspection;
import dev.wherry.internal.objects.Registry;
import dev.wherry.internal.statistics.Meter;
import dev.wherry.internal.statistics.Mode;
import dev.wherry.internal.statistics.Tallies;
import dev.wherry.internal.wire.AdmissionLimit;
import dev.wherry.internal.wire.CallHead;
import dev.wherry.internal.wire.Credits;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.FrameParser;
import dev.wherry.internal.wire.OutboundCapacity;
import dev.wherry.internal.wire.ProtocolException;
import dev.wherry.internal.wire.SessionState;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.In;
import dev.wherry.spi.Link;
import dev.wherry.text.OneLine;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The peer's calls in one session. Calls that are received by main run on virtual threads, one each, or on the threads of the
 * session's extension; or where they are read, if their methods have been quick so far. Each lane runs its calls itself.
 */
public final class IncomingCalls {
    /** Nobody waits for a one-way call, so nothing slows the sender of those that fail. */
    private static final Throttle FAILURES = new Throttle(10, TimeUnit.SECONDS.toNanos(1));

    // What served calls share.
    final MainLink main;
    final SessionState state;
    final SessionClock clock;
    final Messages messages;
    final CalledObjects objects;
    final Interceptors.OfServer interceptors;
    final Tallies tallies;
    final Watcher watcher;
    final CallThreads.Share threads;
    final Peer peer;
    final Object endpoint;

    private final OutboundCapacity.Share capacity;
    private final AdmissionLimit admission;
    private final Credits credits = new Credits();
    private final ServedCalls served;
    private final OrderedCalls ordered = new OrderedCalls();
    /** For calls that run where they are read; the reader's. */
    private @Nullable ServedCall here;
    /** Of the last call whose caller asked where its time went. */
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
            OutboundCapacity.Share capacity,
            Watcher watcher,
            CallThreads.Share threads,
            Peer peer,
            Object endpoint) {
        this.main = main;
        this.messages = messages;
        this.objects = objects;
        this.interceptors = interceptors;
        this.tallies = tallies;
        this.capacity = capacity;
        this.watcher = watcher;
        this.threads = threads;
        this.peer = peer;
        this.endpoint = endpoint;
        state = messages.state();
        clock = messages.clock();
        served = new ServedCalls(threads);
        admission = new AdmissionLimit(messages.limits(), messages.capacity());
    }

    /** Creates the server of a lane, which is not admitted yet. */
    LaneServer lane(Link link, FrameParser in, long number, boolean overMemory) {
        return new LaneServer(this, link, in, number, overMemory, capacity);
    }

    /** The calls that are served now. */
    public ServedCalls served() {
        return served;
    }

    /** By main's reader: takes a call in. */
    void call(long id, int flags, In body, boolean owned) {
        int size = body.remaining();
        CallHead head = CallHead.read(body, flags);
        if (id >>> Frame.LANE_SHIFT != 0) {
            throw ProtocolException.breach("Call " + id + " of a lane came by main");
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
        Turn turn = threads == null && isQuick(head, flags) ? main.turn(body) : null;
        int kept = turn == null ? size : 0;
        String over = admission.enter(kept);
        if (over != null) {
            refuseUnread(body, flags);
            refuse(id, flags, over);
            return;
        }
        try {
            if (Frame.isUnanswered(flags)) {
                credits.begin();
            }
            if (turn == null) {
                begin(id, flags, head, owned ? body : new In(body.readBytes(body.remaining())), size, threads);
            } else {
                serve(here(body, flags).of(id, head, Frame.HEADER + size), id, flags, 0, turn);
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
                && (head.object() == Registry.OBJECT || isProven(head)) // the registry never waits behind handlers
                && !main.outbox().isFull();
    }

    private boolean isProven(CallHead head) {
        RemoteMethod method = objects.known(head.method());
        return method != null && method.quickness().isProven();
    }

    /** Whether a call may hold a processor for long. */
    private boolean isHeavy(CallHead head, int size) {
        if (size > Frame.FRAGMENT) {
            return true;
        }
        RemoteMethod method = objects.known(head.method());
        return method != null && method.quickness().isHeavy();
    }

    private ServedCall here(In body, int flags) {
        ServedCall call = here;
        if (call == null) {
            call = here = new ServedCall(this, new InboundMessage(messages));
        }
        return call.over(body, flags);
    }

    /** @param own threads for the calls of its object; null: those of ordinary calls */
    private void begin(long id, int flags, CallHead head, In arguments, int size, @Nullable Executor own) {
        InboundMessage incoming = new InboundMessage(messages, arguments).of(Frame.CALL, flags);
        ServedCall call = new ServedCall(this, incoming).of(id, head, Frame.HEADER + size);
        served.add(id, call);
        watcher.wake(); // again: now it can be found
        Runnable service =
                isAcceptance(flags) ? () -> serveAccepting(call, id, size) : () -> serve(call, id, flags, size, null);
        Executor threads = own != null ? own : task -> start(call, task, isHeavy(head, size));
        try {
            if (head.order() != 0) {
                ordered.run(head.order(), service, threads);
            } else {
                threads.execute(service);
            }
        } catch (OutOfMemoryError e) {
            served.remove(id, call);
            incoming.end();
            if (Frame.isUnanswered(flags)) {
                oneWayDone(true); // what is refused is counted by itself
            }
            refuse(id, flags, "there is no thread to be had for it");
            admission.leave(size);
        }
    }

    /** @throws OutOfMemoryError if there is no thread to be had, so that none has begun with it or will */
    private void start(ServedCall call, Runnable task, boolean heavy) {
        call.awaitThread(task);
        try {
            threads.start(call, heavy);
        } catch (OutOfMemoryError e) {
            if (call.takeTask() != null) { // else a thread that carries others has begun all the same
                throw e;
            }
        }
    }

    /** By main's reader: answers a call for which there is no room. */
    void refuse(long id, int flags, String over) {
        if (Frame.isUnanswered(flags)) {
            warn("A one-way call by " + state.peer() + " was not run: " + over, null);
            main.checkPeerReads();
            credits.begin();
            oneWayDone(false);
            return;
        }
        fail(id, new CallException(Code.REFUSED, "The call was not run: " + over));
    }

    /** By main's reader: answers a call that is not run. */
    private void fail(long id, CallException why) {
        main.checkPeerReads();
        OutboundMessage answer = messages.take();
        answer.failure(id, why);
        send(answer);
    }

    /** @param turn in which it runs where it was read; null: on a thread of its own */
    private void serve(ServedCall call, long id, int flags, int size, @Nullable Turn turn) {
        boolean unanswered = Frame.isUnanswered(flags);
        try {
            OutboundMessage answer;
            Throwable failed;
            int reserved = 0;
            try {
                CallException unwanted = null;
                if (turn == null) {
                    unwanted = call.isOrdered() ? null : call.state().unwanted(System.nanoTime());
                    reserved = unwanted == null ? awaitRoom(call) : 0;
                    call.takeUp();
                } else {
                    turn.enter(call);
                }
                answer = messages.take();
                if (unwanted != null) {
                    main.checkPeerReads();
                    call.refuse(answer, unwanted);
                    failed = unwanted;
                } else {
                    failed = call.serve(answer);
                }
            } finally {
                if (turn != null) {
                    turn.leave();
                }
                if (turn == null || turn.isOver()) {
                    served.remove(id, call);
                }
                if (reserved > 0) {
                    main.outbox().unreserve(reserved);
                }
                admission.leave(size);
            }
            int bytes = unanswered ? 0 : answer.out().size();
            // Of the thread that reads, while it still does.
            Meter meter = turn == null || turn.isOver() ? null : turn.meter();
            call.count(meter, turn == null ? Mode.THREAD : Mode.LOOP, bytes);
            if (unanswered) {
                drop(answer, call, failed);
            } else if (meter != null) {
                if (!main.outbox().addIfTaken(answer)) {
                    untaken(answer, id);
                    main.outbox().add(answer);
                }
                messages.give(answer);
            } else {
                if (!main.outbox().sendIfTaken(answer)) {
                    untaken(answer, id);
                    main.outbox().send(answer);
                    main.checkPeerReads();
                }
                messages.give(answer);
            }
        } catch (InterruptedException e) {
            LOG.log(Level.DEBUG, "A call was dropped: its connection ended before it could run", e);
        } catch (ProtocolException e) {
            main.refuse(e.goAway());
        } catch (RuntimeException | Error e) {
            // A call that cannot be answered is told by the end of the connection, not by a time-out.
            main.broken(e);
        } finally {
            if (unanswered) {
                oneWayDone(false);
            }
        }
    }

    // ---- calls whose callers wait only until they are accepted

    private static boolean isAcceptance(int flags) {
        return (flags & Frame.ACCEPTED) == Frame.ACCEPTED;
    }

    /** Serves such a call of main, on a thread of its own. */
    private void serveAccepting(ServedCall call, long id, int size) {
        try {
            CallException unwanted = call.isOrdered() ? null : call.state().unwanted(System.nanoTime());
            call.takeUp();
            OutboundMessage answer = messages.take();
            ServedCall.Accepted accepted = null;
            if (unwanted == null) {
                accepted = call.accept(answer);
            } else {
                main.checkPeerReads();
                call.refuse(answer, unwanted);
            }
            int bytes = answer.out().size();
            send(answer);
            if (accepted == null) {
                left(call, id, size);
                call.count(null, Mode.THREAD, bytes);
            } else {
                run(call, accepted, id, size);
            }
        } catch (RuntimeException | Error e) {
            main.broken(e);
        }
    }

    /**
     * Accepts a call of a lane, on the lane's thread.
     *
     * @param answer becomes the empty Reply, or the Failure
     * @return the method, which runs on another thread and is to be started when {@code answer} is written; null: the call
     *     has failed
     */
    @Nullable
    Runnable accept(long id, int flags, In body, OutboundMessage answer) {
        int size = body.remaining();
        CallHead head = CallHead.read(body, flags);
        String over = admission.enter(size);
        if (over != null) {
            refuseUnread(body, flags);
            answer.failure(id, new CallException(Code.REFUSED, "The call was not run: " + over));
            return null;
        }
        ServedCall call = new ServedCall(this, new InboundMessage(messages, body).of(Frame.CALL, flags))
                .of(id, head, Frame.HEADER + size);
        ServedCall.Accepted accepted = call.accept(answer);
        if (accepted == null) {
            admission.leave(size);
            call.count(null, Mode.LANE, answer.out().size());
            return null;
        }
        served.add(id, call);
        watcher.wake();
        return () -> startAccepted(call, accepted, id, size, isHeavy(head, size));
    }

    /** Its caller was told that it runs: where there is no other thread for it, it runs on the lane's. */
    private void startAccepted(ServedCall call, ServedCall.Accepted accepted, long id, int size, boolean heavy) {
        Runnable method = () -> {
            call.takeUp();
            run(call, accepted, id, size);
        };
        try {
            start(call, method, heavy);
        } catch (OutOfMemoryError e) {
            method.run();
        }
    }

    private void run(ServedCall call, ServedCall.Accepted accepted, long id, int size) {
        Throwable failed;
        try {
            failed = call.runAccepted(accepted);
        } finally {
            left(call, id, size);
        }
        call.count(null, Mode.THREAD, 0);
        warnOf(call, failed);
    }

    private void left(ServedCall call, long id, int size) {
        served.remove(id, call);
        admission.leave(size);
    }

    /** Makes an answer for which there is no room a failure that says so. */
    private void untaken(OutboundMessage answer, long id) {
        answer.rollback();
        answer.failure(id, untaken());
    }

    /** What is answered to a call whose answer has no room to wait in. */
    CallException untaken() {
        return new CallException(Code.REFUSED, "The call was run, and its answer was dropped: " + capacity.isFull())
                .withOutcome(CallException.Outcome.RAN);
    }

    /** For its answer; what of that is reserved. */
    private int awaitRoom(ServedCall call) throws InterruptedException {
        if (!main.outbox().awaitRoom(call.state().nanosLeft(System.nanoTime()), () -> true)) {
            // It is overdue, and is answered so; but not for ever by a peer that reads nothing.
            main.checkPeerReads();
        }
        int likely = call.likelyAnswer();
        return likely == 0 ? 0 : main.outbox().reserve(likely, call.state().nanosLeft(System.nanoTime()));
    }

    /** A call that runs where it was read may last: from now on it is met by its id, as those on threads of their own are. */
    void knows(long id, ServedCall call) {
        served.add(id, call);
    }

    void forget(long id, ServedCall call) {
        served.remove(id, call);
    }

    /** By whoever reads in place of the thread that the call runs on: it takes another for its own. */
    void lasts(ServedCall call) {
        here = null;
        if (state.hasEnded()) {
            call.state().stopAny(state.cancelled(CallException.Outcome.UNKNOWN));
        }
    }

    private void send(OutboundMessage answer) {
        main.outbox().send(answer);
        messages.give(answer);
    }

    private void drop(OutboundMessage answer, ServedCall call, @Nullable Throwable failed) {
        answer.rollback();
        messages.give(answer);
        warnOf(call, failed);
    }

    private void warnOf(ServedCall call, @Nullable Throwable failed) {
        if (failed != null) {
            warn("A one-way call of " + call.target() + " by " + state.peer() + " failed", failed);
        }
    }

    private static void warn(String what, @Nullable Throwable failed) {
        long silent = FAILURES.next(System.nanoTime());
        if (silent >= 0) {
            if (failed instanceof CallException || failed instanceof CodecException) {
                // A refusal is told by its words; where in Wherry it was made is of no use.
                String why = OneLine.whole(String.valueOf(failed.getMessage()));
                LOG.log(Level.WARNING, what + ": " + why + Throttle.more(silent));
            } else {
                LOG.log(Level.WARNING, what + Throttle.more(silent), failed);
            }
        }
    }

    private void oneWayDone(boolean answered) {
        int count = credits.done(answered);
        if (count > 0 && !state.hasEnded()) {
            main.sendCount(Frame.CREDIT, 0, count);
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
        int running = admission.calls();
        for (LaneServer lane : served.lanes().all()) {
            running += lane.call().state().isRunning() ? 1 : 0;
        }
        return running;
    }
}
