package dev.wherry.internal.session;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.PeerEnd;
import dev.wherry.internal.events.Events;
import dev.wherry.internal.loop.EventLoop;
import dev.wherry.internal.loop.LinkHandler;
import dev.wherry.internal.loop.LoopThread.Ownership;
import dev.wherry.internal.loop.PollPolicy;
import dev.wherry.internal.loop.Pump;
import dev.wherry.internal.loop.Watcher;
import dev.wherry.internal.wire.Assembly;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.FrameParser;
import dev.wherry.internal.wire.GoAway;
import dev.wherry.internal.wire.InboundCapacity;
import dev.wherry.internal.wire.OutboundCapacity;
import dev.wherry.internal.wire.ProtocolException;
import dev.wherry.internal.wire.ReadBuffer;
import dev.wherry.internal.wire.SessionState;
import dev.wherry.internal.wire.TransferRate;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.In;
import dev.wherry.spi.Link;
import dev.wherry.spi.Out;
import java.io.EOFException;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The link that carries everything: read by its {@link EventLoop} or {@link Pump}, written through its {@link Outbox}. */
public final class MainLink implements LinkHandler, FrameParser.Sink, Outbox.Owner {
    private static final int MOST_UNREAD = 1_000;

    private final Receiver receiver;
    private final SessionState state;
    private final Runnable wakeWatcher;
    private final Link link;
    private final Outbox outbox;
    private final AtomicBoolean refused = new AtomicBoolean();
    private volatile @Nullable Runnable closed;

    // The reader's.
    private final FrameParser parser;
    private final Assembly assembly;
    private final PollPolicy polling = new PollPolicy();
    private int unread;
    private @Nullable Ownership ownership;
    /** When the frame was read that is being handled. */
    private long now;

    /** When something was read last. */
    private final AtomicLong heard = new AtomicLong(System.nanoTime());

    // The watcher's.
    private final Heartbeat heartbeat;
    private final TransferRate.Frames incoming = new TransferRate.Frames();
    private final TransferRate.Backlog answers = new TransferRate.Backlog();

    /**
     * @param inbound capacity for what is received in part
     * @param outbound capacity for answers
     */
    MainLink(
            Link link,
            Receiver receiver,
            SessionState state,
            EndpointOptions options,
            InboundCapacity.LinkShare inbound,
            OutboundCapacity.SessionShare outbound,
            Watcher watcher) {
        this.link = link;
        this.receiver = receiver;
        this.state = state;
        wakeWatcher = watcher.waker();
        Limits limits = options.limits();
        heartbeat = new Heartbeat(options.heartbeat(), heard.get());
        parser = FrameParser.ofMain(inbound, wakeWatcher);
        assembly = new Assembly(limits.messageBytes(), inbound);
        outbox = new Outbox(link, limits.unsentBytes(), outbound, this);
    }

    /** Handles what the main link receives, on the thread that reads it. */
    interface Receiver {
        /**
         * Handles a whole message or another frame.
         *
         * @param owned whether the body's bytes may be kept
         * @param now the reader's clock
         */
        void receive(int type, int flags, long id, In body, boolean owned, long now);

        /** Handles a message for which there was no capacity. */
        void refuse(int type, int flags, long id);

        /** Ends the session at once. */
        void die(PeerEnd.Reason reason, String why);
    }

    @Override
    public Link link() {
        return link;
    }

    public Outbox outbox() {
        return outbox;
    }

    // ---- by the reader

    /** Reads once, without waiting. Called by the reader. Returns false if there was nothing. */
    @Override
    public boolean read(ReadBuffer buffer) {
        try {
            int count = buffer.read(link);
            if (count < 0) {
                throw new EOFException("the peer has closed");
            }
            return count > 0;
        } catch (IOException | RuntimeException | Error e) {
            broken(e);
            return false;
        }
    }

    /** Waits until there is something to read, and reads it. Called by the reader. Returns false if the link has ended. */
    @Override
    public boolean await(ReadBuffer buffer) {
        try {
            if (polling.polls(parser.frames())) {
                link.expect();
            }
        } catch (IOException | RuntimeException | Error e) {
            broken(e);
            return false;
        }
        return read(buffer);
    }

    /**
     * Handles what was read. Called by the reader. If it loses the loop meanwhile, it handles no more of the buffer.
     *
     * @param ownership of the loop, whose thread may run fast methods; null: none may run here
     */
    @Override
    public void take(ReadBuffer buffer, @Nullable Ownership ownership, long now) {
        this.ownership = ownership;
        this.now = now;
        heard.lazySet(now);
        try {
            parser.parse(buffer, this);
        } catch (ProtocolException e) {
            refuse(e.goAway());
        } catch (CodecException e) {
            refuse(new GoAway(GoAway.Reason.PROTOCOL, String.valueOf(e.getMessage())));
        } catch (RuntimeException | Error e) {
            broken(e);
        }
    }

    /**
     * Returns the ownership of the loop if the call with this body may run at once; null if it is kept for another thread. Called by
     * the reader.
     */
    @Nullable
    Ownership ownership(In body) {
        Ownership now = ownership;
        return now != null && now.buffer().holds(body) ? now : null;
    }

    /** Returns whether the caller of a call has given it up by now. Called by the reader. */
    boolean isCancelled(long call) {
        return parser.cancels(call);
    }

    @Override
    public void frame(int type, int flags, long id, In body) {
        if (state.hasEnded()) {
            return;
        }
        if (!assembly.takes(type, flags, id)) {
            receiver.receive(type, flags, id, body, false, now);
            return;
        }
        assembled(assembly.add(type, flags, id, body.array(), body.position(), body.remaining(), now), type, id);
    }

    @Override
    public void refused(int type, int flags, long id) {
        if (state.hasEnded()) {
            return;
        }
        if (assembly.takes(type, flags, id)) {
            assembled(assembly.refuse(type, flags, id, now), type, id);
        } else {
            receiver.refuse(type, flags, id);
        }
    }

    private void assembled(Assembly.@Nullable Message message, int type, long id) {
        if (message == null) {
            wakeWatcher.run();
        } else if (message.body() != null) {
            receiver.receive(type, message.flags(), id, message.body(), true, now);
        } else {
            receiver.refuse(type, message.flags(), id);
        }
    }

    /**
     * Called before an answer is sent without waiting for capacity. A peer that goes on calling and never reads must not fill
     * the memory with answers.
     */
    synchronized void checkPeerReads() {
        unread = outbox.isHeldBack() ? unread + 1 : 0;
        if (unread > MOST_UNREAD) {
            throw ProtocolException.limit(
                    "More than " + MOST_UNREAD + " answers were asked for and not read (limit 'unsentBytes')");
        }
    }

    // ---- by the loop, of what is sent

    @Override
    public void hold() {
        outbox.hold();
    }

    @Override
    public void release() {
        outbox.release();
    }

    @Override
    public void flush() {
        outbox.flush();
    }

    @Override
    public void whenFull(Runnable full) {
        outbox.whenFull(full);
    }

    @Override
    public void writeBy(Runnable writer) {
        outbox.writeBy(writer);
    }

    @Override
    public void ping() {
        send(Frame.PING, 0, 0);
    }

    // ---- by the watcher

    /** Returns when something was received last. */
    long heard() {
        return heard.get();
    }

    /** Ends a session whose peer has gone, or sends or reads too slowly. Called by the watcher. Returns whether anything is under way. */
    boolean check(long now) {
        outbox.check();
        switch (heartbeat.check(now, heard.get(), outbox.isStuck(), outbox.written())) {
            case NOTHING -> {}
            case PING -> ping();
            case END -> refuse(new GoAway(GoAway.Reason.IDLE, heartbeat.toString()));
        }
        long inPart = parser.inPart();
        if (incoming.isTooSlow(now, inPart, parser.taken()) || assembly.isTooSlow(now)) {
            refuse(new GoAway(GoAway.Reason.IDLE, "a message was begun and went on too slowly: " + TransferRate.RULE));
        }
        boolean waiting = outbox.holdsCapacity();
        if (answers.isTooSlow(now, waiting, outbox.written())) {
            refuse(new GoAway(GoAway.Reason.IDLE, "answers were requested and read too slowly: " + TransferRate.RULE));
        }
        return inPart != 0 || waiting || !assembly.isEmpty();
    }

    // ---- by anyone

    /** Sends a frame without a body. */
    public void send(int type, int flags, long id) {
        Out out = new Out(Frame.HEADER);
        Frame.write(out, type, flags, id);
        outbox.send(out);
    }

    /** Answers a Ping. */
    void sendClock(long id, long clock) {
        Out out = new Out(32);
        int start = Frame.begin(out, Frame.PING, Frame.ANSWER, id);
        out.writeLongSize(clock);
        Frame.end(out, start);
        outbox.send(out);
    }

    /** Sends a frame whose body is a number. */
    void sendCount(int type, long id, int count) {
        Out out = new Out(32);
        int start = Frame.begin(out, type, 0, id);
        out.writeSize(count);
        Frame.end(out, start);
        outbox.send(out);
    }

    /** @param closed runs once the link has been closed from here */
    @Override
    public void whenClosed(Runnable closed) {
        this.closed = closed;
    }

    /** Ends the session for a reason that is sent to the peer. If several threads find one at the same time, one is logged. */
    void refuse(GoAway why) {
        if (!state.hasEnded() && !refused.getAndSet(true)) {
            Events.refused(link.peer(), why);
        }
        outbox.sendLast(why.frame());
        receiver.die(why.end(), "it was refused here: " + why);
    }

    /** Ends the session: the link has failed, or handling a frame has failed unexpectedly. */
    @Override
    public void broken(Throwable e) {
        boolean unexpected = !(e instanceof IOException) && !state.hasEnded();
        receiver.die(unexpected ? PeerEnd.Reason.CLOSED : PeerEnd.Reason.DIED, reason(e));
        if (unexpected) {
            LOG.log(Level.ERROR, "The connection with " + state.peer() + " ends: serving it failed unexpectedly", e);
        }
    }

    private static String reason(Throwable e) {
        try {
            return e.getMessage() == null ? e.toString() : e.getMessage();
        } catch (RuntimeException | Error again) {
            return "it failed, and there was no memory to report why";
        }
    }

    void close() {
        outbox.close();
        assembly.close();
        LinkHandler.close(link);
        Runnable notified = closed;
        if (notified != null) {
            notified.run();
        }
    }
}
