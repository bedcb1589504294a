package dev.wherry.internal.session;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.CallException;
import dev.wherry.EndpointOptions;
import dev.wherry.Identity;
import dev.wherry.internal.extension.SessionExtension;
import dev.wherry.internal.loop.CallThreads;
import dev.wherry.internal.loop.Watcher;
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
import dev.wherry.internal.wire.SessionState;
import dev.wherry.internal.wire.TransferRate;
import dev.wherry.spi.In;
import dev.wherry.spi.Link;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * What two endpoints share while they are connected, the same at both sides: calls out ({@link OutgoingCalls}), calls in
 * ({@link IncomingCalls}), references ({@link References}), definitions. It has one main link and, at the side that connected,
 * lanes.
 */
public final class Session implements MainLink.Receiver, Lanes.Opener, References.Remotes {
    /** For so long a session without calls keeps its place where others want it. */
    private static final long REST = TimeUnit.SECONDS.toNanos(10);

    private final Owner owner;
    private final Id128 token;
    private final Hello remote;
    private final @Nullable URI dialed;
    private final EndpointOptions options;
    private final InboundCapacity capacity;
    private final Watcher watcher;
    private final SessionState state;
    private final SessionClock clock;
    private final Source source;
    private final MainLink main;
    private final Lanes lanes;
    private final OutboundDefinitions outbound = new OutboundDefinitions();
    private final InboundDefinitions inbound;
    private final InboundDefinitions.OfLink definedByMain;
    private final ExportTable exports;
    private final References references;
    private final Messages messages;
    private final OutgoingCalls callsOut;
    private final IncomingCalls callsIn;
    private final SessionPeer peer;
    private final ExtensionSession extension;
    private final AtomicLong lastUse = new AtomicLong(System.nanoTime());
    private final AtomicLong lastHeard = new AtomicLong(System.nanoTime());

    /** The watcher's; 0: it is not. */
    private long idleSince;

    private final SessionEnd end;

    /** The endpoint of a session: what it does for the session, and what the session reports to it. */
    public interface Owner {
        /** Connects and introduces a new link as a lane of the session. */
        Lane openLane(Session session, long number) throws IOException;

        /** Ends the session in order: no new calls, and time for those under way. */
        void close(Session session);

        /** The session has ended: nobody may find it any more. */
        void ended(Session session);

        /** The session's end is done: the watcher need not look after it. */
        void gone(Session session);

        /** What stubs keep reachable, so that their endpoint is; null if the program has lost it or never had one. */
        @Nullable
        Object handle();
    }

    /**
     * @param remote what the peer said of itself
     * @param codec that both sides have agreed on
     * @param dialed where to; null at the side that listens
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
        this.remote = remote;
        this.dialed = dialed;
        owner = shared.owner();
        options = shared.options();
        capacity = shared.inbound();
        watcher = shared.watcher();
        end = new SessionEnd(this, owner);
        state = new SessionState(dialed != null ? dialed.toString() : String.valueOf(link.peer()));
        clock = new SessionClock(this::askPeer);
        source = Source.of(link.peer());
        exports =
                new ExportTable(shared.objects().identities(), options.limits().references());
        inbound = new InboundDefinitions(capacity.share());
        definedByMain = new InboundDefinitions.OfLink(inbound);
        OutboundCapacity.Share answers = shared.outbound().share();
        CallThreads.Share threads = shared.threads().share();
        main = new MainLink(link, this, state, options.limits(), capacity.share(), answers, watcher);
        lanes = new Lanes(this, dialed == null ? 0 : Math.min(options.lanes(), remote.lanes()), state.peer(), watcher);
        CalledObjects called =
                new CalledObjects(shared.objects().bindings(), exports, inbound, shared.extension(), this::extended);
        references = new References(state, shared.objects(), exports, inbound, called, this);
        messages = new Messages(
                state,
                clock,
                references,
                exports,
                outbound,
                inbound,
                capacity,
                options.limits(),
                longestOut(),
                options.codecs().indexOf(codec));
        callsOut = new OutgoingCalls(
                remote.callsInFlight(), main, lanes, messages, answers, options.timeout(), carried, watcher, threads);
        peer = new SessionPeer(
                state,
                main,
                callsOut,
                references,
                shared.objects(),
                options.timeout(),
                owner::handle,
                this::part,
                () -> owner.close(this));
        callsIn = new IncomingCalls(
                main,
                messages,
                called,
                shared.interceptors(),
                shared.tallies(),
                answers,
                watcher,
                threads,
                peer,
                owner);
        extension = new ExtensionSession(
                peer,
                shared.objects(),
                shared.extension(),
                shared.extensionCodecs(),
                shared.id(),
                remote.endpoint(),
                token);
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

    Messages messages() {
        return messages;
    }

    public OutgoingCalls callsOut() {
        return callsOut;
    }

    public IncomingCalls callsIn() {
        return callsIn;
    }

    public SessionPeer peer() {
        return peer;
    }

    public ExtensionSession extension() {
        return extension;
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

    /**
     * Creates a lane over a link whose peer has accepted it, at the connecting side.
     *
     * @param memory counts its calls if shared memory carries the link; null if a socket does
     */
    public Lane lane(Link link, FrameParser in, long number, @Nullable LongAdder memory) {
        return callsOut.lane(link, in, number, memory);
    }

    /** Creates the server of a lane, at the listening side. */
    public LaneServer laneServer(Link link, FrameParser in, long number, boolean overMemory) {
        return callsIn.lane(link, in, number, overMemory);
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

    private void askPeer() {
        main.send(Frame.PING, 0, SessionClock.PING);
    }

    private SessionExtension.Part part() {
        return extension.part();
    }

    private Exported extended() {
        return extension.part().served();
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
    @Override
    public void receive(int type, int flags, long id, In body, boolean owned, long now) {
        definedByMain.before(type);
        switch (type) {
            case Frame.DEFINE -> definedByMain.define(id, body);
            case Frame.CALL -> callsIn.call(id, flags, body, owned);
            case Frame.REPLY, Frame.FAILURE -> callsOut.answer(type, flags, id, body, owned);
            case Frame.CANCEL -> callsIn.served().stop(id, state.cancelled(CallException.Outcome.UNKNOWN));
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
    @Override
    public void refuse(int type, int flags, long id) {
        if (type == Frame.CALL) {
            callsIn.refuse(id, flags, capacity.isFull());
        } else {
            callsOut.refuse(type, id, capacity.isFull());
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
        watcher.wake();
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
        any |= callsIn.served().look(now);
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
                unused && silent > TimeUnit.NANOSECONDS.convert(options.limits().idleTime()));
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
    @Override
    public void die(String why) {
        if (state.end(why)) {
            LOG.log(Level.DEBUG, "The session with {0} has ended: {1}", state.peer(), why);
            end.begin();
        }
    }

    /** The engine has it among its own: if it has ended by then, it leaves. */
    public void added() {
        if (state.hasEnded()) {
            owner.ended(this);
            if (end.isDone()) {
                owner.gone(this);
            }
        }
    }
}
