package dev.wherry.internal.session;

import dev.wherry.RemoteException;
import dev.wherry.internal.call.RemoteMethod;
import dev.wherry.internal.protocol.CallHead;
import dev.wherry.internal.protocol.Frame;
import dev.wherry.internal.protocol.FrameBuffer;
import dev.wherry.internal.protocol.GoAway;
import dev.wherry.internal.protocol.LinkDefinitions;
import dev.wherry.internal.protocol.ProtocolException;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.In;
import dev.wherry.spi.Link;
import dev.wherry.spi.Out;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The connecting side's end of a lane: one call at a time, written and read by its caller. It is its own exchange, so a
 * call allocates nothing.
 *
 * <pre>
 * IDLE -- take --&gt; HELD -- begin --&gt; (the call's id) -- end, after a whole answer --&gt; IDLE
 *   |                                   |
 *   +--------- idle too long ---------- + -- interrupt, deadline, broken link --&gt; CLOSED
 * </pre>
 *
 * Every end is a compare-and-set from the exact state seen: a watcher that just closed at a deadline could close the lane
 * of the next call.
 */
final class Lane implements Exchange {
    private static final long IDLE = 0;
    private static final long HELD = 1;
    private static final long CLOSED = -1;
    /** Looks of the watcher without a call, after which a lane is closed. */
    private static final int MOST_IDLE_LOOKS = 200;

    private final AtomicLong state = new AtomicLong();
    private final Session session;
    private final Link link;
    private final FrameBuffer in;
    private final Incoming answer;
    private final Message message;
    private final Out prefix = new Out(64);
    private final LinkDefinitions definitions = new LinkDefinitions();
    private long id;
    private boolean interruptedBefore;
    private boolean whole;
    private boolean sent;
    private volatile long deadline;
    private long millis;
    private volatile @Nullable RemoteException reason;
    private long seen;
    private int idleLooks;

    Lane(Session session, Link link, FrameBuffer in, long number) {
        this.session = session;
        this.link = link;
        this.in = in;
        id = number << Session.LANE_SHIFT;
        message = new Message(session);
        answer = new Incoming(session);
    }

    boolean take() {
        return state.get() == IDLE && state.compareAndSet(IDLE, HELD);
    }

    /** Starts a call; the caller has taken the lane. */
    Lane begin(RemoteMethod method, CallHead head, long deadline) {
        // Nothing is written yet: what cannot be encoded leaves the lane as it was.
        whole = true;
        sent = false;
        id++;
        try {
            session.state().checkOpen();
            message.begin(Frame.CALL, 0, id);
            message.define(method.definition());
            head.write(message.out());
        } catch (RuntimeException | Error e) {
            if (!state.compareAndSet(HELD, IDLE)) {
                shut(null);
            }
            throw e;
        }
        interruptedBefore = Thread.interrupted();
        millis = head.millisLeft();
        this.deadline = deadline;
        // Fails if the session has ended meanwhile; then writing fails too.
        state.compareAndSet(HELD, id);
        session.engine().watcher().wake();
        return this;
    }

    @Override
    public Message message() {
        return message;
    }

    @Override
    public Incoming await() throws Throwable {
        message.end();
        prefix.reset(1 << 12);
        message.definitions(definitions, prefix);
        whole = false;
        sent = true;
        try {
            if (prefix.size() > 0) {
                write(prefix);
            }
            write(message.out());
            In body = read();
            whole = true;
            answer.in().over(body.array(), body.position(), body.position() + body.remaining());
            return answer.of(in.type());
        } catch (IOException e) {
            throw lost(e);
        } catch (ProtocolException e) {
            if (e.goAway().reason() == GoAway.Reason.PROTOCOL) {
                session.main().refuse(e.goAway());
            }
            throw lost(e);
        } catch (CodecException e) {
            throw lost(e);
        }
    }

    private void write(Out out) throws IOException {
        link.write(out.array(), 0, out.size());
    }

    private In read() throws IOException {
        for (; ; ) {
            In body = in.read();
            switch (in.type()) {
                case Frame.DEFINE -> session.inbound().define(in.id(), body);
                case Frame.REPLY, Frame.FAILURE -> {
                    if (in.id() != id) {
                        throw new ProtocolException(
                                GoAway.Reason.PROTOCOL,
                                "A lane's answer to call " + in.id() + " where " + id + " waits");
                    }
                    return body;
                }
                case Frame.GOAWAY -> throw new IOException("The peer closed the lane: " + GoAway.read(body));
                default ->
                    throw new ProtocolException(GoAway.Reason.PROTOCOL, "A frame of type " + in.type() + " on a lane");
            }
        }
    }

    /** Why the call has no answer: its deadline, its caller's interrupt, the session's end, or the lane's own. */
    private RemoteException lost(Exception cause) {
        RemoteException known = reason;
        if (known != null) {
            return known;
        }
        // Nobody waits for it any more, whatever the reason.
        session.callsOut().cancel(id);
        boolean flag = Thread.interrupted();
        if (cause instanceof ClosedByInterruptException && !flag) {
            // It was the very interrupt that the call has put aside: first it sets the flag, then it closes the link.
            interruptedBefore = false;
        }
        if (flag || cause instanceof ClosedByInterruptException) {
            return session.state().cancelled();
        }
        return session.state().hasEnded()
                ? session.state().lost()
                : new RemoteException(
                        RemoteException.Code.UNKNOWN_OUTCOME,
                        "A lane to " + session.name()
                                + " broke while the call was out, and it may or may not have run: "
                                + cause.getMessage(),
                        cause);
    }

    @Override
    public void end() {
        deadline = 0;
        if (!sent) {
            message.rollback();
        }
        if (!whole || !state.compareAndSet(id, IDLE)) {
            shut(null);
        }
        if (interruptedBefore) {
            Thread.currentThread().interrupt();
        }
    }

    /** By the watcher: closes the lane at its call's deadline, or when it was idle for long. True while it is open. */
    boolean look(long now) {
        long before = state.get();
        long until = deadline;
        if (before > HELD && until != 0 && now - until > 0 && state.compareAndSet(before, CLOSED)) {
            shut(session.callsOut().overdue(millis));
            session.callsOut().cancel(before);
            return false;
        }
        idleLooks = before == IDLE && id == seen ? idleLooks + 1 : 0;
        seen = id;
        if (idleLooks > MOST_IDLE_LOOKS && state.compareAndSet(IDLE, CLOSED)) {
            shut(null);
            return false;
        }
        return before != CLOSED;
    }

    boolean isBusy() {
        return state.get() > IDLE;
    }

    /** From any thread; wakes the caller. */
    void shut(@Nullable RemoteException why) {
        if (reason == null) {
            reason = why;
        }
        state.set(CLOSED);
        Session.close(link);
        session.lanes().gone(this);
    }
}
