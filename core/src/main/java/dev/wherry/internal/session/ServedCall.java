package dev.wherry.internal.session;

import dev.wherry.ContextKey;
import dev.wherry.Peer;
import dev.wherry.RemoteException;
import dev.wherry.RemoteException.Code;
import dev.wherry.internal.call.Failures;
import dev.wherry.internal.call.InboundCall;
import dev.wherry.internal.call.RemoteMethod;
import dev.wherry.internal.call.Style;
import dev.wherry.internal.protocol.CallHead;
import dev.wherry.internal.protocol.Exported;
import dev.wherry.internal.protocol.Frame;
import dev.wherry.spi.Identity;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A call being served here. A lane uses one for all its calls. Interrupts reach the serving thread only under this
 * object's lock and only while it serves the very call that was meant.
 */
final class ServedCall extends InboundCall {
    private static final Logger LOG = System.getLogger("dev.wherry.session");

    private final Session session;
    private final Incoming arguments;
    private @Nullable Thread thread;
    private @Nullable RemoteException stopped;
    private long early;
    private boolean gentle;
    private String name = "?";
    private CallHead head = new CallHead(0, 0, 0, 0, 0, Map.of());
    private volatile long id;
    private volatile long deadline;
    private volatile boolean limited;

    ServedCall(Session session, Incoming arguments) {
        this.session = session;
        this.arguments = arguments;
    }

    /** Makes this the call of this id, before any Cancel can come for it. */
    ServedCall of(long id, CallHead head) {
        synchronized (this) {
            // A stop of the call before, which came too late to meet it.
            stopped = null;
            this.id = id;
        }
        this.head = head;
        deadline = System.nanoTime() + Math.min(TimeUnit.MILLISECONDS.toNanos(head.millisLeft()), Long.MAX_VALUE / 2);
        limited = head.millisLeft() > 0;
        return this;
    }

    /** Until its deadline, for whoever waits to run it. */
    long nanosLeft() {
        return limited ? deadline - System.nanoTime() : Long.MAX_VALUE / 2;
    }

    /** What is told when the call is taken in: its arguments are decoded and the method is about to run. */
    interface Accepted {
        void accepted();
    }

    /** Runs the call and makes its Reply or Failure of {@code answer}. Returns why it failed, null if it did not. */
    @Nullable
    Throwable serve(Message answer, Accepted accepted) {
        long started = Events.start();
        answer.begin(Frame.REPLY, 0, id);
        RemoteMethod method = null;
        int codec = 0;
        Throwable failed = null;
        try {
            Exported object = session.object(head.object());
            method = session.methodOf(object, head.method());
            codec = session.codecOf(head);
            @Nullable Object[] values = method.decodeArguments(codec, arguments);
            arguments.end();
            accepted.accepted();
            @Nullable Object result = run(object, method, values);
            answer.out().writeByte(head.codec());
            method.encodeResult(result, codec, answer);
            answer.end();
        } catch (Throwable t) {
            failed = answer.reason(t);
            arguments.end();
            answer.rollback();
            answer.begin(Frame.FAILURE, 0, id);
            answer.out().writeByte(head.codec());
            fail(failed, method, codec, answer);
        }
        Events.call(false, started, session.name(), method, failed);
        return failed;
    }

    private void fail(Throwable failed, @Nullable RemoteMethod method, int codec, Message answer) {
        try {
            Failures.encode(failed, method, codec, answer);
            answer.end();
        } catch (RuntimeException | Error e) {
            // Its own messages or the memory are at an end; that it failed can still be told.
            LOG.log(Level.ERROR, "A failure of a call of " + target() + " could not be told as it is", e);
            answer.rollback();
            answer.failure(id, new RemoteException(Code.INTERNAL, "It failed, and how cannot be told"));
        }
    }

    private @Nullable Object run(Exported object, RemoteMethod method, @Nullable Object[] values) throws Throwable {
        arm(method);
        InboundCall outer = enter();
        Throwable failed = null;
        @Nullable Object result = null;
        try {
            result = session.run(this, object, method, values);
            if (method.style() == Style.FUTURE) {
                result = method.await(result);
            }
        } catch (Throwable t) {
            failed = t;
        } finally {
            leave(outer);
        }
        RemoteException why = disarm();
        if (why != null) {
            throw why;
        }
        if (failed != null) {
            throw failed;
        }
        return result;
    }

    private synchronized void arm(RemoteMethod method) {
        gentle = method.uninterruptible();
        name = method.name();
        if (stopped == null && (early == id || session.state().hasEnded())) {
            stopped = session.state().cancelled();
        }
        if (stopped == null && limited && System.nanoTime() - deadline > 0) {
            stopped = overdue("was not run: its call waited here for longer");
        }
        RemoteException before = stopped;
        if (before != null) {
            stopped = null;
            throw before;
        }
        thread = Thread.currentThread();
        session.engine().watcher().wake();
    }

    /** The thread serves this call no longer: a flag that the method has left, or an interrupt too late, is dropped. */
    private synchronized @Nullable RemoteException disarm() {
        thread = null;
        limited = false;
        Thread.interrupted();
        RemoteException why = stopped;
        stopped = null;
        return why;
    }

    /** Stops the call of this id, if it is this one and still runs. */
    synchronized void stop(long which, RemoteException why) {
        if (which != id) {
            // A Cancel by main may overtake its call on a lane.
            early = Math.max(early, which);
            return;
        }
        if (stopped == null) {
            stopped = why;
        }
        if (thread != null && !gentle) {
            thread.interrupt();
        }
    }

    /** Stops whatever call this is. */
    synchronized void stopAny(RemoteException why) {
        stop(id, why);
    }

    synchronized boolean isRunning() {
        return thread != null;
    }

    /** By the watcher: stops the call if its time is up. True while it is served. */
    synchronized boolean look(long now) {
        if (thread == null) {
            return false;
        }
        if (limited && now - deadline > 0) {
            limited = false;
            stop(id, overdue("ran longer"));
        }
        return true;
    }

    private RemoteException overdue(String what) {
        return new RemoteException(
                Code.DEADLINE_EXCEEDED,
                name + " " + what + " than the " + head.millisLeft() + " ms that its caller waits");
    }

    Session session() {
        return session;
    }

    @Override
    public boolean limited() {
        return head.millisLeft() > 0;
    }

    @Override
    public long deadline() {
        return deadline;
    }

    @Override
    public Map<ContextKey<?>, Object> context() {
        return head.context();
    }

    @Override
    public Optional<Peer> caller() {
        return Optional.of(session.peer());
    }

    @Override
    public Identity identity() {
        return session.identity();
    }

    @Override
    public String target() {
        return session.nameOf(head.object());
    }
}
