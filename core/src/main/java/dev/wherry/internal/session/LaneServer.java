package dev.wherry.internal.session;

import static dev.wherry.internal.events.Log.LOG;

import dev.wherry.internal.events.Events;
import dev.wherry.internal.loop.LinkHandler;
import dev.wherry.internal.statistics.Meter;
import dev.wherry.internal.statistics.Mode;
import dev.wherry.internal.wire.CallHead;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.FrameParser;
import dev.wherry.internal.wire.GoAway;
import dev.wherry.internal.wire.InboundDefinitions;
import dev.wherry.internal.wire.OutboundCapacity;
import dev.wherry.internal.wire.ProtocolException;
import dev.wherry.internal.wire.TransferRate;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.In;
import dev.wherry.spi.Link;
import dev.wherry.spi.Out;
import java.io.EOFException;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicLong;

/** The listening side's end of a lane: a platform thread of its own reads, runs and answers its calls. */
public final class LaneServer {
    private final IncomingCalls calls;
    private final OutboundCapacity.SessionShare capacity;
    private final Link link;
    private final FrameParser in;
    private final long number;
    private final InboundMessage arguments;
    private final ServedCall call;
    private final OutboundMessage answer;
    private final Lane.Writer out;
    private final InboundDefinitions.OfLink definitions;
    private final TransferRate.Frames incoming = new TransferRate.Frames();
    private final TransferRate.Writes answers = new TransferRate.Writes();
    private final Meter meter = new Meter();
    private final Mode mode;
    /** The call whose answer is being written; 0: none. */
    private final AtomicLong writing = new AtomicLong();

    /** The last call that was received, and the last of which {@code answer} is the answer. */
    private long last;

    private long answered;
    /** Whether this thread has run calls of the session's extension. */
    private boolean ranExtension;

    private int size;
    private long taken;

    private long asked;
    private long cancelled;

    /**
     * @param overMemory whether shared memory carries the link
     * @param capacity for answers
     */
    LaneServer(
            IncomingCalls calls,
            Link link,
            FrameParser in,
            long number,
            boolean overMemory,
            OutboundCapacity.SessionShare capacity) {
        this.calls = calls;
        this.link = link;
        this.in = in;
        this.number = number;
        this.capacity = capacity;
        arguments = new InboundMessage(calls.messages);
        call = new ServedCall(calls, arguments, false);
        answer = new OutboundMessage(calls.messages);
        out = new Lane.Writer(link);
        definitions = new InboundDefinitions.OfLink(calls.messages.inbound());
        mode = overMemory ? Mode.MEMORY : Mode.LANE;
    }

    long number() {
        return number;
    }

    boolean isOverMemory() {
        return mode == Mode.MEMORY;
    }

    ServedCall call() {
        return call;
    }

    /** Checks the call's deadline, and how fast the peer sends and reads. Called by the watcher. Returns whether to check again. */
    boolean check(long now) {
        long part = in.inPart();
        long read = in.taken();
        if (incoming.isTooSlow(now, part, read) || isWrittenTooSlowly(now)) {
            LOG.log(Level.INFO, "A lane of {0} was closed: too slow: {1}", calls.state.peer(), TransferRate.RULE);
            close();
            return false;
        }
        boolean used = read != taken;
        taken = read;
        return call.state().check(now) || used || part != 0 || writing.get() != 0;
    }

    private boolean isWrittenTooSlowly(long now) {
        long answer = writing.get();
        int bytes = size;
        return answers.isTooSlow(now, answer, bytes) && writing.get() == answer;
    }

    /**
     * Serves until the lane ends, or until the calling thread must not go on because of what the calls of an extension may have
     * left in its thread-locals.
     *
     * @return true if the lane has ended; false if another thread is to call this method
     */
    public boolean serve() {
        int generation = calls.objects.generation();
        boolean ended = true;
        try {
            while (!ranExtension || generation == calls.objects.generation()) {
                In body = in.read(link);
                definitions.before(in.type());
                switch (in.type()) {
                    case Frame.DEFINE -> definitions.define(in.id(), body);
                    case Frame.CALL -> serve(body);
                    default -> throw ProtocolException.breach("A frame of type " + in.type() + " on a lane");
                }
            }
            ranExtension = false;
            ended = false;
        } catch (EOFException e) {
            LOG.log(Level.TRACE, "A lane was closed by its peer", e);
        } catch (ProtocolException e) {
            if (e.goAway().reason() == GoAway.Reason.PROTOCOL) {
                sendLast(e.goAway());
                calls.main.refuse(e.goAway());
            } else {
                refuse(e.goAway());
            }
        } catch (CodecException e) {
            refuse(new GoAway(GoAway.Reason.PROTOCOL, String.valueOf(e.getMessage())));
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "A lane broke", e);
        } finally {
            if (ended) {
                meter.close();
            }
        }
        return ended;
    }

    private void serve(In body) throws IOException {
        long id = in.id();
        int kind = in.flags() & ~Frame.REFERENCES;
        if (id >>> Frame.LANE_SHIFT != number || id <= last || (kind != 0 && kind != Frame.ACCEPTED)) {
            throw ProtocolException.breach("Call " + id + " with flags " + in.flags() + " on lane " + number);
        }
        last = id;
        Runnable accepted = null;
        if (in.refused()) {
            answer.failure(
                    id,
                    calls.admission.answer(
                            calls.admission.refusal(calls.messages.capacity().isFull())));
        } else if (kind == Frame.ACCEPTED) {
            accepted = calls.accept(id, in.flags(), body, answer);
        } else {
            int bytes = Frame.HEADER + body.remaining();
            CallHead head = CallHead.read(body, 0);
            call.over(body, in.flags()).of(id, head, bytes);
            if (calls.starts.areLimited()) {
                calls.serveLimited(call, head, answer);
            } else {
                call.serve(answer);
            }
            ranExtension |= call.isOfExtension();
            call.count(meter, mode, answer.out().size());
        }
        int reserved =
                answer.out().size() > AnswerCapacity.SPARED ? answer.out().size() : 0;
        if (reserved > 0 && !capacity.take(reserved)) {
            answer.rollback();
            answer.failure(id, calls.droppedAnswer());
            reserved = 0;
        }
        size = answer.out().size();
        answered = id;
        writing.lazySet(id);
        try {
            out.write(answer);
        } finally {
            answer.sent(); // it stays here until the next call, in case that the peer has not received it
            if (reserved > 0) {
                capacity.give(reserved);
            }
            if (accepted != null) {
                accepted.run();
            }
        }
        writing.lazySet(0);
    }

    // ---- calls whose lane broke; guarded by the session's served calls

    /** Records that the peer asks for the outcome of a call of this lane. Returns false if it has asked before. */
    boolean ask(long id) {
        boolean first = asked == 0;
        asked = id;
        return first;
    }

    /** Returns the call that the peer asks for; 0: none. */
    long asked() {
        return asked;
    }

    /** Records that the peer has given a call up. */
    void cancel(long id) {
        cancelled = id;
    }

    /** Returns the last call that the peer has given up; 0: none. */
    long cancelled() {
        return cancelled;
    }

    /** Returns what became of the last call, once the lane has ended. Called by the last thread that has served it. */
    EndedLanes.Ended ended() {
        boolean written = writing.get() != last;
        return new EndedLanes.Ended(last, answered == last && last != 0 ? answer : null, written, System.nanoTime());
    }

    private void refuse(GoAway why) {
        Events.refused(link.peer(), why);
        sendLast(why);
    }

    private void sendLast(GoAway why) {
        Out out = why.frame();
        size = out.size();
        writing.lazySet(last + 1);
        try {
            link.write(out.array(), 0, out.size());
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "The connection of a peer ended before it received why its lane ends", e);
        }
    }

    public void close() {
        LinkHandler.close(link);
        in.close();
    }
}
