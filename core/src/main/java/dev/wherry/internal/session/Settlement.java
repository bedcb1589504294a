package dev.wherry.internal.session;

import dev.wherry.CallException.Outcome;
import dev.wherry.internal.wire.Frame;
import dev.wherry.spi.In;

/**
 * Finds out what became of a call whose lane broke: asks the peer by main, which sends the answer, or reports that it has never
 * received the call. Then main carries the call, with the bytes that were encoded for the lane. The caller waits for this no
 * longer than for any call.
 */
final class Settlement {
    private final OutgoingCalls calls;
    private final OutboundMessage message;
    private final long millis;
    private final long deadline;
    private final boolean outlastsInterrupts;
    private final PendingCall asked;

    /**
     * Asks. From now on an orderly end of the session waits for this call too.
     *
     * @param id of the call
     * @param message that the lane has carried, or a part of it
     * @param millis that the call has, for messages
     * @param outlastsInterrupts whether an interrupt leaves the caller waiting
     */
    Settlement(
            OutgoingCalls calls,
            long id,
            OutboundMessage message,
            long millis,
            long deadline,
            boolean outlastsInterrupts) {
        this.calls = calls;
        this.message = message;
        this.millis = millis;
        this.deadline = deadline;
        this.outlastsInterrupts = outlastsInterrupts;
        StackReserve.check();
        asked = call(id, message, false);
        asked.sentByLane();
        calls.calls.sentByLane(asked);
        calls.lanes().settle(id, message);
        try {
            ask(id);
        } catch (Error e) {
            calls.giveUp(asked);
            throw e;
        }
    }

    private void ask(long id) {
        calls.watcher.wake();
        if (calls.state().hasEnded()) {
            calls.end(id, calls.state().lost());
        } else {
            calls.main().send(Frame.SETTLE, 0, id);
        }
    }

    /** Asks whether a call was received that was given up, to take back the references in it if it was not. */
    static void ofReferences(OutgoingCalls calls, long id, OutboundMessage message) {
        if (message.listsReferences()) {
            calls.lanes().settle(id, message);
            calls.main().send(Frame.SETTLE, 0, id);
        }
    }

    /** Returns whether an answer says that the peer has never received the call. */
    static boolean isNotReceived(int type, In body) {
        return type == Frame.FAILURE && body.remaining() == 0;
    }

    private PendingCall call(long id, OutboundMessage message, boolean interruptedBefore) {
        PendingCall call = new PendingCall(calls, id, 0, millis, deadline, interruptedBefore, null, message);
        call.outlastsInterrupts(outlastsInterrupts);
        return call;
    }

    /** Waits for the answer: a result or a failure, not decoded yet. */
    InboundMessage await() throws Throwable {
        try {
            asked.awaitAnswer();
            return asked.wasNotReceived() ? callByMain() : asked.take();
        } finally {
            asked.end();
        }
    }

    private InboundMessage callByMain() throws Throwable {
        PendingCall call = begin(message.moved());
        try {
            return call.await();
        } finally {
            call.end();
        }
    }

    private PendingCall begin(OutboundMessage encoded) {
        long until = deadline - OutgoingCalls.GRACE;
        try {
            boolean interrupted = calls.enter(Math.max(1, until - System.nanoTime()), until, outlastsInterrupts);
            long id = calls.calls.nextId();
            return call(id, encoded.as(id), interrupted);
        } catch (InterruptedException e) {
            encoded.rollback();
            throw calls.state().cancelled(Outcome.NOT_RUN);
        } catch (RuntimeException | Error e) {
            encoded.rollback();
            throw e;
        }
    }
}
