package dev.wherry.internal.session;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.InFlightCalls;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.In;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A call of ours that goes by the main link. Its caller parks until the link's reader, the watcher or the session's end
 * completes it; or nobody waits and {@code whenDone} is run, on a thread that may run user code.
 */
public final class PendingCall implements Exchange, InFlightCalls.Call {
    private final OutgoingCalls calls;
    private final long id;
    private final boolean credited;
    private final long deadline;
    private final long millis;
    private final OutboundMessage message;
    private final @Nullable Thread caller;
    private final @Nullable Runnable whenDone;
    private boolean interruptedBefore;
    private boolean outlastsInterrupts;
    private boolean sent;
    /** See {@link Outbox#links} when it was sent. */
    private volatile int links;

    private volatile @Nullable Answer answer;
    /** The next call whose outcome could not be reported, see {@link OutgoingCalls#unreported}. */
    private @Nullable PendingCall next;

    /** The outcome of a call: bytes from the peer, or a failure that was found here. */
    sealed interface Answer {}

    private record Bytes(int type, int flags, In body) implements Answer {}

    /** A failure that was found here. */
    record Failed(CallException failure) implements Answer {}

    /** Bytes that could not be kept. */
    private enum Lost implements Answer {
        NO_MEMORY
    }

    /**
     * @param flags with which it is sent
     * @param millis that the call has, for messages
     * @param interruptedBefore the interrupt flag that the caller had: put aside, and set again when the call ends
     * @param whenDone run once there is an answer; null: the calling thread waits for it
     * @param message that is sent, or was sent before
     */
    PendingCall(
            OutgoingCalls calls,
            long id,
            int flags,
            long millis,
            long deadline,
            boolean interruptedBefore,
            @Nullable Runnable whenDone,
            OutboundMessage message) {
        this.calls = calls;
        this.id = id;
        credited = Frame.isUnanswered(flags);
        this.millis = millis;
        this.deadline = deadline;
        this.interruptedBefore = interruptedBefore;
        this.whenDone = whenDone;
        caller = whenDone == null ? Thread.currentThread() : null;
        this.message = message;
    }

    /** Whether an interrupt of its caller leaves it waiting. */
    void outlastsInterrupts(boolean does) {
        outlastsInterrupts = does;
    }

    /** Lets another thread encode and send from here on. The caller continues, with the interrupt flag that it had. */
    void handOver() {
        if (interruptedBefore) {
            interruptedBefore = false;
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public long deadline() {
        return deadline;
    }

    long millis() {
        return millis;
    }

    @Override
    public OutboundMessage message() {
        return message;
    }

    /** Sends the call. */
    void send() {
        sent = true;
        if (credited) {
            calls.sendOneWay(message);
        } else {
            calls.send(this, message);
        }
        calls.messages().give(message);
    }

    /** @param links see {@link Outbox#links} */
    void passedOn(int links) {
        this.links = links;
    }

    /** Whether there was no link when this call was to be sent, and none since: the peer cannot have received it. */
    boolean waitsForLink() {
        return links < 0 && links == calls.main().outbox().links();
    }

    /** Records that a lane has carried the call. */
    void sentByLane() {
        sent = true;
    }

    @Override
    public InboundMessage await() throws Throwable {
        send();
        awaitAnswer();
        return take();
    }

    /** Waits until there is an answer, which may be a failure that was found here. */
    void awaitAnswer() {
        while (answer == null) {
            LockSupport.park(this);
            if (answer == null && Thread.interrupted()) {
                if (outlastsInterrupts) {
                    interruptedBefore = true; // it is for what comes after the call
                    continue;
                }
                calls.abandon(id, calls.state().cancelled(CallException.Outcome.UNKNOWN));
            }
        }
    }

    /** Whether the peer has reported that it has never received the call. */
    boolean wasNotReceived() {
        return answer instanceof Bytes bytes && Settlement.isNotReceived(bytes.type(), bytes.body());
    }

    /** Returns the answer, once there is one. */
    InboundMessage take() {
        try {
            Answer taken = answer;
            if (taken instanceof Bytes bytes) { // no switch by patterns: the JVM's first one costs milliseconds
                return new InboundMessage(calls.messages(), bytes.body())
                        .of(bytes.type(), bytes.flags())
                        .within(deadline, millis);
            }
            if (taken instanceof Failed failed) {
                throw here(failed.failure());
            }
            if (taken == Lost.NO_MEMORY) {
                throw new CallException(
                                Code.REFUSED, "The call was answered, and there was no memory to receive its answer")
                        .withOutcome(CallException.Outcome.UNKNOWN);
            }
            throw new IllegalStateException("Call " + id + " is not answered yet");
        } catch (CodecException e) {
            throw InboundMessage.unreadable(e, true);
        }
    }

    /** Gives the failure the stack trace of the caller, since another thread has made it. */
    private static CallException here(CallException failure) {
        failure.fillInStackTrace();
        return failure;
    }

    /** Gives back the references in the answer, instead of taking it. */
    void leaveUnread() {
        if (answer instanceof Bytes bytes) {
            new InboundMessage(calls.messages(), bytes.body())
                    .of(bytes.type(), bytes.flags())
                    .end();
        }
    }

    /** @param owned whether the bytes are the call's from now on; else the reader wants them back */
    void complete(int type, int flags, In body, boolean owned) {
        Answer taken = Lost.NO_MEMORY;
        try {
            taken = new Bytes(type, flags, owned ? body : new In(body.readBytes(body.remaining())));
        } finally {
            complete(taken);
        }
    }

    void fail(Failed failed) {
        complete(failed);
    }

    private void complete(Answer answer) {
        this.answer = answer;
        report();
    }

    /** Whether its answer was longer than one frame. */
    boolean isLarge() {
        return answer instanceof Bytes bytes && bytes.body().remaining() > Frame.FRAGMENT;
    }

    boolean isAnswered() {
        return answer != null;
    }

    /** Wakes the caller, or starts the task that takes the outcome. If that fails, the watcher tries again. */
    void report() {
        if (whenDone == null) {
            LockSupport.unpark(caller);
            return;
        }
        try {
            whenDone.run();
        } catch (Error e) {
            calls.unreported(this);
        }
    }

    /** Puts it before other calls that could not be reported. */
    void before(@Nullable PendingCall next) {
        this.next = next;
    }

    @Nullable
    PendingCall next() {
        return next;
    }

    @Override
    public void end() {
        if (!sent) {
            try {
                message.rollback();
                calls.messages().give(message);
            } finally {
                calls.leave();
            }
        }
        if (interruptedBefore) {
            Thread.currentThread().interrupt();
        }
    }
}
