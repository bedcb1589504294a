package dev.wherry.internal.session;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.CallException;
import dev.wherry.EndpointOptions;
import dev.wherry.Identity;
import dev.wherry.Limits;
import dev.wherry.PeerEnd;
import dev.wherry.PeerRights;
import dev.wherry.internal.extension.SessionExtension;
import dev.wherry.internal.loop.CallStarts;
import dev.wherry.internal.loop.Watcher;
import dev.wherry.internal.objects.EndpointObjects;
import dev.wherry.internal.wire.CallerClock;
import dev.wherry.internal.wire.ExportTable;
import dev.wherry.internal.wire.Exported;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.FrameParser;
import dev.wherry.internal.wire.GoAway;
import dev.wherry.internal.wire.Hello;
import dev.wherry.internal.wire.Id128;
import dev.wherry.internal.wire.ImportTable;
import dev.wherry.internal.wire.InboundCapacity;
import dev.wherry.internal.wire.InboundDefinitions;
import dev.wherry.internal.wire.OutboundCapacity;
import dev.wherry.internal.wire.OutboundDefinitions;
import dev.wherry.internal.wire.ProtocolException;
import dev.wherry.internal.wire.SentBytes;
import dev.wherry.internal.wire.SessionState;
import dev.wherry.internal.wire.Source;
import dev.wherry.internal.wire.TransferRate;
import dev.wherry.spi.In;
import dev.wherry.spi.Link;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The connection of two endpoints, the same at both sides: outgoing calls ({@link OutgoingCalls}), incoming calls
 * ({@link IncomingCalls}), references ({@link References}) and definitions. It has one main link and, at the side that
 * connected, lanes.
 */
public final class Session
        implements MainLink.Receiver,
                Lanes.Opener,
                References.Remotes,
                CalledObjects.Extended,
                SessionClock.Asker,
                SessionPeer.Connection {
    private final Owner owner;
    private final Id128 token;
    private final @Nullable URI dialed;
    private final EndpointOptions options;
    private final InboundCapacity capacity;
    private final Watcher watcher;
    private final SessionState state;
    private final SessionClock clock;
    private final Source source;
    private final MainLink main;
    private final Lanes lanes;
    private final Resumption resumption;
    private final InboundDefinitions inbound;
    private final InboundDefinitions.OfLink definedByMain;
    private final ExportTable exports;
    private final References references;
    private final Messages messages;
    private final OutgoingCalls outgoingCalls;
    private final IncomingCalls incomingCalls;
    private final ServedCalls servedCalls;
    private final SessionPeer peer;
    private final ExtensionSession extension;
    private final Idleness idleness;
    private final SessionEnd end;

    /** The endpoint of a session: what it does for the session, and what the session reports to it. */
    public interface Owner {
        /** Connects and introduces a new link as a lane of the session. */
        Lane openLane(Session session, long number) throws IOException;

        /** Returns what connects to addresses. */
        Route.Finder finder();

        /** Ends the session in order: no new calls, and time for those under way. */
        void close(Session session);

        /** A session waits for another link. The side that has connected opens one. */
        void lost(Session session);

        /** Removes a session that has ended. */
        void ended(Session session);

        /** The end of a session is complete: the watcher needs to do nothing more for it. */
        void gone(Session session);

        /** Returns the object that stubs keep reachable; null if the program has lost it or never had one. */
        @Nullable
        Object handle();
    }

    /**
     * @param remote what the peer said of itself
     * @param codec that both sides have agreed on
     * @param dialed the address; null at the side that listens
     * @param carried counts the calls that the main link carries
     */
    public Session(
            SharedParts shared,
            Id128 token,
            Hello remote,
            String codec,
            Link link,
            @Nullable URI dialed,
            LongAdder carried) {
        this.token = token;
        this.dialed = dialed;
        owner = shared.owner();
        options = shared.options();
        capacity = shared.inbound();
        watcher = shared.watcher();
        end = new SessionEnd(this, owner);
        idleness = new Idleness(this, options.limits().idleTime());
        source = Source.of(link.peer());
        state = new SessionState(dialed != null ? dialed.toString() : String.valueOf(link.peer()));
        clock = new SessionClock(this);

        // Links
        Limits limits = options.limits();
        OutboundCapacity.SessionShare answers = shared.outbound().share();
        Duration window = remote.window(options.resumeWindow());
        SentBytes bytes = new SentBytes(shared.sent(), !window.isZero());
        main = new MainLink(link, this, state, options, capacity, bytes, answers, watcher);
        lanes = new Lanes(this, dialed == null ? 0 : Math.min(options.lanes(), remote.lanes()), state.peer(), watcher);

        // References and messages
        EndpointObjects objects = shared.objects();
        exports = new ExportTable(objects.identities(), limits.references(), clock);
        inbound = new InboundDefinitions(capacity.share());
        definedByMain = new InboundDefinitions.OfLink(inbound);
        CalledObjects called = new CalledObjects(objects.bindings(), exports, inbound, shared.extension(), this);
        references = new References(state, objects, exports, inbound, called, this);
        messages = new Messages(
                state,
                clock,
                references,
                exports,
                new OutboundDefinitions(),
                inbound,
                capacity,
                limits,
                Math.min(remote.messageBytes(), Integer.MAX_VALUE - Frame.HEADER - 64),
                options.codecs().indexOf(codec),
                PeerRights.in(options).has(PeerRights.Right.STACK_TRACES, link.peer()),
                new AtomicReferenceArray<>(Messages.SLOTS));

        // Calls
        CallStarts starts = shared.threads().starts(main.outbox());
        outgoingCalls = new OutgoingCalls(
                remote.callsInFlight(), main, lanes, messages, answers, options.timeout(), carried, watcher, starts);
        peer = new SessionPeer(state, main, outgoingCalls, references, objects, options.timeout(), this);
        servedCalls = new ServedCalls(starts, main, new EndedLanes(main, messages, answers, window));
        resumption = new Resumption(this, owner, remote.endpoint(), window);
        incomingCalls = new IncomingCalls(
                main,
                messages,
                called,
                shared.interceptors(),
                shared.tallies(),
                answers,
                watcher,
                starts,
                servedCalls,
                peer,
                owner);
        extension = new ExtensionSession(
                peer, objects, shared.extension(), shared.extensionCodecs(), shared.id(), remote.endpoint(), token);
    }

    // ---- parts

    public Id128 token() {
        return token;
    }

    /** The peer, in messages. */
    public String name() {
        return state.peer();
    }

    public Identity identity() {
        return main.link().peer();
    }

    public SessionState state() {
        return state;
    }

    public MainLink main() {
        return main;
    }

    public Resumption resumption() {
        return resumption;
    }

    public Lanes lanes() {
        return lanes;
    }

    public OutboundDefinitions outbound() {
        return messages.outbound();
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

    Messages messages() {
        return messages;
    }

    public OutgoingCalls outgoingCalls() {
        return outgoingCalls;
    }

    public IncomingCalls incomingCalls() {
        return incomingCalls;
    }

    public ServedCalls servedCalls() {
        return servedCalls;
    }

    public SessionPeer peer() {
        return peer;
    }

    public ExtensionSession extension() {
        return extension;
    }

    /** Whether this side has connected. */
    public boolean isDialed() {
        return dialed != null;
    }

    /** Returns the address that main is connected to, since the dialed name may have several addresses. */
    @Nullable
    public URI peerAddress() {
        URI chosen = main.link().address();
        return chosen != null ? chosen : dialed;
    }

    /**
     * Creates a lane over a link whose peer has accepted it, at the connecting side.
     *
     * @param memory counts its calls if shared memory carries the link; null if a socket does
     */
    public Lane lane(Link link, FrameParser in, long number, @Nullable LongAdder memory) {
        return outgoingCalls.lane(link, in, number, memory);
    }

    /** Creates the server of a lane, at the listening side. */
    public LaneServer laneServer(Link link, FrameParser in, long number, boolean overMemory) {
        return incomingCalls.lane(link, in, number, overMemory);
    }

    // ---- for its parts

    @Override
    public Lane openLane(long number) throws IOException {
        return owner.openLane(this, number);
    }

    @Override
    public References.Held reference(long object, Id128 identity, int relays, ImportTable.@Nullable Arrivals arrivals) {
        return peer.reference(object, identity, relays, arrivals, owner.handle());
    }

    @Override
    public void release(long object, int count) {
        main.sendCount(Frame.RELEASE, object, count);
    }

    @Override
    public void askForClock() {
        main.send(Frame.PING, 0, SessionClock.PING);
    }

    @Override
    public @Nullable Object handle() {
        return owner.handle();
    }

    @Override
    public @Nullable URI dialed() {
        return dialed;
    }

    @Override
    public Route.Finder finder() {
        return owner.finder();
    }

    @Override
    public SessionExtension.Part part() {
        return extension.part();
    }

    @Override
    public void close() {
        owner.close(this);
    }

    @Override
    public Exported extended() {
        return extension.part().served();
    }

    /** Returns whether the peer may call an object, or waits for an answer: a method may unexport the last object. */
    public boolean keepsAlive() {
        return exports.anyRemote() || incomingCalls.count() > 0;
    }

    // ---- frames of the main link, by its reader

    /**
     * @param owned whether the body's bytes may be kept
     * @param now the reader's clock
     */
    @Override
    public void receive(int type, int flags, long id, In body, boolean owned, long now) {
        definedByMain.before(type);
        switch (type) {
            case Frame.DEFINE -> definedByMain.define(id, body);
            case Frame.CALL -> incomingCalls.call(id, flags, body, owned);
            case Frame.REPLY, Frame.FAILURE -> outgoingCalls.answer(type, flags, id, body, owned);
            case Frame.CANCEL -> servedCalls.stop(id, state.cancelled(CallException.Outcome.UNKNOWN));
            case Frame.SETTLE -> servedCalls.settle(id);
            case Frame.CREDIT -> outgoingCalls.credit(id, body.readSize());
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
        if (type == Frame.CALL) {
            idleness.used(now); // and nothing else: pings and cancels without end must not keep a session for ever
        }
    }

    /** Refuses a message for which there was no capacity. */
    @Override
    public void refuse(int type, int flags, long id) {
        if (type == Frame.CALL) {
            incomingCalls.refuse(id, flags, capacity.isFull());
        } else {
            outgoingCalls.refuse(type, id, capacity.isFull());
        }
    }

    private void goAway(GoAway why) {
        if (why.reason() != GoAway.Reason.CLOSING && why.reason() != GoAway.Reason.DRAINED) {
            die(why.end(), "the peer closed the connection: " + why);
            return;
        }
        state.peerLeaves(why.reason() == GoAway.Reason.DRAINED);
        closing();
    }

    // ---- the end

    /** Begins an orderly end. The watcher sends DRAINED when the calls of this side are done. */
    public void leave() {
        if (!resumption.endsIfLost()) {
            // First, since from now on the watcher may send DRAINED. The end may follow at once.
            main.outbox().sendLast(new GoAway(GoAway.Reason.CLOSING, "no new calls").frame());
            state.leave();
            closing();
        }
    }

    private void closing() {
        lanes.stop();
        outgoingCalls.closing();
        watcher.wake();
    }

    /** Whether the session can end: the calls of both sides are done. */
    public boolean isQuiet() {
        // In this order: a call that is served may make others until it is answered.
        return state.hasEnded() || (state.isPeerDrained() && incomingCalls.count() + outgoingCalls.count() == 0);
    }

    /**
     * Checks deadlines, idle lanes and the end of this side's calls. Called by the watcher. Returns whether to check again.
     *
     * @param callers see {@link CallerClock}
     */
    public boolean check(long now, long callers) {
        if (state.hasEnded()) {
            return end.check(now);
        }
        boolean any = outgoingCalls.check(callers);
        any |= servedCalls.check(now);
        for (Lane lane : lanes.open()) {
            any |= lane.check(callers);
        }
        // In this order: a call that finds the session open is counted by then.
        if (state.isDraining() && outgoingCalls.count() == 0) {
            state.drained();
            main.outbox().send(new GoAway(GoAway.Reason.DRAINED, "no new calls").frame());
        }
        boolean lost = resumption.check(now);
        any |= lost || main.check(now, outgoingCalls.count() > 0) || state.isDraining();
        if (any) {
            idleness.used(now);
        }
        if (state.awaitsPeer() && silence(now) > TransferRate.PATIENCE) {
            die(PeerEnd.Reason.LEFT, "the peer has announced its end, and has not closed");
        }
        idleness.check(now, !any && isUnused());
        return any || !state.isOpen();
    }

    /** Whether the peer has connected, and neither side has a call or a reference. */
    private boolean isUnused() {
        return dialed == null
                && outgoingCalls.count() + incomingCalls.count() + exports.size() + references.imports() == 0;
    }

    /** Nanoseconds since anything was received by main. */
    public long unheard(long now) {
        return now - main.heard();
    }

    public Source source() {
        return source;
    }

    /** Returns the nanoseconds since it was last used. */
    public long silence(long now) {
        return idleness.silence(now);
    }

    /** Whether the peer has connected, and for a while there were no calls and no references. */
    public boolean isIdle(long now) {
        return state.isOpen() && idleness.isRest(now) && isUnused();
    }

    /** Ends it, since another needs its place. */
    public void giveWay() {
        main.refuse(new GoAway(GoAway.Reason.IDLE, "idle while others wait for a place (limit 'connections')"));
    }

    @Override
    public boolean loseLink(Link link, String why, boolean silent) {
        return resumption.lose(link, why, silent);
    }

    /** Ends the session at once: wakes every waiting caller, interrupts every handler, releases all objects. */
    @Override
    public void die(PeerEnd.Reason reason, String why) {
        if (state.end(reason, why, System.currentTimeMillis())) {
            LOG.log(Level.DEBUG, "The session with {0} has ended: {1}", state.peer(), why);
            end.begin();
        }
    }

    /** Called when the engine has added it: if it has ended by then, it is removed again. */
    public void added() {
        if (state.hasEnded()) {
            owner.ended(this);
            if (end.isDone()) {
                owner.gone(this);
            }
        }
    }
}
