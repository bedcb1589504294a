package dev.wherry.internal.session;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.CallException;
import dev.wherry.CallOptions;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.loop.LinkHandler;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.FrameParser;
import dev.wherry.internal.wire.GoAway;
import dev.wherry.internal.wire.InboundCapacity;
import dev.wherry.internal.wire.InboundDefinitions;
import dev.wherry.internal.wire.ProtocolException;
import dev.wherry.internal.wire.SessionState;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.In;
import dev.wherry.spi.Link;
import dev.wherry.spi.Out;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.channels.ClosedByInterruptException;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The connecting side's end of a lane: one call at a time, written and read by its caller. It is its own exchange, so a
 * call allocates nothing.
 *
 * <pre>
 * OPENING (by {@link Lanes}: connect, Hello)
 *    |
 *    v     take                begin
 *  IDLE --------&gt; HELD ----------------&gt; the call's id
 *   |^ ^            | cannot be begun      |  |
 *   || +------------+                      |  |
 *   |+--- end, after a whole answer -------+  |
 *   |                                         |
 *   +-- idle for long --&gt; CLOSED &lt;-- deadline, no whole answer
 * </pre>
 *
 * A call whose lane breaks while it is out is answered by main, see {@link Settlement}.
 *
 * A lane that stays HELD was left so by a caller whose stack has overflowed. It is closed as an idle one is.
 *
 * Every end is a compare-and-set from the exact state that was read. Otherwise a watcher that closes at a deadline could close
 * the lane of the next call. The thread that sets CLOSED closes the link. The session's end does so from any state.
 */
public final class Lane implements Exchange {
    private static final long IDLE = 0;
    private static final long HELD = 1;
    private static final long CLOSED = -1;
    /** The watcher closes a lane that it has found without a call so many times, unless all calls had to go by main. */
    private static final int MOST_UNUSED_CHECKS = 200;

    private final OutgoingCalls calls;
    private final SessionState session;
    private final InboundCapacity capacity;
    private final boolean overMemory;
    private final Link link;
    private final FrameParser in;
    private final Writer out;
    private final InboundDefinitions.OfLink definitions;
    private final OutboundMessage message;
    private final InboundMessage answer;
    private final LongAdder carried;
    private final AtomicLong state = new AtomicLong();
    /** The failure of the caller under which it was closed. */
    private volatile @Nullable CallException reason;
    /** Whether the link is closed and its memory released. If it is not, the watcher does it. */
    private volatile boolean released;

    // The holder's; each change of the state makes them visible.
    private long id;
    private long millis;
    private long deadline;
    private boolean interruptedBefore;
    private boolean outlastsInterrupts;
    private boolean sent;
    private boolean whole;

    // The watcher's.
    private long seen;
    private long seenState;
    private int unusedChecks;

    /** The sending side of a lane, the same at both ends: its one user writes one whole message at a time. */
    static final class Writer {
        /** Bytes of a buffer that are kept from message to message. */
        private static final int KEPT = 1 << 12;

        private final Link link;
        private final BitSet defined = new BitSet();
        private final Out prefix = new Out(64);

        Writer(Link link) {
            this.link = link;
        }

        /** Writes a complete message, after the definitions that it uses and that this lane has not carried yet. */
        void write(OutboundMessage message) throws IOException {
            prefix.reset(KEPT);
            message.definitions(defined, prefix);
            if (prefix.size() > 0) {
                link.write(prefix.array(), 0, prefix.size());
            }
            link.write(message.out().array(), 0, message.out().size());
        }
    }

    /**
     * @param number of the lane in its session
     * @param carried counts the calls that its transport carries
     * @param overMemory whether shared memory carries the link
     */
    Lane(Link link, FrameParser in, long number, OutgoingCalls calls, LongAdder carried, boolean overMemory) {
        this.link = link;
        this.in = in;
        id = number << Frame.LANE_SHIFT;
        this.calls = calls;
        this.carried = carried;
        this.overMemory = overMemory;
        Messages messages = calls.messages();
        session = messages.state();
        capacity = messages.capacity();
        out = new Writer(link);
        definitions = new InboundDefinitions.OfLink(messages.inbound());
        message = new OutboundMessage(messages);
        answer = new InboundMessage(messages);
    }

    // ---- by the caller

    /** Returns how many calls it has made; by any other thread, about so many. */
    long made() {
        return id & ((1L << Frame.LANE_SHIFT) - 1);
    }

    boolean take() {
        return state.get() == IDLE && state.compareAndSet(IDLE, HELD);
    }

    /** Sets whether an interrupt leaves the caller waiting; it has taken the lane. Returns false if this lane cannot do so. */
    boolean outlastInterrupts(boolean whether) {
        if (outlastsInterrupts != whether && link.outlastInterrupts(whether)) {
            outlastsInterrupts = whether;
        }
        return outlastsInterrupts == whether;
    }

    /** Starts a call; the caller has taken the lane. Returns false if the lane was closed meanwhile; then nothing was sent. */
    boolean begin(
            int flags, RemoteMethod method, long object, CallOptions options, long millis, long now, long deadline) {
        // Nothing is written yet: a call that cannot be encoded leaves the lane as it was.
        whole = true;
        sent = false;
        id++;
        session.checkOpen();
        message.beginCall(flags, id, method, object, options, millis, now);
        interruptedBefore = Thread.interrupted();
        this.millis = millis;
        this.deadline = deadline;
        if (!state.compareAndSet(HELD, id)) {
            this.deadline = 0;
            if (interruptedBefore) {
                Thread.currentThread().interrupt();
            }
            return false;
        }
        calls.watcher.wake();
        return true;
    }

    /** Frees the lane of a call that could not be begun: nothing is written. */
    void notBegun() {
        deadline = 0;
        if (!state.compareAndSet(HELD, IDLE)) {
            state.compareAndSet(id, IDLE);
        }
    }

    @Override
    public OutboundMessage message() {
        return message;
    }

    @Override
    public InboundMessage await() throws Throwable {
        whole = false;
        sent = true;
        carried.increment();
        try {
            out.write(message);
            In body = read();
            whole = true;
            answer.in().over(body.array(), body.position(), body.position() + body.remaining());
            return answer.of(in.type(), in.flags()).within(deadline, millis);
        } catch (ProtocolException e) {
            if (e.goAway().reason() == GoAway.Reason.PROTOCOL) {
                calls.main().refuse(e.goAway());
            }
            return broken(e);
        } catch (CodecException e) {
            if (whole) {
                throw InboundMessage.unreadable(e, true);
            }
            return broken(e);
        } catch (IOException e) {
            return broken(e);
        }
    }

    private In read() throws IOException {
        for (; ; ) {
            In body = in.read(link);
            definitions.before(in.type());
            switch (in.type()) {
                case Frame.DEFINE -> definitions.define(in.id(), body);
                case Frame.REPLY, Frame.FAILURE -> {
                    if (in.id() != id || (in.flags() & ~(Frame.REFERENCES | Frame.CONTEXT)) != 0) {
                        throw ProtocolException.breach("A lane's answer to call " + in.id() + " with flags "
                                + in.flags() + " where " + id + " waits");
                    }
                    if (in.refused()) {
                        whole = true;
                        throw InboundMessage.noCapacity(in.type(), capacity.isFull());
                    }
                    return body;
                }
                case Frame.GOAWAY -> throw new IOException("The peer closed the lane: " + GoAway.read(body));
                default -> throw ProtocolException.breach("A frame of type " + in.type() + " on a lane");
            }
        }
    }

    /** Asks for the answer by main, unless the caller waits no longer: its deadline, an interrupt, the end of the session. */
    private InboundMessage broken(Exception cause) throws Throwable {
        CallException known = reason;
        if (known == null && !outlastsInterrupts && wasInterrupted(cause)) {
            known = session.cancelled(CallException.Outcome.UNKNOWN);
        } else if (known == null && !session.hasEnded()) {
            return settle(cause);
        }
        // Only now that nobody reads: a read under way may still return bytes while its link is being closed.
        calls.cancel(id);
        if (known == null) {
            throw session.lost();
        }
        Settlement.ofReferences(calls, id, message);
        known.fillInStackTrace(); // the watcher may have made it
        throw known;
    }

    private InboundMessage settle(Exception cause) throws Throwable {
        LOG.log(Level.DEBUG, "A lane to " + session.peer() + " broke: main carries the answer to its call", cause);
        Settlement settlement = new Settlement(calls, id, message, millis, deadline, outlastsInterrupts);
        close(id, null);
        return settlement.await();
    }

    private boolean wasInterrupted(Exception cause) {
        boolean flag = Thread.interrupted();
        if (cause instanceof ClosedByInterruptException && !flag) {
            // It was the interrupt that the call has put aside: an interrupt first sets the flag, then it closes the
            // link.
            interruptedBefore = false;
        }
        return flag || cause instanceof ClosedByInterruptException;
    }

    @Override
    public void end() {
        try {
            if (sent) {
                message.sent();
            } else {
                message.rollback();
            }
        } finally {
            leave();
            if (interruptedBefore) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void leave() {
        long until = deadline;
        deadline = 0;
        try {
            if (!whole || !state.compareAndSet(id, IDLE)) {
                close(id, null);
            }
        } catch (Error e) { // the watcher closes it then
            deadline = until;
            throw e;
        }
    }

    // ---- by others

    /** Closes the lane at its call's deadline, or after a long idle time. Called by the watcher. Returns whether it is open. */
    boolean check(long now) {
        long before = state.get();
        long until = deadline;
        if (before == CLOSED && !released) {
            release();
        }
        if (before > HELD && until != 0 && now - until > 0) {
            close(before, calls.overdue(millis));
            return true;
        }
        boolean unused = before == HELD || (before == IDLE && !calls.lanes().areCrowded(now));
        unusedChecks = unused && before == seenState && id == seen ? unusedChecks + 1 : 0;
        seen = id;
        seenState = before;
        if (unusedChecks > MOST_UNUSED_CHECKS) {
            close(before, null);
        }
        return before != CLOSED;
    }

    boolean isOverMemory() {
        return overMemory;
    }

    boolean isBusy() {
        return state.get() > IDLE;
    }

    /** Closes the lane if it is still in the state that was read. Wakes its caller, which gets {@code why}. */
    private boolean close(long before, @Nullable CallException why) {
        boolean closed = state.compareAndSet(before, CLOSED);
        if (closed) {
            reason = why;
            release();
        }
        return closed;
    }

    /** Closes the lane in any state, and wakes its caller. */
    public void shut() {
        if (state.getAndSet(CLOSED) != CLOSED) {
            release();
        }
    }

    private void release() {
        LinkHandler.close(link);
        in.close();
        calls.lanes().gone(this);
        released = true;
    }
}
