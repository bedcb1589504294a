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
import dev.wherry.internal.loop.LinkHandler;
import dev.wherry.internal.loop.ServingThread;
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
public final class ServedCall extends InboundCall implements LinkHandler.Call, Runnable {
    /** The method of an accepted call, with its arguments. */
    private interface Accepted {
        @Nullable
        Object run() throws Throwable;
    }

    private final IncomingCalls calls;
    private final InboundMessage arguments;
    private final ServedCallState state;
    /** Whether the caller waits only until the call is accepted. */
    private final boolean accepts;

    private CallHead head = new CallHead(0, 0, 0, 0, 0, 0, Map.of());
    private long id;
    private boolean takenIn;
    private int codec;
    /** Of the call that runs; the lock of its state makes it visible. */
    private @Nullable Thread thread;
    /** What a thread is to begin with that takes this call up; null: one has, or none is needed. */
    private final AtomicReference<@Nullable Runnable> task = new AtomicReference<>();
    /** For whoever takes the loop away from it, which may see none yet. */
    private @Nullable RemoteMethod method;
    /** Set once the call is accepted. */
    private @Nullable Accepted accepted;

    private @Nullable Stages stages;
    private int bytes;
    private long begun;
    private long took;
    private boolean failed;

    ServedCall(IncomingCalls calls, InboundMessage arguments) {
        this(calls, arguments, false);
    }

    /** @param accepts whether the caller waits only until the call is accepted */
    ServedCall(IncomingCalls calls, InboundMessage arguments, boolean accepts) {
        this.calls = calls;
        this.arguments = arguments;
        this.accepts = accepts;
        state = new ServedCallState(calls.state, this::interrupt);
    }

    /** With arguments that stay where they are until it is served. */
    ServedCall over(In body, int flags) {
        arguments.in().over(body.array(), body.position(), body.position() + body.remaining());
        arguments.of(Frame.CALL, flags);
        return this;
    }

    /**
     * Makes this the call of this id, before any Cancel can come for it.
     *
     * @param bytes that it came in
     */
    ServedCall of(long id, CallHead head, int bytes) {
        this.id = id;
        this.head = head;
        this.bytes = bytes;
        stages = Stages.of(head.context());
        begins();
        takenIn = false;
        codec = 0;
        method = null;
        long now = System.nanoTime();
        begun = now;
        state.begin(id, head.millisLeft(), calls.clock.sent(head, now), now);
        calls.watcher.wake();
        return this;
    }

    /** A thread takes it up, after a wait in which its deadline may have passed. */
    void takeUp() {
        begun = System.nanoTime();
        state.look(begun);
    }

    ServedCallState state() {
        return state;
    }

    /** From now on a thread is to {@link #run} this. */
    void awaitThread(Runnable task) {
        this.task.set(task);
    }

    boolean awaitsThread() {
        return task.get() != null;
    }

    /** What the calling thread is to run, which is the first that takes the call up; null: another was. */
    @Nullable
    Runnable takeTask() {
        return task.getAndSet(null);
    }

    /** By any thread of several that may have been started for this call. */
    @Override
    public void run() {
        Runnable mine = takeTask();
        if (mine != null) {
            calls.threads.begun();
            mine.run();
        }
    }

    /** By the watcher, while virtual threads get no carrier: if this call runs on one, its method is why. */
    void blameMethod() {
        if (!state.isRunning()) {
            return;
        }
        Thread serving = thread;
        RemoteMethod running = method;
        if (running != null && serving != null && serving.isVirtual() && serving.getState() == Thread.State.RUNNABLE) {
            running.quickness().holdsCarrier();
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

    /** In place of serving it: makes its Failure of {@code answer}. */
    void refuse(OutboundMessage answer, CallException why) {
        state.done();
        arguments.end();
        failed = true;
        answer.failure(id, why);
    }

    /**
     * Runs the call and makes its Reply or Failure of {@code answer}. Of a call that accepts, only the arguments are decoded: then
     * it {@link #isAccepted}, and {@link #runAccepted} runs its method.
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
            takeIn(method);
            if (accepts) {
                state.keep();
                answer.end();
                accepted = () -> run(object, method, values);
                return null;
            }
            @Nullable Object result = run(object, method, values);
            answer.out().writeByte(head.codec());
            method.encodeResult(result, codec, answer);
            answer.end();
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
        if (takenIn && method != null) {
            method.quickness().took(took);
        }
        this.failed = failed != null;
        Events.call(false, started, calls.state.peer(), method, failed);
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
        codec = calls.objects.codec(head.object(), head.codec());
        arguments.within(state.deadline(), head.millisLeft());
        @Nullable Object[] values = method.decodeArguments(codec, arguments);
        arguments.end();
        mark(Stage.DECODE);
        forgetInterrupts();
        return values;
    }

    /** The method is about to run. */
    private void takeIn(RemoteMethod method) {
        if (!accepts) { // otherwise the method runs on another thread
            thread = Thread.currentThread();
        }
        state.run(method.name(), method.uninterruptible());
        takenIn = true;
    }

    /** Returns the failure as its caller is told it. */
    private Throwable makeFailure(Throwable t, OutboundMessage answer) {
        state.done();
        Throwable failed = takenIn ? answer.reason(t) : arguments.reason(t);
        arguments.end();
        answer.failure(id, failed, outcome(failed), method, head.codec(), codec);
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
     * @param meter the thread's own; null if it has none
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
        method = null; // its classes may go before the next call comes
    }

    /** Where it is counted; null if it is the registry's, and while it is not known what is called. */
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

    /** How large its answer will be, if its method makes such as take room; else 0. */
    int likelyAnswer() {
        RemoteMethod called = calls.objects.known(head.method());
        int likely = called == null ? 0 : called.answerBytes();
        return likely > Outbox.SPARED ? likely : 0;
    }

    boolean hasBegun() {
        return method != null;
    }

    /** Returns whether it has called a method of the session's extension. Ask before {@link #count}. */
    boolean isOfExtension() {
        return method != null && method.isOfExtension();
    }

    /** A flag that the method or a value has left, or an interrupt too late, is not for what the thread does next. */
    private static void forgetInterrupts() {
        Thread.interrupted();
    }

    /** Before the method Wherry, an interceptor or, of what is relayed, the next peer knows better than its code says. */
    private Outcome outcome(Throwable failed) {
        if (ran()) {
            return Outcome.RAN;
        }
        return takenIn && failed instanceof CallException known ? known.outcome() : Outcome.NOT_RUN;
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
        forgetInterrupts();
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
        try {
            if (!calls.interceptors.isEmpty()) {
                return calls.interceptors.serve(this, method, object.target(), values);
            }
            runs();
            return method.invoke(object.target(), values);
        } catch (CallException e) {
            // What Wherry's own objects say is its word, and not that of a call which a method made.
            throw method.owner().isOwn() && e.getCause() instanceof CallException own ? own : e;
        }
    }

    // ---- if it runs where it was read, and lasts

    /** From now on a Cancel meets it by its id, which is returned. */
    @Override
    public long becomesKnown() {
        long known = id;
        calls.served().add(known, this);
        return known;
    }

    /** It has not lasted after all. */
    @Override
    public void hasEnded(long known) {
        calls.served().remove(known, this);
    }

    /** Another thread reads on. */
    @Override
    public void lasts() {
        RemoteMethod running = method;
        if (running != null) {
            running.quickness().lasts();
        }
        calls.lasts(this);
    }

    /** By its own thread: its method makes a remote call. */
    @Override
    public void waits() {
        if (method != null && !method.owner().isOwn()) { // else it is one task, of many kinds
            method.quickness().waits();
        }
    }

    @Override
    public boolean isServedBy(Object endpoint) {
        return calls.endpoint.equals(endpoint);
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
    public Map<ContextKey<?>, Object> context() {
        return head.context();
    }

    @Override
    public Optional<Peer> caller() {
        return Optional.of(calls.peer);
    }

    @Override
    public Identity identity() {
        return calls.main.link().peer();
    }

    @Override
    public String target() {
        return calls.objects.nameOf(head.object());
    }
}
