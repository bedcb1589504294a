package dev.wherry.internal.endpoint;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.internal.events.Events;
import dev.wherry.internal.extension.RingProvider.OfferedRings;
import dev.wherry.internal.extension.RingProvider.RingLink;
import dev.wherry.internal.extension.RingProvider.Rings;
import dev.wherry.internal.loop.EventLoops;
import dev.wherry.internal.loop.LinkHandler;
import dev.wherry.internal.loop.Pump;
import dev.wherry.internal.loop.ServingThread;
import dev.wherry.internal.loop.Watcher;
import dev.wherry.internal.session.Lane;
import dev.wherry.internal.session.LaneServer;
import dev.wherry.internal.session.Resumption;
import dev.wherry.internal.session.Session;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.FrameParser;
import dev.wherry.internal.wire.GoAway;
import dev.wherry.internal.wire.GoAway.Reason;
import dev.wherry.internal.wire.Hello;
import dev.wherry.internal.wire.Id128;
import dev.wherry.internal.wire.InboundCapacity;
import dev.wherry.internal.wire.MemoryOffer;
import dev.wherry.internal.wire.Preamble;
import dev.wherry.internal.wire.ProtocolException;
import dev.wherry.internal.wire.ResumeOffer;
import dev.wherry.internal.wire.Source;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.In;
import dev.wherry.spi.Link;
import dev.wherry.spi.Out;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.channels.SelectableChannel;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Opens links from both sides: reads and writes the Hello, and makes a link a main link or a lane. It blocks a platform thread;
 * the watcher closes links that take too long.
 *
 * @param counters count the calls of lanes over shared memory
 * @param loops read the main links
 */
record Handshake(
        EndpointOptions options,
        Sessions sessions,
        SharedMemory memory,
        Counters counters,
        InboundCapacity capacity,
        Watcher watcher,
        EventLoops loops) {
    private static final String AGENT = "wherry/1";

    // ---- the side that connects

    /** Opens a session over a new link. */
    Session connect(Link link, URI to) throws IOException {
        send(link, hello(0, Id128.NONE, options.codecs()).with(offer(Id128.NONE, 0)));
        FrameParser in = parser(Hello.LONGEST);
        Hello answer = answer(link, in, to.toString());
        if (answer.codecs().size() != 1 || !options.codecs().containsAll(answer.codecs())) {
            throw ProtocolException.breach(
                    "Codecs " + answer.codecs() + " were chosen instead of one that was offered");
        }
        Session session =
                sessions.create(answer.session(), answer, answer.codecs().getFirst(), link, to);
        begin(session, link, in);
        return session;
    }

    /** Goes on with a session over a new link. */
    void resume(Link link, Session session) throws IOException {
        FrameParser in = parser(Hello.LONGEST);
        Resumption.Agreement agreement = position -> {
            send(
                    link,
                    hello(0, session.token(), List.of())
                            .with(offer(session.resumption().peer(), position)));
            Hello answer = answer(link, in, session.name());
            ResumeOffer peers = answer.resume();
            if (peers == null || !answer.session().equals(session.token())) {
                throw ProtocolException.breach("Another session was opened instead of the one that was to be resumed");
            }
            return peers.received();
        };
        if (!session.resumption().resume(link, agreement, () -> attach(session, link, in))) {
            LinkHandler.close(link);
        }
    }

    /** Introduces a new link as a lane, which uses shared memory if both ends have it. */
    Lane lane(Link link, Session session, long number) throws IOException {
        int longest = options.limits().messageBytes();
        OfferedRings offered = memory.make(link);
        boolean taken = false;
        try {
            Hello hello = hello(number, session.token(), List.of());
            send(link, hello.with(offered == null ? null : offered.offer()));
            FrameParser in = parser(longest);
            Hello answer = answer(link, in, session.name());
            if (offered == null || answer.memory() == null) {
                return lane(session, link, in, number);
            }
            taken = true;
            Link over = offered.rings().over(link);
            return lane(session, over, parser(longest), number);
        } finally {
            if (offered != null && !taken) {
                offered.rings().close();
            }
        }
    }

    private Lane lane(Session session, Link link, FrameParser in, long number) {
        boolean overMemory = SharedMemory.under(link) != null;
        return session.lane(link, in, number, overMemory ? counters.carriedBy(SharedMemory.NAME) : null);
    }

    private static Hello answer(Link link, FrameParser in, String from) throws IOException {
        in.readPreamble(link);
        In body = in.read(link);
        return switch (in.type()) {
            case Frame.HELLO -> Hello.read(in.id(), body);
            case Frame.GOAWAY -> throw refused(from, GoAway.read(body));
            default -> throw ProtocolException.breach("A frame of type " + in.type() + " instead of Hello");
        };
    }

    private static CallException refused(String by, GoAway why) {
        return new CallException(
                Code.REFUSED,
                by + " refused the connection: " + why,
                new ProtocolException(why.reason(), why.message()));
    }

    // ---- the side that listens

    /** Called with the Hello of a peer. Throws if the connection is refused. */
    interface HelloListener {
        void received(Hello hello) throws IOException;
    }

    /** Takes links that speak another protocol. */
    interface OtherProtocols {
        /**
         * Returns the link within one that begins with this byte; null if it is served elsewhere.
         *
         * @param link repeats the bytes that were read
         * @throws ProtocolException if nothing accepts such a link
         */
        @Nullable
        Link open(Link link, int firstByte) throws IOException;
    }

    /**
     * Reads the Hello of an accepted link and makes it a main link or a lane; a lane is served until it ends.
     *
     * @param others take the link if its first byte is not that of the native protocol
     * @param listener called with the Hello before it is answered
     */
    void accept(Link accepted, OtherProtocols others, HelloListener listener) {
        Link link = accepted;
        try {
            FrameParser in = parser(options.limits().messageBytes());
            for (int first = in.first(link); first != Preamble.FIRST; first = in.first(link)) {
                Link within = others.open(new PrefixedLink(link, in.rest()), first);
                if (within == null) {
                    return;
                }
                link = within;
                in = parser(options.limits().messageBytes());
            }
            in.readPreamble(link);
            In body = in.read(link, Hello.LONGEST);
            if (in.type() != Frame.HELLO) {
                throw ProtocolException.breach("A frame of type " + in.type() + " instead of Hello");
            }
            Hello hello = Hello.read(in.id(), body);
            listener.received(hello);
            if (hello.lane() != 0) {
                acceptLane(link, in, hello);
            } else if (hello.session().equals(Id128.NONE)) {
                acceptMain(link, in, hello);
            } else {
                acceptResumed(link, in, hello);
            }
        } catch (ProtocolException e) {
            refuse(link, e.goAway());
        } catch (CodecException e) {
            refuse(link, new GoAway(Reason.PROTOCOL, String.valueOf(e.getMessage())));
        } catch (SSLException e) {
            // Below the protocol nothing can be answered; TLS has said to the peer what is wrong.
            Events.refused(link.peer(), new GoAway(Reason.REFUSED, String.valueOf(e.getMessage())));
            LinkHandler.close(link);
        } catch (IOException e) {
            // No refusal: the peer has left, such as while it opened a lane, or the link was closed and reported here.
            LOG.log(Level.DEBUG, "The connection of " + link.peer() + " ended before it was greeted", e);
            LinkHandler.close(link);
        }
    }

    private void acceptMain(Link link, FrameParser in, Hello hello) throws IOException {
        List<String> codecs = options.codecs();
        String codec = hello.codecs().stream()
                .filter(codecs::contains)
                .findFirst()
                .orElseThrow(() -> new ProtocolException(
                        Reason.REFUSED, "No codec in common: offered " + hello.codecs() + ", accepted " + codecs));
        Session session = sessions.create(Id128.random(), hello, codec, link, null);
        sessions.add(session);
        try {
            ResumeOffer offer = hello.resume() == null ? null : offer(Id128.NONE, 0);
            send(link, hello(0, session.token(), List.of(codec)).with(offer));
            begin(session, link, in);
        } catch (IOException | RuntimeException | Error e) {
            session.main().failed(e);
            throw e;
        }
        Events.connected(session.name(), false);
    }

    private void acceptResumed(Link link, FrameParser in, Hello hello) throws IOException {
        ResumeOffer peers = hello.resume();
        if (peers == null) {
            throw ProtocolException.breach("A main link of a session that is not to be resumed");
        }
        if (!peers.endpoint().equals(sessions.endpoint())) {
            throw new ProtocolException(Reason.RESTARTED, "This endpoint was started after the session was opened");
        }
        Session session = find(hello, link);
        Resumption.Agreement agreement = position -> {
            // A Hello of an earlier attempt may come late, and must not end the session.
            session.main().outbox().acknowledged(peers.received());
            send(link, hello(0, session.token(), List.of()).with(offer(sessions.endpoint(), position)));
            return peers.received();
        };
        if (!session.resumption().resume(link, agreement, () -> attach(session, link, in))) {
            throw new ProtocolException(Reason.UNKNOWN_SESSION, "The session has ended, or is not resumed");
        }
    }

    /** Returns the session that a link says it belongs to. */
    private Session find(Hello hello, Link link) {
        Session session = sessions.find(hello.session());
        if (session == null) {
            throw new ProtocolException(Reason.UNKNOWN_SESSION, "No session here has this token");
        }
        if (!Source.isSame(session.identity(), link.peer())) {
            throw new ProtocolException(
                    Reason.REFUSED, "A link of another peer, " + link.peer() + ", than its session's");
        }
        return session;
    }

    private void acceptLane(Link link, FrameParser in, Hello hello) throws IOException {
        Session session = find(hello, link);
        if (session.servedCalls().laneCount() >= options.limits().lanesPerSession()) {
            throw ProtocolException.limit("More than " + options.limits().lanesPerSession()
                    + " lanes of one session (limit 'lanesPerSession')");
        }
        MemoryOffer offer = hello.memory();
        Rings rings = offer == null ? null : memory.open(offer, link);
        Link chosen = rings == null ? link : rings.over(link);
        FrameParser frames = rings == null ? in : parser(options.limits().messageBytes());
        LaneServer server = session.laneServer(chosen, frames, hello.lane(), SharedMemory.under(chosen) != null);
        if (!session.servedCalls().admit(server, hello.lane())) {
            if (rings != null) {
                rings.close();
            }
            throw ProtocolException.breach("Lane number " + hello.lane() + " was used before or is out of range");
        }
        try {
            Hello answer = hello(hello.lane(), session.token(), List.of());
            send(link, answer.with(rings == null || offer == null ? null : offer.taken()));
            watcher.wake();
        } catch (IOException | RuntimeException | Error e) {
            end(session, server);
            throw e;
        }
        serve(session, server);
    }

    private static void end(Session session, LaneServer server) {
        try {
            session.servedCalls().remove(server);
        } finally {
            server.close();
        }
    }

    /** Serves a lane until it ends, or goes on with another thread. */
    private void serve(Session session, LaneServer server) {
        boolean ended = true;
        try {
            if (!session.state().hasEnded() && !server.serve()) {
                new ServingThread(() -> serve(session, server), "wherry-lane", watcher).start();
                ended = false;
            }
        } finally {
            if (ended) {
                end(session, server);
            }
        }
    }

    // ---- both

    private FrameParser parser(int longest) {
        return FrameParser.ofLane(longest, capacity.share(), watcher.waker());
    }

    /** @param endpoint that the session was opened with; {@link Id128#NONE} if it is opened now */
    private @Nullable ResumeOffer offer(Id128 endpoint, long received) {
        Duration window = options.resumeWindow();
        return window.isZero() ? null : new ResumeOffer((int) window.toMillis(), endpoint, received);
    }

    private Hello hello(long lane, Id128 session, List<String> codecs) {
        Limits limits = options.limits();
        return new Hello(
                lane,
                session,
                sessions.endpoint(),
                codecs,
                limits.messageBytes(),
                limits.callsInFlight(),
                limits.lanesPerSession(),
                AGENT);
    }

    private static void send(Link link, Hello hello) throws IOException {
        Out out = preamble();
        hello.write(out);
        link.write(out.array(), 0, out.size());
    }

    private static Out preamble() {
        Out out = new Out(256);
        Preamble.write(out);
        return out;
    }

    private static void refuse(Link link, GoAway why) {
        Events.refused(link.peer(), why);
        Out out = preamble();
        why.write(out);
        try {
            link.write(out.array(), 0, out.size());
        } catch (IOException e) {
            LOG.log(
                    Level.DEBUG,
                    "The connection of " + link.peer() + " was closed before the refusal could be sent",
                    e);
        } finally {
            LinkHandler.close(link);
        }
    }

    /** Begins to use the first link of a session. */
    private void begin(Session session, Link link, FrameParser in) {
        session.resumption().begin(link, () -> attach(session, link, in));
    }

    private void attach(Session session, Link link, FrameParser in) throws IOException {
        RingLink ring = SharedMemory.under(link);
        SelectableChannel channel = link.multiplex();
        if (ring != null) {
            loops.read(session.main().reader(), ring, in.rest());
        } else if (channel != null) {
            loops.next().add(session.main().reader(), channel, in.rest());
        } else {
            new Pump(session.main().reader()).start(in.rest());
        }
    }
}
