package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.EndpointOptions;
import dev.wherry.Identity;
import dev.wherry.Limits;
import dev.wherry.PeerEnd;
import dev.wherry.internal.endpoint.EndpointEngine;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.Hello;
import dev.wherry.internal.wire.Id128;
import dev.wherry.internal.wire.InboundCapacity;
import dev.wherry.internal.wire.OutboundCapacity;
import dev.wherry.internal.wire.ReadBuffer;
import dev.wherry.internal.wire.SentBytes;
import dev.wherry.internal.wire.SessionState;
import dev.wherry.spi.In;
import dev.wherry.spi.Link;
import dev.wherry.spi.Out;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.SelectableChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The two ends of a main link on one thread, over one link after another. The links take a few bytes at a time, lose what is under
 * way, and break for one side before the other. Each seed is one run, which can be repeated.
 */
final class MainSimulationTest {
    private static final int STEPS = 400;
    private static final int CALLS = 60;
    private static final EndpointEngine ENGINE = new EndpointEngine(EndpointOptions.defaults());
    private static final Session MESSAGES = AcceptedSession.create(
            ENGINE,
            new Hello(0, Id128.NONE, Id128.NONE, List.of("compact"), 1 << 26, 100, 1, "test"),
            new NarrowLink(length -> length));

    @AfterAll
    static void close() {
        ENGINE.close(Duration.ZERO);
    }

    /** One direction of a link. */
    private static final class Pipe {
        private byte[] bytes = new byte[1 << 12];
        private int start;
        private int end;
        boolean broken;

        int size() {
            return end - start;
        }

        void add(byte[] from, int offset, int count) {
            if (end + count > bytes.length) {
                byte[] larger = new byte[Math.max(bytes.length, 2 * (size() + count))];
                System.arraycopy(bytes, start, larger, 0, size());
                end -= start;
                start = 0;
                bytes = larger;
            }
            System.arraycopy(from, offset, bytes, end, count);
            end += count;
        }

        void move(byte[] to, int offset, int count) {
            System.arraycopy(bytes, start, to, offset, count);
            start += count;
        }

        void lose(int count) {
            end -= count;
        }
    }

    /** One end of a link. */
    private static final class End implements Link {
        final Pipe in;
        final Pipe out;
        final Random random;
        boolean closed;

        End(Pipe in, Pipe out, Random random) {
            this.in = in;
            this.out = out;
            this.random = random;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            if (closed) {
                throw new EOFException("closed here");
            }
            int count = Math.min(in.size(), random.nextInt(1, Math.min(length, 1 << 15) + 1));
            if (count == 0) {
                return in.broken ? -1 : 0;
            }
            in.move(to, offset, count);
            return count;
        }

        @Override
        public int write(byte[] from, int offset, int length) throws IOException {
            if (closed || (out.broken && random.nextBoolean())) {
                throw new IOException("broken");
            }
            int count = random.nextInt(4) == 0 ? 0 : random.nextInt(length + 1);
            if (!out.broken) {
                out.add(from, offset, count);
            }
            return count;
        }

        @Override
        public @Nullable SelectableChannel multiplex() {
            return null;
        }

        @Override
        public Identity peer() {
            return Identity.of("test", "simulated");
        }

        @Override
        public void close() {
            closed = true;
            out.broken = true;
        }
    }

    /** One side of the session. */
    private static final class Side implements MainLink.Receiver {
        final SessionState state = new SessionState("the other side");
        final Limits limits = Limits.builder().unsentBytes(1 << 16).build();
        final MainLink main;
        final ReadBuffer buffer = new ReadBuffer(1 << 15);
        final Map<Long, Integer> sent = new LinkedHashMap<>();
        final Set<Long> aborted = new HashSet<>();
        final Map<Long, Integer> received = new LinkedHashMap<>();
        final Map<Long, Integer> answers = new HashMap<>();
        final List<Long> ordered = new ArrayList<>();
        boolean full;
        long next;

        Side(Link link, SentBytes.Budget budget) {
            main = new MainLink(
                    link,
                    this,
                    state,
                    EndpointOptions.builder().limits(limits).build(),
                    new InboundCapacity(1 << 26),
                    new SentBytes(budget, true),
                    new OutboundCapacity(1 << 26).share(),
                    ENGINE.parts().watcher());
            begin(0);
        }

        void begin(long position) {
            main.reader().whenFull(() -> full = true);
            main.open(position);
        }

        void call(int size, boolean isOrdered) {
            long id = ++next;
            sent.put(id, size);
            send(Frame.CALL, isOrdered ? Frame.ORDERED : 0, id, size);
        }

        void send(int type, int flags, long id, int size) {
            OutboundMessage message = MESSAGES.messages().take();
            message.begin(type, flags, id);
            Out out = message.out();
            for (int i = 0; i < size; i++) {
                out.writeByte((int) (id + i));
            }
            message.end();
            main.outbox().send(message);
            MESSAGES.messages().give(message);
        }

        @Override
        public void receive(int type, int flags, long id, In body, boolean owned, long now) {
            int size = body.remaining();
            for (int i = 0; i < size; i++) {
                if ((byte) body.readByte() != (byte) (id + i)) {
                    throw new AssertionError("Byte " + i + " of message " + id);
                }
            }
            if (type == Frame.CALL) {
                assertThat(received.put(id, size)).as("call %s again", id).isNull();
                if ((flags & Frame.ORDERED) != 0) {
                    ordered.add(id);
                }
                send(Frame.REPLY, 0, id, size / 2);
            } else if (type == Frame.REPLY) {
                assertThat(answers.put(id, size)).as("answer %s again", id).isNull();
            }
        }

        @Override
        public void refuse(int type, int flags, long id) {
            throw new AssertionError("There is capacity for everything");
        }

        @Override
        public boolean loseLink(Link link, String why, boolean silent) {
            if (link == main.link() && !state.isLinkLost()) {
                state.loseLink(why);
                main.leaveLink();
            }
            return true;
        }

        @Override
        public void die(PeerEnd.Reason reason, String why) {
            throw new AssertionError("It ended: " + why);
        }

        void step(boolean reads) {
            if (state.isLinkLost()) {
                return;
            }
            if (reads) {
                if (main.reader().read(buffer)) {
                    main.reader().take(buffer, null, System.nanoTime());
                }
            } else if (full) {
                full = false;
                main.reader().flush();
            } else {
                main.outbox().check();
            }
        }

        boolean isDone() {
            return answers.size() == sent.size() - aborted.size();
        }
    }

    /** One run. */
    private static final class Run {
        final Random random;
        final SentBytes.Budget budget = new SentBytes.Budget(1 << 20);
        Pipe there = new Pipe();
        Pipe back = new Pipe();
        final Side client;
        final Side server;
        int links = 1;

        Run(long seed) {
            random = new Random(seed);
            client = new Side(new End(back, there, random), budget);
            server = new Side(new End(there, back, random), budget);
        }

        Side any() {
            return random.nextBoolean() ? client : server;
        }

        void run() throws IOException {
            int faults = random.nextInt(1, 60);
            for (int i = 0; i < STEPS || !isDone(); i++) {
                if (i < STEPS && random.nextInt(STEPS) < CALLS) {
                    any().call(size(), random.nextInt(3) == 0);
                }
                if (i < STEPS && random.nextInt(faults) == 0) {
                    breakLink();
                }
                Side side = any();
                side.step(random.nextBoolean());
                if (random.nextInt(50) == 0) {
                    side.main.reader().report();
                }
                if (client.state.isLinkLost() && random.nextInt(3) == 0) {
                    resume();
                }
                if (i > 2_000_000) {
                    throw new AssertionError("It does not end");
                }
            }
        }

        private int size() {
            return switch (random.nextInt(12)) {
                case 0 -> random.nextInt(3 * Frame.FRAGMENT);
                case 1 -> Frame.FRAGMENT;
                default -> random.nextInt(300);
            };
        }

        private boolean isDone() {
            return client.isDone() && server.isDone();
        }

        /** Loses some of what is under way. Each side notices it at its next use of the link, or later. */
        private void breakLink() {
            for (Pipe pipe : List.of(there, back)) {
                if (random.nextInt(4) > 0) {
                    pipe.lose(random.nextInt(pipe.size() + 1));
                    pipe.broken = true;
                }
            }
        }

        /** The client opens another link. The server may not have noticed yet that the one before is broken. */
        private void resume() throws IOException {
            long received = client.main.awaitIdle();
            if (random.nextInt(5) == 0) {
                return; // the Hello was lost
            }
            server.loseLink(server.main.link(), "another link", false);
            Pipe newThere = new Pipe();
            Pipe newBack = new Pipe();
            long serverReceived = goOn(server, new End(newThere, newBack, random), received);
            if (random.nextInt(5) == 0) {
                newBack.broken = true; // the answer was lost
                newThere.broken = true;
                return;
            }
            there = newThere;
            back = newBack;
            goOn(client, new End(newBack, newThere, random), serverReceived);
            links++;
        }

        private static long goOn(Side side, Link link, long position) throws InterruptedIOException {
            long received = side.main.awaitIdle();
            side.main.goOn(link, received);
            side.state.findLink();
            side.full = false;
            side.begin(position);
            return received;
        }
    }

    private static int simulate(long from, int seeds) {
        int links = 0;
        for (long seed = from; seed < from + seeds; seed++) {
            try {
                Run run = new Run(seed);
                run.run();
                check(run.client, run.server);
                check(run.server, run.client);
                run.client.main.close();
                run.server.main.close();
                links += run.links;
            } catch (IOException | RuntimeException | AssertionError e) {
                throw new AssertionError("Seed " + seed, e);
            }
        }
        return links;
    }

    private static void check(Side from, Side to) {
        assertThat(to.received).isEqualTo(from.sent);
        assertThat(to.ordered).isSorted();
        from.answers.forEach((id, size) -> assertThat(size).isEqualTo(from.sent.get(id) / 2));
    }

    @Test
    void bringsEachMessageOnceInItsOrder() {
        assertThat(simulate(1, 300)).as("links").isGreaterThan(1_000);
    }

    @Test
    @Tag("long")
    void bringsEachMessageOnceInItsOrderWithManySeeds() {
        assertThat(simulate(1_000_000, 10_000)).as("links").isGreaterThan(40_000);
    }
}
