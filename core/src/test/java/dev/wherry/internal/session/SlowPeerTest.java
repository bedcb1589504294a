package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.EndpointOptions;
import dev.wherry.Identity;
import dev.wherry.internal.endpoint.EndpointEngine;
import dev.wherry.internal.session.RawClientTest.Raw;
import dev.wherry.internal.wire.CallHead;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.FrameParser;
import dev.wherry.internal.wire.GoAway;
import dev.wherry.internal.wire.Hello;
import dev.wherry.internal.wire.Id128;
import dev.wherry.internal.wire.ResumeOffer;
import dev.wherry.spi.Link;
import dev.wherry.spi.Out;
import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Peers that begin and do not go on, seen at made-up times. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class SlowPeerTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    /** Gives some bytes, and then nothing more; takes nothing. */
    private static final class Stuck implements Link {
        private final byte[] bytes;
        private int given;
        final CountDownLatch reads = new CountDownLatch(1);
        final CountDownLatch writes = new CountDownLatch(1);
        private final CountDownLatch closed = new CountDownLatch(1);

        Stuck(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            if (given == bytes.length) {
                return block(reads);
            }
            int count = Math.min(length, bytes.length - given);
            System.arraycopy(bytes, given, to, offset, count);
            given += count;
            return count;
        }

        @Override
        public int write(byte[] from, int offset, int length) throws IOException {
            return block(writes);
        }

        private int block(CountDownLatch there) throws IOException {
            there.countDown();
            try {
                closed.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            throw new IOException("closed");
        }

        @Override
        public SelectableChannel multiplex() {
            return null;
        }

        @Override
        public Identity peer() {
            return Identity.of("test", "stuck");
        }

        @Override
        public void close() {
            closed.countDown();
        }
    }

    private interface Lane {
        void check(LaneServer server, Stuck link, Thread thread) throws Exception;
    }

    private static void withLane(byte[] bytes, Lane test) throws Exception {
        EndpointEngine engine = new EndpointEngine(EndpointOptions.defaults());
        Session session = AcceptedSession.create(
                engine,
                new Hello(0, Id128.NONE, Id128.NONE, List.of("compact"), 1 << 26, 100, 1, "test"),
                new NarrowLink(length -> length));
        try {
            Stuck link = new Stuck(bytes);
            FrameParser in =
                    FrameParser.ofLane(1 << 20, engine.parts().inbound().share(), () -> {});
            LaneServer server = session.laneServer(link, in, 1, false);
            Thread thread = Thread.ofPlatform().start(server::serve);
            test.check(server, link, thread);
            thread.join();
        } finally {
            engine.close(Duration.ZERO);
        }
    }

    private static byte[] callOfNothing() {
        Out out = new Out(64);
        int call = Frame.begin(out, Frame.CALL, 0, (1L << 40) + 1);
        new CallHead(0, 1_000, 0, 0, 0, Map.of()).write(out);
        Frame.end(out, call);
        return out.copy();
    }

    @Test
    void loseTheirLaneWhenTheyDoNotReadTheAnswer() throws Exception {
        withLane(callOfNothing(), (server, link, thread) -> {
            link.writes.await();
            assertThat(server.check(5)).as("look again").isTrue();
            assertThat(server.check(5 + 10 * SECOND)).isTrue();
            assertThat(link.closed.getCount()).isEqualTo(1);
            server.check(5 + 11 * SECOND);
        });
    }

    @Test
    void loseTheirLaneWhenTheyDoNotFinishAFrame() throws Exception {
        withLane(new byte[] {100, 0, 0, 0, 3}, (server, link, thread) -> {
            link.reads.await();
            assertThat(server.check(5)).as("look again").isTrue();
            assertThat(server.check(5 + 10 * SECOND)).isTrue();
            assertThat(link.closed.getCount()).isEqualTo(1);
            server.check(5 + 11 * SECOND);
        });
    }

    @Test
    void keepTheirLaneWhenTheyAreSilentBetweenFrames() throws Exception {
        withLane(new byte[0], (server, link, thread) -> {
            link.reads.await();
            for (int i = 0; i < 5; i++) {
                server.check(i * 1_000 * SECOND);
            }
            assertThat(link.closed.getCount()).isEqualTo(1);
            server.close();
        });
    }

    @Test
    void loseTheirSessionWhenTheyDoNotFinishAMessageWhateverElseTheySend() throws Exception {
        try (Pair pair = new Pair("tcp");
                Raw raw = new Raw(pair)) {
            Out part = new Out(1 << 16);
            int start = Frame.begin(part, Frame.CALL, Frame.MORE, 1);
            part.size(part.size() + 50_000);
            Frame.end(part, start);
            raw.send(part);
            Pair.until("it has come", () -> pair.server.parts().inbound().taken() > 0);
            long now = System.nanoTime();
            for (int second = 0; second < 10; second++) {
                pair.server.check(now + second * SECOND, now + second * SECOND);
                Out ping = new Out(32);
                Frame.write(ping, Frame.PING, 0, second);
                raw.send(ping);
                raw.next(Frame.PING);
            }
            pair.server.check(now + 12 * SECOND, now + 12 * SECOND);
            assertThat(raw.goAway()).isEqualTo(GoAway.Reason.IDLE);
            assertThat(pair.server.parts().inbound().taken()).isZero();
            assertThat(pair.stub.add(1, 2)).isEqualTo(3);
        }
    }

    @Test
    void loseTheirSessionWhenTheyDoNotFinishAFrame() throws Exception {
        try (Pair pair = new Pair("tcp");
                Raw raw = new Raw(pair)) {
            Out part = new Out(1 << 16);
            int start = Frame.begin(part, Frame.CALL, 0, 1);
            part.size(part.size() + 50_000);
            Frame.end(part, start);
            part.size(20_000);
            raw.send(part);
            Pair.until("it has come", () -> pair.server.parts().inbound().taken() > 0);
            long now = System.nanoTime();
            pair.server.check(now, now);
            pair.server.check(now + 12 * SECOND, now + 12 * SECOND);
            assertThat(raw.goAway()).isEqualTo(GoAway.Reason.IDLE);
        }
    }

    @Test
    void haveTheirCallsEndInTimeThoughTheyDoNotReadTheAnswers() throws Exception {
        int large = 1 << 19;
        try (Pair pair = new Pair("tcp");
                Raw raw = new Raw(pair)) {
            askForEchoes(raw, 60, large, 700);
            Session session = Pair.session(pair.server, raw.session);
            Pair.until(
                    "the answers are too much for the link",
                    () -> session.main().outbox().isFull());
            Pair.until("no call waits any more", () -> session.incomingCalls().count() == 0);
            assertThat(session.state().hasEnded()).isFalse();
        }
    }

    /** Sends calls that have so much time, and whose answers are as long as they are. Returns the number of bytes sent. */
    private static long askForEchoes(Raw raw, int count, int length, int millis) throws IOException {
        Out out = new Out(1 << 17);
        int define = Frame.begin(out, Frame.DEFINE, 0, 0);
        out.writeByte(0);
        out.writeText(Rough.class.getName());
        out.writeText("echo([B)[B");
        Frame.end(out, define);
        long all = 0;
        for (int id = 1; id <= count; id++) {
            int first = Frame.begin(out, Frame.CALL, Frame.MORE, id);
            new CallHead(0, 2, 0, millis, 0, Map.of()).write(out);
            out.writeSize(8 + 2 * 10);
            out.writeSize(length);
            Frame.end(out, first);
            for (int sent = 0; sent < length; sent += Frame.FRAGMENT) {
                int flags = sent + Frame.FRAGMENT == length ? 0 : Frame.MORE;
                int next = Frame.begin(out, Frame.CALL, flags, id);
                out.size(out.size() + Frame.FRAGMENT);
                Frame.end(out, next);
            }
            raw.send(out);
            all += out.size();
            out.reset(1 << 17);
        }
        return all;
    }

    @Test
    void loseTheirSessionWhenTheyReadTheAnswersAndNeverAcknowledgeThem() throws Exception {
        try (Pair pair = new Pair("tcp");
                Raw raw = new Raw(pair, new ResumeOffer(30_000, Id128.NONE, 0))) {
            long sent = askForEchoes(raw, 6, 1 << 19, 60_000);
            Session session = Pair.session(pair.server, raw.session);
            FutureTask<GoAway.Reason> reader = new FutureTask<>(raw::goAway);
            Thread.startVirtualThread(reader);
            Pair.until("all is read", () -> session.main().reader().position() == sent);
            Pair.until("nothing more is sent", () -> session.main().outbox().awaitsPeer());
            long now = System.nanoTime();
            pair.server.check(now, now);
            pair.server.check(now + 12 * SECOND, now + 12 * SECOND);
            assertThat(reader.get()).isEqualTo(GoAway.Reason.IDLE);
            assertThat(pair.stub.add(1, 2)).isEqualTo(3);
        }
    }
}
