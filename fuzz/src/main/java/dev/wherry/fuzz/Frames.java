package dev.wherry.fuzz;

import dev.wherry.ContextKey;
import dev.wherry.internal.wire.CallHead;
import dev.wherry.internal.wire.ContextEntries;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.FrameParser;
import dev.wherry.internal.wire.GoAway;
import dev.wherry.internal.wire.Hello;
import dev.wherry.internal.wire.Id128;
import dev.wherry.internal.wire.InboundCapacity;
import dev.wherry.internal.wire.InboundDefinitions;
import dev.wherry.internal.wire.ProtocolException;
import dev.wherry.internal.wire.ReadBuffer;
import dev.wherry.internal.wire.ReferenceList;
import dev.wherry.internal.wire.ResumeOffer;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The frames of a main link: Hello with its offers, definitions, the heads of calls, contexts, lists of references, GoAway. */
final class Frames implements Target {
    private static final long CAPACITY = 1 << 20;
    /** Bytes of one read, so that frames are also received in part. */
    private static final int READ = 97;

    @Override
    public void parse(byte[] bytes) {
        InboundCapacity capacity = new InboundCapacity(CAPACITY);
        FrameParser parser = FrameParser.ofMain(capacity.share(), () -> {});
        InboundDefinitions definitions = new InboundDefinitions(capacity.share());
        try {
            for (int at = 0; at < bytes.length; at += READ) {
                ReadBuffer buffer = new ReadBuffer(bytes, at, Math.min(bytes.length, at + READ));
                parser.parse(buffer, (type, flags, id, body) -> read(type, flags, id, body, definitions));
            }
        } catch (ProtocolException | CodecException e) {
            // The connection is closed with this reason.
        } finally {
            parser.close();
            definitions.close();
        }
        if (capacity.taken() != 0) {
            throw new IllegalStateException(capacity.taken() + " bytes of capacity were not given back");
        }
    }

    private static void read(int type, int flags, long id, In body, InboundDefinitions definitions) {
        switch (type) {
            case Frame.HELLO -> Hello.read(id, body);
            case Frame.DEFINE -> definitions.define(id, body);
            case Frame.CALL -> {
                cut(flags, body);
                CallHead.read(body, flags);
            }
            case Frame.REPLY, Frame.FAILURE -> {
                cut(flags, body);
                if ((flags & Frame.CONTEXT) != 0) {
                    ContextEntries.read(body);
                }
            }
            case Frame.GOAWAY -> GoAway.read(body);
            default -> body.skip(Math.min(body.remaining(), Long.BYTES));
        }
    }

    private static void cut(int flags, In body) {
        if ((flags & Frame.REFERENCES) != 0) {
            ReferenceList.cut(body);
        }
    }

    @Override
    public List<byte[]> seeds() {
        Out hello = new Out(256);
        new Hello(0, Id128.NONE, Id128.random(), List.of("compact", "java"), 1 << 20, 100, 8, "wherry/1")
                .with(new ResumeOffer(30_000, Id128.random(), 4_711))
                .write(hello);
        Out call = new Out(256);
        int start = Frame.begin(call, Frame.CALL, Frame.ORDERED | Frame.REFERENCES, 1);
        new CallHead(1, 5, 2, 30_000, 17, Map.of(ContextKey.TRACEPARENT, "00-1-2-00", ContextKey.ATTEMPT, 2L))
                .write(call);
        call.writeLongSize(9);
        call.writeInt(1);
        Frame.end(call, start);
        Out more = new Out(256);
        for (int type = Frame.DEFINE; type <= Frame.RECEIVED; type++) {
            if (Frame.flagsOf(type) >= 0) {
                Frame.end(more, frame(more, type));
            }
        }
        Out away = new Out(256);
        new GoAway(GoAway.Reason.LIMIT, "too many").write(away);
        return List.of(hello.copy(), call.copy(), more.copy(), away.copy(), both(hello.copy(), call.copy()));
    }

    private static int frame(Out to, int type) {
        int start = Frame.begin(to, type, 0, 3);
        to.writeByte(1);
        to.writeText("name");
        to.writeText("more");
        return start;
    }

    private static byte[] both(byte[] one, byte[] other) {
        byte[] all = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, all, one.length, other.length);
        return all;
    }
}
