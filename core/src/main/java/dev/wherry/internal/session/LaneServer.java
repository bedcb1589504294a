package dev.wherry.internal.session;

import dev.wherry.internal.protocol.CallHead;
import dev.wherry.internal.protocol.Frame;
import dev.wherry.internal.protocol.FrameBuffer;
import dev.wherry.internal.protocol.GoAway;
import dev.wherry.internal.protocol.ProtocolException;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.In;
import dev.wherry.spi.Link;
import dev.wherry.spi.Out;
import java.io.EOFException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** The listening side's end of a lane: its own platform thread reads, runs inline, replies. */
final class LaneServer {
    private static final Logger LOG = System.getLogger("dev.wherry.session");

    private final Session session;
    private final Link link;
    private final FrameBuffer in;
    private final long number;
    private final Incoming arguments;
    private final ServedCall call;
    private final Message answer;
    private final LaneWriter out;
    private long last;
    private long partSince;
    private long taken;

    LaneServer(Session session, Link link, FrameBuffer in, long number) {
        this.session = session;
        this.link = link;
        this.in = in;
        this.number = number;
        arguments = new Incoming(session);
        call = new ServedCall(session, arguments);
        answer = new Message(session);
        out = new LaneWriter(link);
    }

    ServedCall call() {
        return call;
    }

    /** By the watcher: the call's deadline, and a frame that came in part and goes on for too long. True: look again. */
    boolean look(long now) {
        if (!in.waiting()) {
            partSince = 0;
            boolean used = in.taken() != taken;
            taken = in.taken();
            return call.look(now) || used;
        }
        if (partSince == 0 || in.taken() != taken) {
            partSince = now;
            taken = in.taken();
        } else if (now - partSince > Handshake.PATIENCE) {
            LOG.log(Level.INFO, "A lane of {0} was closed: a frame came in part and did not go on", session.name());
            close();
        }
        return true;
    }

    /** Serves until the lane ends. */
    void serve() {
        try {
            for (; ; ) {
                In body = in.read();
                switch (in.type()) {
                    case Frame.DEFINE -> session.inbound().define(in.id(), body);
                    case Frame.CALL -> serve(body);
                    default ->
                        throw new ProtocolException(
                                GoAway.Reason.PROTOCOL, "A frame of type " + in.type() + " on a lane");
                }
            }
        } catch (EOFException e) {
            LOG.log(Level.TRACE, "A lane was closed by its peer", e);
        } catch (ProtocolException e) {
            refuse(e.goAway());
            if (e.goAway().reason() == GoAway.Reason.PROTOCOL) {
                session.main().refuse(e.goAway());
            }
        } catch (CodecException e) {
            refuse(new GoAway(GoAway.Reason.PROTOCOL, String.valueOf(e.getMessage())));
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "A lane broke", e);
        }
    }

    private void serve(In body) throws IOException {
        long id = in.id();
        if (id >>> Session.LANE_SHIFT != number || id <= last || in.flags() != 0) {
            throw new ProtocolException(
                    GoAway.Reason.PROTOCOL, "Call " + id + " with flags " + in.flags() + " on lane " + number);
        }
        last = id;
        CallHead head = CallHead.read(body, 0);
        arguments.of(Frame.CALL).in().over(body.array(), body.position(), body.position() + body.remaining());
        call.of(id, head).serve(answer, () -> {});
        try {
            out.write(answer);
        } catch (IOException e) {
            answer.rollback();
            throw e;
        }
    }

    private void refuse(GoAway why) {
        Events.refused(link.peer(), why);
        Out out = new Out(256);
        why.write(out);
        try {
            link.write(out.array(), 0, out.size());
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "A peer was gone before it was told why its lane ends", e);
        }
    }

    void close() {
        Session.close(link);
    }
}
