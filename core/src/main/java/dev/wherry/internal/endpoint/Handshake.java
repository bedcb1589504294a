package dev.wherry.internal.endpoint;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Limits;
import dev.wherry.internal.events.Events;
import dev.wherry.internal.extension.RingProvider.OfferedRings;
import dev.wherry.internal.extension.RingProvider.RingLink;
import dev.wherry.internal.extension.RingProvider.Rings;
import dev.wherry.internal.loop.LinkHandler;
import dev.wherry.internal.loop.Pump;
import dev.wherry.internal.loop.ServingThread;
import dev.wherry.internal.loop.Watcher;
import dev.wherry.internal.session.Lane;
import dev.wherry.internal.session.LaneServer;
import dev.wherry.internal.session.Session;
import dev.wherry.internal.session.Source;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.FrameParser;
import dev.wherry.internal.wire.GoAway;
import dev.wherry.internal.wire.GoAway.Reason;
import dev.wherry.internal.wire.Hello;
import dev.wherry.internal.wire.Id128;
import dev.wherry.internal.wire.MemoryOffer;
import dev.wherry.internal.wire.Preamble;
import dev.wherry.internal.wire.ProtocolException;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.In;
import dev.wherry.spi.Link;
import dev.wherry.spi.Out;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.channels.SelectableChannel;
import java.util.List;
import java.util.function.Consumer;

/** The first words on a link, from both sides. Blocking, on a platform thread; the watcher ends what takes too long. */
public final class Handshake {
    private static final String AGENT = "wherry/1";

    private Handshake() {}

    // ---- the side that connects

    /** Opens a session over a new link. */
    static Session connect(EndpointEngine engine, Link link, URI to) throws IOException {
        say(link, hello(engine, 0, Id128.NONE, engine.options().codecs())::write);
        FrameParser in = parser(engine, Hello.LONGEST);
        Hello answer = answer(link, in, to.toString());
        if (answer.codecs().isEmpty() || !engine.options().codecs().containsAll(answer.codecs())) {
            throw ProtocolException.breach("Codecs " + answer.codecs() + " were agreed, which we did not offer");
        }
        Session session = engine.createSession(answer.session(), answer, answer.codecs(), link, to);
        attach(engine, session, link, in);
        return session;
    }

    /** Introduces a new link as a lane, which goes on over memory that is shared where that can be. */
    static Lane lane(EndpointEngine engine, Link link, Session session, long number) throws IOException {
        int longest = engine.options().limits().messageBytes();
        OfferedRings offered = engine.memory().make(session.peerAddress());
        boolean taken = false;
        try {
            Hello hello = hello(engine, number, session.token(), List.of());
            say(link, hello.with(offered == null ? null : offered.offer())::write);
            FrameParser in = parser(engine, longest);
            Hello answer = answer(link, in, session.name());
            if (offered == null || answer.memory() == null) {
                return lane(engine, session, link, in, number);
            }
            taken = true;
            Link memory = offered.rings().over(link);
            return lane(engine, session, memory, parser(engine, longest), number);
        } finally {
            if (offered != null && !taken) {
                offered.rings().close();
            }
        }
    }

    private static Lane lane(EndpointEngine engine, Session session, Link link, FrameParser in, long number) {
        boolean overMemory = SharedMemory.under(link) != null;
        return session.lane(link, in, number, overMemory ? engine.figures().carriedBy(SharedMemory.NAME) : null);
    }

    private static Hello answer(Link link, FrameParser in, String from) throws IOException {
        in.readPreamble(link);
        In body = in.read(link);
        return switch (in.type()) {
            case Frame.HELLO -> Hello.read(in.id(), body);
            case Frame.GOAWAY ->
                throw new CallException(Code.REFUSED, from + " refused the connection: " + GoAway.read(body));
            default -> throw ProtocolException.breach("A frame of type " + in.type() + " in place of Hello");
        };
    }

    // ---- the side that listens

    /** Is told of a Hello. Throws if the connection goes on no further. */
    interface Greeted {
        void by(Hello hello) throws IOException;
    }

    /**
     * Reads the Hello of an accepted link and makes it a main link or a lane; a lane is served until it ends.
     *
     * @param greeted told of the Hello before it is answered
     */
    static void accept(EndpointEngine engine, Link link, Greeted greeted) {
        try {
            FrameParser in = parser(engine, engine.options().limits().messageBytes());
            in.readPreamble(link);
            In body = in.read(link, Hello.LONGEST);
            if (in.type() != Frame.HELLO) {
                throw ProtocolException.breach("A frame of type " + in.type() + " in place of Hello");
            }
            Hello hello = Hello.read(in.id(), body);
            greeted.by(hello);
            if (hello.lane() == 0) {
                acceptMain(engine, link, in, hello);
            } else {
                acceptLane(engine, link, in, hello);
            }
        } catch (ProtocolException e) {
            refuse(link, e.goAway());
        } catch (CodecException e) {
            refuse(link, new GoAway(Reason.PROTOCOL, String.valueOf(e.getMessage())));
        } catch (IOException e) {
            // No refusal: its peer went, such as with a lane that it was opening; or it was closed here, which is told.
            LOG.log(Level.DEBUG, "The connection of " + link.peer() + " ended before it was greeted", e);
            LinkHandler.close(link);
        }
    }

    private static void acceptMain(EndpointEngine engine, Link link, FrameParser in, Hello hello) throws IOException {
        List<String> agreed = hello.codecs().stream()
                .filter(engine.options().codecs()::contains)
                .distinct()
                .toList();
        if (agreed.isEmpty()) {
            throw new ProtocolException(
                    Reason.REFUSED,
                    "No codec in common: offered " + hello.codecs() + ", taken "
                            + engine.options().codecs());
        }
        Session session = engine.createSession(Id128.random(), hello, agreed, link, null);
        engine.add(session);
        try {
            say(link, hello(engine, 0, session.token(), agreed)::write);
            attach(engine, session, link, in);
        } catch (IOException | RuntimeException | Error e) {
            session.main().broken(e);
            throw e;
        }
        Events.connected(session.name(), false);
    }

    private static void acceptLane(EndpointEngine engine, Link link, FrameParser in, Hello hello) throws IOException {
        Session session = engine.session(hello.session());
        if (session == null) {
            throw new ProtocolException(Reason.UNKNOWN_SESSION, "No session here has this token");
        }
        if (!Source.isSame(session.identity(), link.peer())) {
            throw new ProtocolException(
                    Reason.REFUSED, "A lane of another peer, " + link.peer() + ", than its session's");
        }
        if (session.callsIn().served().lanes().count()
                >= engine.options().limits().lanesPerSession()) {
            throw ProtocolException.limit("More than "
                    + engine.options().limits().lanesPerSession() + " lanes of one session (limit 'lanesPerSession')");
        }
        MemoryOffer offer = hello.memory();
        Rings memory = offer == null ? null : engine.memory().open(offer, link.peer());
        Link chosen = memory == null ? link : memory.over(link);
        FrameParser frames =
                memory == null ? in : parser(engine, engine.options().limits().messageBytes());
        LaneServer server = session.laneServer(chosen, frames, hello.lane(), SharedMemory.under(chosen) != null);
        if (!session.callsIn().served().lanes().admits(server, hello.lane())) {
            if (memory != null) {
                memory.close();
            }
            throw ProtocolException.breach("Lane number " + hello.lane() + " was used before or is out of range");
        }
        try {
            Hello answer = hello(engine, hello.lane(), session.token(), List.of());
            say(link, answer.with(memory == null || offer == null ? null : offer.taken())::write);
            engine.watcher().wake();
        } catch (IOException | RuntimeException | Error e) {
            session.callsIn().served().lanes().gone(server);
            server.close();
            throw e;
        }
        serve(session, server, engine.watcher());
    }

    /** Serves a lane until it ends, or goes on with another thread. */
    private static void serve(Session session, LaneServer server, Watcher watcher) {
        boolean ended = true;
        try {
            if (!session.state().hasEnded() && !server.serve()) {
                new ServingThread(() -> serve(session, server, watcher), "wherry-lane", watcher).start();
                ended = false;
            }
        } finally {
            if (ended) {
                session.callsIn().served().lanes().gone(server);
                server.close();
            }
        }
    }

    // ---- both

    private static FrameParser parser(EndpointEngine engine, int longest) {
        return FrameParser.ofLane(longest, engine.inboundRoom().share(), engine.watcher()::wake);
    }

    private static Hello hello(EndpointEngine engine, long lane, Id128 session, List<String> codecs) {
        Limits limits = engine.options().limits();
        return new Hello(
                lane,
                session,
                engine.id(),
                codecs,
                limits.messageBytes(),
                limits.callsInFlight(),
                limits.lanesPerSession(),
                AGENT);
    }

    private static void say(Link link, Consumer<Out> first) throws IOException {
        Out out = new Out(256);
        Preamble.write(out);
        first.accept(out);
        link.write(out.array(), 0, out.size());
    }

    private static void refuse(Link link, GoAway why) {
        Events.refused(link.peer(), why);
        try {
            say(link, why::write);
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "The connection of " + link.peer() + " was gone before it was told", e);
        } finally {
            LinkHandler.close(link);
        }
    }

    private static void attach(EndpointEngine engine, Session session, Link link, FrameParser in) throws IOException {
        RingLink ring = SharedMemory.under(link);
        SelectableChannel channel = link.multiplex();
        if (ring != null) {
            engine.loops().read(session.main(), ring, in.rest());
        } else if (channel != null) {
            engine.loops().next().add(session.main(), channel, in.rest());
        } else {
            new Pump(session.main()).start(in.rest());
        }
    }
}
