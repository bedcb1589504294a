package dev.wherry.internal.session;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.PeerEnd;
import dev.wherry.internal.events.Events;
import dev.wherry.internal.loop.LoopThread.Ownership;
import dev.wherry.internal.loop.Watcher;
import dev.wherry.internal.wire.Assembly;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.FrameParser;
import dev.wherry.internal.wire.GoAway;
import dev.wherry.internal.wire.InboundCapacity;
import dev.wherry.internal.wire.OutboundCapacity;
import dev.wherry.internal.wire.ProtocolException;
import dev.wherry.internal.wire.SentBytes;
import dev.wherry.internal.wire.SessionState;
import dev.wherry.internal.wire.TransferRate;
import dev.wherry.spi.In;
import dev.wherry.spi.Link;
import dev.wherry.spi.Out;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Carries everything: each frame once and in order, over one link after another. Each is read by a {@link MainReader} and written
 * through the {@link Outbox}. Between two links, what is sent waits.
 */
public final class MainLink implements Outbox.Owner {
    private static final int MOST_UNREAD = 1_000;
    /** The peer has to acknowledge something in this time. */
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(30);

    private final Receiver receiver;
    private final SessionState state;
    private final InboundCapacity capacity;
    private final Runnable wakeWatcher;
    private final Outbox outbox;
    private final AtomicBoolean refused = new AtomicBoolean();

    /** The link that is read, or was read last. */
    private volatile MainReader reader;

    // Of the thread that handles a frame.
    private final Assembly assembly;
    private int unread;

    /** When something was read last. */
    private final AtomicLong heard = new AtomicLong(System.nanoTime());

    // The watcher's.
    private final Heartbeat heartbeat;
    private final TransferRate.Frames incoming = new TransferRate.Frames();
    private final TransferRate.Backlog answers = new TransferRate.Backlog();
    /** Since when nothing may be written before the peer acknowledges something; 0: that is not so. */
    private long waitsSince;

    /**
     * @param link the first one
     * @param inbound capacity for what is received in part
     * @param outbound capacity for answers
     */
    MainLink(
            Link link,
            Receiver receiver,
            SessionState state,
            EndpointOptions options,
            InboundCapacity inbound,
            SentBytes bytes,
            OutboundCapacity.SessionShare outbound,
            Watcher watcher) {
        this.receiver = receiver;
        this.state = state;
        capacity = inbound;
        wakeWatcher = watcher.waker();
        Limits limits = options.limits();
        heartbeat = new Heartbeat(options.heartbeat(), heard.get());
        assembly = new Assembly(limits.messageBytes(), inbound.share());
        outbox = new Outbox(limits.unsentBytes(), bytes, outbound, this, new WriteBatching());
        reader = newReader(link, 0);
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

        /**
         * A link has failed. Returns false if it was the present one, and the session does not wait for another one.
         *
         * @param silent whether nothing was received for too long; otherwise the link was closed
         */
        boolean loseLink(Link link, String why, boolean silent);

        /** Ends the session at once. */
        void die(PeerEnd.Reason reason, String why);
    }

    // ---- links

    private MainReader newReader(Link link, long position) {
        return new MainReader(this, link, FrameParser.ofMain(capacity.share(), wakeWatcher), position);
    }

    /** Returns what reads the present link, or the last one. */
    public MainReader reader() {
        return reader;
    }

    /**
     * Writes to the present link from now on.
     *
     * @param position up to which the peer has received everything
     */
    public void open(long position) {
        outbox.open(link(), position);
    }

    /** Closes the link, and writes nothing more to it. */
    void leaveLink() {
        reader.close();
        outbox.leaveLink();
    }

    /**
     * Waits until the link that was left is used by no thread.
     *
     * @return the position behind the last frame that was handled: none is until there is another link
     */
    long awaitIdle() throws InterruptedIOException {
        leaveLink(); // again: the next one may have broken before it was opened
        outbox.awaitIdle();
        return reader.stop();
    }

    /** Goes on with another link, which is to be read, and then {@linkplain #open opened}. The one before was left. */
    void goOn(Link next, long position) {
        heard.set(System.nanoTime());
        reader = newReader(next, position);
    }

    public Link link() {
        return reader.link();
    }

    /** Returns how many bytes both sides have received so far. */
    long carried() {
        return reader.position() + outbox.acknowledged();
    }

    public Outbox outbox() {
        return outbox;
    }

    // ---- by the reader

    void heard(long now) {
        heard.lazySet(now);
    }

    /** See {@link MainReader#ownership}. */
    @Nullable
    Ownership ownership(In body) {
        return reader.ownership(body);
    }

    /** Called by a thread that handles a frame: what it does from now on hinders no other frame. */
    void handled() {
        reader.end();
    }

    /** Returns whether the caller of a call has given it up by now. Called by the reader. */
    boolean isCancelled(long call) {
        return reader.parser().cancels(call);
    }

    void handle(int type, int flags, long id, In body, long now) {
        if (state.hasEnded()) {
            return;
        }
        if (!assembly.takes(type, flags, id)) {
            receiver.receive(type, flags, id, body, false, now);
            return;
        }
        assembled(assembly.add(type, flags, id, body.array(), body.position(), body.remaining(), now), type, id, now);
    }

    void refused(int type, int flags, long id, long now) {
        if (state.hasEnded()) {
            return;
        }
        if (assembly.takes(type, flags, id)) {
            assembled(assembly.refuse(type, flags, id, now), type, id, now);
        } else {
            receiver.refuse(type, flags, id);
        }
    }

    private void assembled(Assembly.@Nullable Message message, int type, long id, long now) {
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

    // ---- by the watcher

    /** Returns when something was received last. */
    long heard() {
        return heard.get();
    }

    /**
     * Ends a session whose peer sends or reads too slowly, and leaves the link of one that is silent. Called by the watcher.
     *
     * @param waits whether a call of this side waits
     * @return whether anything is under way
     */
    boolean check(long now, boolean waits) {
        outbox.check();
        MainReader reader = this.reader;
        switch (heartbeat.check(now, heard.get(), waits, outbox.isStuck(), outbox.written())) {
            case NOTHING -> {}
            case PING -> send(Frame.PING, 0, 0);
            case END -> silent(reader.link());
        }
        reader.report();
        checkPeerAcknowledges(now);
        FrameParser parser = reader.parser();
        long inPart = parser.inPart();
        if (incoming.isTooSlow(now, inPart, parser.taken()) || assembly.isTooSlow(now)) {
            refuse(new GoAway(GoAway.Reason.IDLE, "a message was begun and went on too slowly: " + TransferRate.RULE));
        }
        boolean waiting = outbox.holdsCapacity();
        if (answers.isTooSlow(now, waiting, outbox.written())) {
            refuse(new GoAway(GoAway.Reason.IDLE, "answers were requested and read too slowly: " + TransferRate.RULE));
        }
        return inPart != 0 || waiting || waitsSince != 0 || !assembly.isEmpty();
    }

    private void checkPeerAcknowledges(long now) {
        if (!outbox.awaitsPeer()) {
            waitsSince = 0;
        } else if (waitsSince == 0) {
            waitsSince = now;
        } else if (now - waitsSince > PATIENCE) {
            refuse(new GoAway(GoAway.Reason.IDLE, "nothing of what was sent was acknowledged for 30 s"));
        }
    }

    private void silent(Link link) {
        if (!receiver.loseLink(link, heartbeat.toString(), true)) {
            refuse(new GoAway(GoAway.Reason.IDLE, heartbeat.toString()));
        }
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

    /** Ends the session for a reason that is sent to the peer. If several threads find one at the same time, one is sent. */
    void refuse(GoAway why) {
        if (!refused.getAndSet(true) && !state.hasEnded()) {
            Events.refused(link().peer(), why);
            outbox.sendLast(why.frame());
        }
        receiver.die(why.end(), "it was refused here: " + why);
    }

    /** A link has failed. */
    @Override
    public void broken(Link link, Throwable e) {
        if (!(e instanceof IOException)) {
            failed(e);
        } else if (!receiver.loseLink(link, reason(e), false)) {
            receiver.die(PeerEnd.Reason.DIED, reason(e));
        }
    }

    /** Ends the session: handling a frame, or an answer, has failed unexpectedly. */
    public void failed(Throwable e) {
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
        reader.close();
        reader.parser().close();
    }
}
