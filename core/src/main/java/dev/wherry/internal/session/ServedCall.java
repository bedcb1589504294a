package dev.wherry.internal.session;

import dev.wherry.CallException;
import dev.wherry.CallException.Outcome;
import dev.wherry.ContextKey;
import dev.wherry.Identity;
import dev.wherry.Peer;
import dev.wherry.internal.events.Events;
import dev.wherry.internal.invoke.CallTarget;
import dev.wherry.internal.invoke.ContextLoader;
import dev.wherry.internal.invoke.InboundCall;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.invoke.Style;
import dev.wherry.internal.loop.CallStarts;
import dev.wherry.internal.loop.CallThreads;
import dev.wherry.internal.loop.LinkHandler;
import dev.wherry.internal.loop.ServingThread;
import dev.wherry.internal.objects.CallFingerprint;
import dev.wherry.internal.objects.Registry;
import dev.wherry.internal.session.Stages.Stage;
import dev.wherry.internal.statistics.Meter;
import dev.wherry.internal.statistics.Mode;
import dev.wherry.internal.statistics.Tally;
import dev.wherry.internal.wire.CallHead;
import dev.wherry.internal.wire.Exported;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.ServedCallState;
import dev.wherry.spi.In;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A call that is served here: its thread around {@link ServedCallState}. A lane uses one for all its calls. */
public final class ServedCall extends InboundCall implements LinkHandler.Call, CallStarts.Call {
    private final IncomingCalls calls;
    private final InboundMessage arguments;
    private final ServedCallState state;
    /** Whether the caller waits only until the call is accepted. */
    private final boolean accepts;

    private CallHead head = new CallHead(0, 0, 0, 0, 0, Map.of());
    private long id;
    private boolean methodBegun;
    /** The thread of the method; the lock of the state makes it visible. */
    private @Nullable Thread thread;
    /** The task of the thread that will run this call; null: a thread has begun with it, or none is needed. */
    private final AtomicReference<@Nullable Runnable> task = new AtomicReference<>();
    /** Read without a lock by the thread that takes the loop away from this call, which may find null. */
    private @Nullable RemoteMethod method;
    /** The method with its arguments; set once the call is accepted. */
    private @Nullable Run accepted;
    /** Null: the call has no key. */
    private @Nullable CallFingerprint key;

    private @Nullable Stages stages;
    private int bytes;
    private long begun;
    private long took;
    private boolean failed;

    /** @param accepts whether the caller waits only until the call is accepted */
    ServedCall(IncomingCalls calls, InboundMessage arguments, boolean accepts) {
        this.calls = calls;
        this.arguments = arguments;
        this.accepts = accepts;
        state = new ServedCallState(calls.state, this::interrupt);
    }

    /** Sets arguments that are not copied, because the call is served before their buffer is used again. */
    ServedCall over(In body, int flags) {
        arguments.in().over(body.array(), body.position(), body.position() + body.remaining());
        arguments.of(Frame.CALL, flags);
        return this;
    }

    /**
     * Makes this the call of this id, before a Cancel of it can be received.
     *
     * @param bytes of its frames
     */
    ServedCall of(long id, CallHead head, int bytes) {
        this.id = id;
        this.head = head;
        this.bytes = bytes;
        stages = Stages.of(head.context());
        begins();
        methodBegun = false;
        method = null;
        long now = System.nanoTime();
        begun = now;
        state.begin(id, head.millisLeft(), calls.clock.sent(head, now), now);
        calls.watcher.wake();
        return this;
    }

    /** Begins the time of the call again, after it has waited for a thread. */
    void takeUp() {
        begun = System.nanoTime();
        state.check(begun);
    }

    ServedCallState state() {
        return state;
    }

    @Override
    public void awaitThread(Runnable task) {
        this.task.set(task);
    }

    /** Returns whether a thread was started for it and has not begun. */
    boolean awaitsThread() {
        return task.get() != null;
    }

    @Override
    public @Nullable Runnable takeTask() {
        return task.getAndSet(null);
    }

    @Override
    public boolean isWanted(long now) {
        return isOrdered() ? !state.isStopped() : state.isWanted(now); // calls in order wait for each other
    }

    @Override
    public void refuse(CallException why) {
        state.refuse(why);
    }

    /** Runs the task. Several threads may have been started for this call. */
    @Override
    public void run() {
        Runnable mine = takeTask();
        if (mine != null) {
            mine.run();
        }
    }

    /** Records that the method holds a carrier, if it has run there for long. Called by the watcher while all are held. */
    void blameMethod(long now) {
        if (!state.isRunning() || now - begun < CallThreads.HELD) {
            return;
        }
        Thread serving = thread;
        RemoteMethod running = method;
        if (running != null && serving != null && serving.isVirtual() && serving.getState() == Thread.State.RUNNABLE) {
            running.speed().holdsCarrier();
        }
    }

    IncomingCalls calls() {
        return calls;
    }

    private void interrupt() {
        Thread serving = thread;
        if (serving != null) {
            serving.interrupt();
        }
    }

    /** Makes {@code answer} the Failure of a call that is not run. */
    void refuse(OutboundMessage answer, CallException why) {
        state.done();
        arguments.end();
        failed = true;
        answer.failure(id, why);
    }

    /**
     * Runs the call and makes its Reply or Failure of {@code answer}. Of a call that accepts, only the arguments are decoded. Then
     * {@link #isAccepted} is true, and {@link #runAccepted} runs its method.
     *
     * @return why it failed; null if it did not
     */
    @Nullable
    Throwable serve(OutboundMessage answer) {
        long started = Events.start();
        Throwable failed;
        ServingThread.beginCall();
        try {
            failed = answer(answer);
        } finally {
            if (accepted == null) {
                arguments.release();
            }
            ServingThread.endCall();
        }
        if (accepted == null) {
            ended(started, failed);
        }
        return failed;
    }

    private @Nullable Throwable answer(OutboundMessage answer) {
        answer.begin(Frame.REPLY, 0, id);
        Throwable failed = null;
        try {
            Exported object = calls.objects.object(head.object());
            RemoteMethod method = method(object);
            @Nullable Object[] values = decode(method);
            beginMethod(method);
            if (accepts) {
                state.keep();
                answer.end();
                accepted = () -> run(object, method, values);
                return null;
            }
            @Nullable Object result = run(object, method, values);
            answer.encodeResult(method, result, answerContext());
        } catch (Throwable t) {
            failed = makeFailure(t, answer);
        }
        mark(Stage.ENCODE);
        return failed;
    }

    boolean isAccepted() {
        return accepted != null;
    }

    /** Runs the method of an accepted call. Returns why it failed; null if it did not. */
    @Nullable
    Throwable runAccepted() {
        long started = Events.start();
        Throwable failed = null;
        ServingThread.beginCall();
        thread = Thread.currentThread();
        try {
            if (state.isGivenUp()) { // its deadline passed before it had this thread
                thread.interrupt();
            }
            Objects.requireNonNull(accepted).run();
        } catch (Throwable t) {
            failed = t;
        } finally {
            arguments.release();
            ServingThread.endCall();
        }
        ended(started, failed);
        return failed;
    }

    private void ended(long started, @Nullable Throwable failed) {
        took = System.nanoTime() - begun;
        if (methodBegun && method != null) {
            method.speed().took(took);
        }
        this.failed = failed != null;
        Events.served(started, calls.state.peer(), this, method, failed);
    }

    private RemoteMethod method(Exported object) {
        mark(Stage.WAITING);
        RemoteMethod called = calls.objects.method(object, head.method());
        method = called;
        mark(Stage.DISPATCH);
        calls.interceptors.authorize(this, called);
        return called;
    }

    private @Nullable Object[] decode(RemoteMethod method) throws Throwable {
        arguments.within(state.deadline(), head.millisLeft());
        @Nullable Object[] values = arguments.decodeArguments(method);
        arguments.end();
        mark(Stage.DECODE);
        Thread.interrupted(); // a value may have left the flag set
        return values;
    }

    /** The method is about to run. */
    private void beginMethod(RemoteMethod method) {
        if (!accepts) { // otherwise the method runs on another thread
            thread = Thread.currentThread();
        }
        state.run(method.name(), method.uninterruptible());
        methodBegun = true;
    }

    /** Makes {@code answer} a Failure. Returns the failure as the caller gets it. */
    private Throwable makeFailure(Throwable t, OutboundMessage answer) {
        state.done();
        Throwable failed = methodBegun ? answer.reason(t) : arguments.reason(t);
        arguments.end();
        answer.failure(id, failed, outcome(failed), method, answerContext());
        return failed;
    }

    private void mark(Stage stage) {
        if (stages != null) {
            stages.mark(stage);
        }
    }

    /**
     * Counts the call that was served, before its answer is sent.
     *
     * @param meter of the thread; null if it has none
     * @param out bytes of the answer
     */
    void count(@Nullable Meter meter, Mode mode, int out) {
        if (stages != null) {
            calls.traced(stages.on(mode));
        }
        Tally tally = tally();
        if (tally == null) {
            return;
        }
        if (meter != null) {
            meter.count(tally, mode, took, bytes, out, failed);
        } else {
            tally.count(mode, took, bytes, out, failed);
        }
        if (mode == Mode.THREAD && method != null && !failed) {
            method.answered(out);
        }
        method = null; // its classes may be unloaded before the next call is received
    }

    /** Returns where it is counted; null if it is the registry's, or if its method is not known yet. */
    @Nullable
    Tally tally() {
        RemoteMethod called = method;
        return called == null || head.object() == Registry.OBJECT ? null : called.tally(calls.tallies);
    }

    /** Method and object, for messages. */
    String called() {
        RemoteMethod called = method;
        return called == null ? target() : called.name() + " of '" + target() + "'";
    }

    /** Returns how large its answer is likely to be, if answers of its method need capacity; otherwise 0. */
    int likelyAnswer() {
        RemoteMethod called = calls.objects.known(head.method());
        int likely = called == null ? 0 : called.answerBytes();
        return likely > AnswerCapacity.SPARED ? likely : 0;
    }

    boolean hasBegun() {
        return method != null;
    }

    /** Returns whether it has called a method of the session's extension. To be asked before {@link #count}. */
    boolean isOfExtension() {
        return method != null && method.isOfExtension();
    }

    /** Returns the outcome. Before the method, Wherry, an interceptor or the next peer of a relayed call may know it better. */
    private Outcome outcome(Throwable failed) {
        if (ran()) {
            return Outcome.RAN;
        }
        return methodBegun && failed instanceof CallException known ? known.outcome() : Outcome.NOT_RUN;
    }

    private @Nullable Object run(Exported object, RemoteMethod method, @Nullable Object[] values) throws Throwable {
        InboundCall outer = enter();
        ClassLoader wanted = object.context();
        ClassLoader before = wanted == null ? null : ContextLoader.replace(wanted);
        mark(Stage.DISPATCH);
        Throwable failed = null;
        @Nullable Object result = null;
        try {
            result = invoke(object, method, values);
            if (method.style() == Style.FUTURE) {
                result = method.await(result);
            }
        } catch (Throwable t) {
            failed = t;
        } finally {
            leave(outer);
            if (wanted != null) {
                ContextLoader.replace(before);
            }
        }
        mark(Stage.EXECUTE);
        CallException why = state.done();
        Thread.interrupted(); // the method may have left the flag set, or it was set too late
        if (why != null) {
            throw object.target() instanceof CallTarget ? why.withOutcome(Outcome.UNKNOWN) : why;
        }
        if (failed != null) {
            throw failed;
        }
        return result;
    }

    private @Nullable Object invoke(Exported object, RemoteMethod method, @Nullable Object[] values) throws Throwable {
        if (object.target() instanceof CallTarget relayed) {
            return relay(relayed, method, values);
        }
        boolean keyed = (head.object() & 1) == 0 && head.context().containsKey(ContextKey.CALL_KEY);
        key = keyed ? CallFingerprint.of(method, values) : null;
        try {
            return calls.interceptors.isEmpty()
                    ? call(method, object.target(), values)
                    : calls.interceptors.serve(this, method, object.target(), values);
        } catch (CallException e) {
            // A failure of an internal object is Wherry's, and not that of a call which a method has made.
            throw method.owner().isOwn() && e.getCause() instanceof CallException own ? own : e;
        }
    }

    @Override
    protected @Nullable Object call(RemoteMethod method, Object target, @Nullable Object[] values) throws Throwable {
        CallFingerprint key = this.key;
        if (key != null) {
            Run run = () -> super.call(method, target, values);
            return calls.recorded.run(this, state, calls.messages, method, key, run);
        }
        runs();
        return method.invoke(target, values);
    }

    // ---- if it runs on the thread that has read it, and runs long

    /** Makes a Cancel find the call by its id, which is returned. */
    @Override
    public long becomesKnown() {
        long known = id;
        calls.served.add(known, this);
        return known;
    }

    /** Removes the call again, because it has ended before the loop was taken away. */
    @Override
    public void hasEnded(long known) {
        calls.served.remove(known, this);
    }

    /** Records that the call runs long: another thread continues to read. */
    @Override
    public void runsLong() {
        RemoteMethod running = method;
        if (running != null) {
            running.speed().runsLong();
        }
        calls.runsLong(this);
    }

    /** Records that its method makes a remote call. Called by its thread. */
    @Override
    public void waits() {
        if (method != null && !method.owner().isOwn()) { // otherwise it is a task, and tasks differ
            method.speed().waits();
        }
    }

    @Override
    public boolean isServedBy(Object server) {
        return server.equals(calls.endpoint) || server.equals(calls.state);
    }

    @Override
    public boolean isOrdered() {
        return head.order() != 0;
    }

    @Override
    public boolean isGivenUp() {
        return state.isGivenUp();
    }

    @Override
    public boolean limited() {
        return head.millisLeft() > 0;
    }

    @Override
    public long deadline() {
        return state.deadline();
    }

    @Override
    protected Map<ContextKey<?>, Object> sent() {
        return head.context();
    }

    @Override
    public Optional<Peer> caller() {
        return Optional.of(calls.peer);
    }

    @Override
    public Identity link() {
        return calls.main.link().peer();
    }

    @Override
    public String target() {
        return calls.objects.nameOf(head.object());
    }
}
