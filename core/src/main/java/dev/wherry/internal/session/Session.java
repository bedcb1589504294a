package dev.wherry.internal.session;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Identity;
import dev.wherry.internal.endpoint.EndpointEngine;
import dev.wherry.internal.extension.SessionExtension;
import dev.wherry.internal.loop.CallThreads;
import dev.wherry.internal.wire.CallerClock;
import dev.wherry.internal.wire.ExportTable;
import dev.wherry.internal.wire.Exported;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.GoAway;
import dev.wherry.internal.wire.Hello;
import dev.wherry.internal.wire.Id128;
import dev.wherry.internal.wire.InboundDefinitions;
import dev.wherry.internal.wire.OutboundCapacity;
import dev.wherry.internal.wire.OutboundDefinitions;
import dev.wherry.internal.wire.ProtocolException;
import dev.wherry.internal.wire.SessionState;
import dev.wherry.internal.wire.TransferRate;
import dev.wherry.spi.In;
import dev.wherry.spi.Link;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * What two endpoints share while they are connected, the same at both sides: calls out ({@link OutgoingCalls}), calls in
 * ({@link IncomingCalls}), references ({@link References}), definitions. It has one main link and, at the side that connected,
 * lanes.
 */
public final class Session {
    /** A call's id is its lane's number, 0 for main, then a sequence. */
    static final int LANE_SHIFT = 40;

    /** For so long a session without calls keeps its place where others want it. */
    private static final long REST = TimeUnit.SECONDS.toNanos(10);

    private final EndpointEngine engine;
    private final Id128 token;
    private final Hello remote;
    private final String name;
    private final @Nullable URI dialed;
    private final List<String> agreed;
    private final LongAdder carried;
    private final OutboundCapacity.Share outboundRoom;
    private final MainLink main;
    private final Lanes lanes;
    private final OutboundDefinitions outbound = new OutboundDefinitions();
    private final InboundDefinitions inbound;
    private final InboundDefinitions.OfLink definedByMain;
    private final ExportTable exports;
    private final References references;
    private final OutgoingCalls callsOut;
    private final IncomingCalls callsIn;
    private final SessionPeer peer;
    private final CallThreads.Share threads;
    private final ExtensionSession extension;
    private final OutboundMessage.Pool messages = new OutboundMessage.Pool(this);
    private final AtomicLong lastUse = new AtomicLong(System.nanoTime());
    private final AtomicLong lastHeard = new AtomicLong(System.nanoTime());
    private final SessionClock clock = new SessionClock(this);

    /** The watcher's; 0: it is not. */
    private long idleSince;

    private final SessionState state;
    private final Source source;
    private final SessionEnd end = new SessionEnd(this);

    /**
     * @param remote what the peer said of itself
     * @param agreed codecs, in the connecting side's order
     * @param dialed where to; null at the side that listens
     */
    public Session(
            EndpointEngine engine, Id128 token, Hello remote, List<String> agreed, Link link, @Nullable URI dialed) {
        this.engine = engine;
        this.token = token;
        this.remote = remote;
        this.agreed = agreed;
        this.dialed = dialed;
        name = dialed != null ? dialed.toString() : String.valueOf(link.peer());
        carried = dialed == null ? new LongAdder() : engine.figures().carriedBy(dialed.getScheme());
        state = new SessionState(name);
        source = Source.of(link.peer());
        exports = new ExportTable(engine.identities(), engine.options().limits().references());
        inbound = new InboundDefinitions(engine.inboundRoom().share());
        definedByMain = new InboundDefinitions.OfLink(inbound);
        outboundRoom = engine.outboundRoom().share();
        main = new MainLink(this, link);
        lanes = new Lanes(this, dialed == null ? 0 : Math.min(engine.options().lanes(), remote.lanes()));
        references = new References(this);
        threads = engine.callThreads().share();
        callsOut = new OutgoingCalls(this, remote.callsInFlight());
        callsIn = new IncomingCalls(this);
        peer = new SessionPeer(this);
        extension = new ExtensionSession(this, remote.endpoint());
    }

    // ---- parts

    public EndpointEngine engine() {
        return engine;
    }

    public Id128 token() {
        return token;
    }

    /** The peer, in messages. */
    public String name() {
        return name;
    }

    public Identity identity() {
        return main.link().peer();
    }

    public SessionState state() {
        return state;
    }

    /** Counts the calls that its transport has carried. */
    LongAdder carried() {
        return carried;
    }

    /** For its answers, until the peer has taken them. */
    OutboundCapacity.Share outboundRoom() {
        return outboundRoom;
    }

    public MainLink main() {
        return main;
    }

    public Lanes lanes() {
        return lanes;
    }

    public OutboundDefinitions outbound() {
        return outbound;
    }

    public InboundDefinitions inbound() {
        return inbound;
    }

    public ExportTable exports() {
        return exports;
    }

    public References references() {
        return references;
    }

    public OutgoingCalls callsOut() {
        return callsOut;
    }

    public IncomingCalls callsIn() {
        return callsIn;
    }

    /** For what does not run where it is read. */
    CallThreads.Share threads() {
        return threads;
    }

    public SessionPeer peer() {
        return peer;
    }

    public ExtensionSession extension() {
        return extension;
    }

    SessionClock clock() {
        return clock;
    }

    OutboundMessage.Pool messages() {
        return messages;
    }

    /** Whether this side has opened it. */
    public boolean isDialed() {
        return dialed != null;
    }

    /** How long the body of a message to the peer may be. */
    int longestOut() {
        return Math.min(remote.messageBytes(), Integer.MAX_VALUE - Frame.HEADER - 64);
    }

    /** To where main has come: the name that was dialed may stand for other processes, too. */
    @Nullable
    public URI peerAddress() {
        URI chosen = main.link().address();
        return chosen != null ? chosen : dialed;
    }

    Link dialLane() throws IOException {
        URI address = peerAddress();
        if (address == null) {
            throw new IllegalStateException("Only the side that connected opens lanes");
        }
        return engine.transport(address).connect(address, engine.options().timeout());
    }

    /** The codec of calls that we make: an index into our own codecs, whose name stands first among the agreed. */
    int codec() {
        return engine.codecIndex(agreed.getFirst());
    }

    /** What a call of the peer names, as an index into our own codecs. */
    int codec(int named) {
        if (named >= agreed.size()) {
            throw new CallException(Code.INVALID_CALL, "Codec " + named + " was named; agreed: " + agreed);
        }
        return engine.codecIndex(agreed.get(named));
    }

    // ---- what is called

    Exported object(long id) {
        if (id == SessionExtension.OBJECT) {
            return extension.part().served();
        }
        Exported found = (id & 1) == 0 ? engine.bound().find(id) : exports.find(id);
        if (found == null) {
            throw (id & 1) == 0
                    ? engine.bound().gone(id)
                    : new CallException(Code.NOT_FOUND, "Object " + id + " is not here: it was released");
        }
        if (found.isGone() && (id & 1) != 0) {
            throw new CallException(Code.NOT_FOUND, "Object " + id + " is no longer exported");
        }
        return found;
    }

    /** The threads for calls of this object that are received by main; null: those of ordinary calls. */
    @Nullable
    Executor threads(long id) {
        if (id == SessionExtension.OBJECT) {
            return engine.extension().threads();
        }
        if ((id & 1) == 0 || engine.extension().isUnused()) {
            return null;
        }
        Exported called = exports.find(id);
        return called == null ? null : engine.extension().threads(called.target());
    }

    /** Returns whether the peer may call an object, or waits for an answer: a method may unexport the last object. */
    public boolean keepsAlive() {
        return exports.anyRemote() || callsIn.count() > 0;
    }

    // ---- frames of the main link, by its reader

    /**
     * @param owned whether the body's bytes may be kept
     * @param now the reader's clock
     */
    void receive(int type, int flags, long id, In body, boolean owned, long now) {
        definedByMain.before(type);
        switch (type) {
            case Frame.DEFINE -> definedByMain.define(id, body);
            case Frame.CALL -> callsIn.call(id, flags, body, owned);
            case Frame.REPLY, Frame.FAILURE -> callsOut.answer(type, flags, id, body, owned);
            case Frame.CANCEL -> callsIn.stop(id, state.cancelled(CallException.Outcome.UNKNOWN));
            case Frame.CREDIT -> callsOut.credit(id, body.readSize());
            case Frame.RELEASE -> exports.release(id, body.readSize());
            case Frame.PING -> {
                if ((flags & Frame.ANSWER) == 0) {
                    main.checkPeerReads();
                    main.sendClock(id, clock.millis(System.nanoTime()));
                } else if (id == SessionClock.PING) {
                    clock.answered(body, now);
                } else {
                    peer.pong(id);
                }
            }
            case Frame.GOAWAY -> goAway(GoAway.read(body));
            default -> throw ProtocolException.breach("A frame of type " + type + " on a main link that is open");
        }
        lastHeard.lazySet(now);
        if (type == Frame.CALL) {
            lastUse.lazySet(now); // and nothing else: pings and cancels without end must not hold a place for ever
        }
    }

    /** A message for which there was no room. */
    void refuse(int type, int flags, long id) {
        if (type == Frame.CALL) {
            callsIn.refuse(id, flags, engine.inboundRoom().isFull());
        } else {
            callsOut.refuse(type, id, engine.inboundRoom().isFull());
        }
    }

    private void goAway(GoAway why) {
        if (why.reason() != GoAway.Reason.CLOSING && why.reason() != GoAway.Reason.DRAINED) {
            die("the peer closed the connection: " + why);
            return;
        }
        state.peerLeaves(why.reason() == GoAway.Reason.DRAINED);
        closing();
    }

    // ---- the end

    /** The first step of an orderly end. When our calls are done, the watcher says so; who leaves then waits for the peer's. */
    public void leave() {
        say(GoAway.Reason.CLOSING); // first, since from now on the watcher may say DRAINED
        state.leave();
        closing();
    }

    private void say(GoAway.Reason word) {
        main.outbox().send(new GoAway(word, "no new calls").frame());
    }

    private void closing() {
        lanes.stop();
        callsOut.closing();
        engine.watcher().wake();
    }

    /** Whether nothing stands against the end: the peer's calls are done, and so are ours. */
    public boolean isQuiet() {
        return state.hasEnded() || (state.isPeerDrained() && callsOut.count() + callsIn.count() == 0);
    }

    /**
     * By the watcher: deadlines, idle lanes, the end of our calls. True while there is anything to look after.
     *
     * @param callers see {@link CallerClock}
     */
    public boolean look(long now, long callers) {
        if (state.hasEnded()) {
            return end.look(now);
        }
        boolean any = callsOut.look(callers);
        any |= callsIn.look(now);
        for (Lane lane : lanes.open()) {
            any |= lane.look(callers);
        }
        // In this order: a call that finds the session open is counted by then.
        if (state.isDraining() && callsOut.count() == 0) {
            state.drained();
            say(GoAway.Reason.DRAINED);
        }
        any |= main.look(now) || state.isDraining();
        if (any) {
            lastUse.lazySet(now);
        }
        long silent = silence(now);
        if (state.awaitsPeer() && silent > TransferRate.PATIENCE) {
            die("the peer has said that it leaves, and has not closed");
        }
        boolean unused = dialed == null && !any && exports.size() + references.imports() == 0;
        lookAtIdleness(
                now,
                unused
                        && silent
                                > TimeUnit.NANOSECONDS.convert(
                                        engine.options().limits().idleTime()));
        return any || !state.isOpen();
    }

    /** CLOSING goes first, so that calls which the peer begins just now are not run, and it knows. */
    private void lookAtIdleness(long now, boolean over) {
        if (over && state.isOpen()) {
            idleSince = now;
            leave();
        }
        if (idleSince != 0 && (isQuiet() || now - idleSince > TransferRate.PATIENCE)) {
            main.refuse(new GoAway(GoAway.Reason.IDLE, "idle for longer than the limit 'idleTime'"));
        }
    }

    /** Nanoseconds since anything was received by main. */
    public long unheard(long now) {
        return now - lastHeard.get();
    }

    // ---- for others who need its place

    public Source source() {
        return source;
    }

    /** The nanoseconds since it was of use last. */
    public long silence(long now) {
        return now - lastUse.get();
    }

    /** Whether it came in, and has for a while had no calls and no references. */
    public boolean isIdle(long now) {
        return dialed == null
                && state.isOpen()
                && silence(now) > REST
                && callsOut.count() + callsIn.count() + exports.size() + references.imports() == 0;
    }

    /** Ends it, since another needs its place. */
    public void giveWay() {
        main.refuse(new GoAway(GoAway.Reason.IDLE, "idle while others wait for a place (limit 'connections')"));
    }

    /** Ends the session at once: wakes every waiting caller, interrupts every handler, lets go of all objects. */
    public void die(String why) {
        if (state.end(why)) {
            LOG.log(Level.DEBUG, "The session with {0} has ended: {1}", name, why);
            end.begin();
        }
    }

    /** The engine has it among its own: if it has ended by then, it leaves. */
    public void added() {
        if (state.hasEnded()) {
            engine.leaves(this);
            if (end.isDone()) {
                engine.gone(this);
            }
        }
    }

    /** A link that cannot be closed is gone either way. */
    public static void close(Link link) {
        try {
            link.close();
        } catch (RuntimeException e) {
            LOG.log(Level.DEBUG, "A link could not be closed", e);
        }
    }
}
