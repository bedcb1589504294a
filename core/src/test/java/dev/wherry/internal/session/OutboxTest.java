package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.EndpointOptions;
import dev.wherry.internal.endpoint.EndpointEngine;
import dev.wherry.internal.wire.Assembly;
import dev.wherry.internal.wire.Exported;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.FrameParser;
import dev.wherry.internal.wire.Hello;
import dev.wherry.internal.wire.Id128;
import dev.wherry.internal.wire.InboundCapacity;
import dev.wherry.internal.wire.OutboundCapacity;
import dev.wherry.internal.wire.ReadBuffer;
import dev.wherry.internal.wire.SentBytes;
import dev.wherry.spi.Definition;
import dev.wherry.spi.In;
import dev.wherry.spi.Link;
import dev.wherry.spi.Out;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OutboxTest {
    private static final OutboundCapacity.SessionShare ROOM = new OutboundCapacity(Long.MAX_VALUE / 2).share();

    private static final int LONG = 5 * Frame.FRAGMENT + 77;

    private final EndpointEngine engine = new EndpointEngine(EndpointOptions.defaults());
    private final Session session = AcceptedSession.create(
            engine,
            new Hello(0, Id128.NONE, Id128.NONE, List.of("compact"), 1 << 26, 100, 1, "test"),
            new NarrowLink(length -> length));

    @AfterEach
    void close() {
        engine.close(Duration.ZERO);
    }

    private static Outbox outbox(Link link, int most, Consumer<Throwable> failed) {
        return opened(new Outbox(most, bytes(), ROOM, (broken, e) -> failed.accept(e), new WriteBatching()), link);
    }

    private static Outbox outbox(Link link, Consumer<Throwable> failed, WriteBatching batching) {
        return opened(new Outbox(1 << 20, bytes(), ROOM, (broken, e) -> failed.accept(e), batching), link);
    }

    private static Outbox opened(Outbox outbox, Link link) {
        outbox.open(link, 0);
        return outbox;
    }

    private static SentBytes bytes() {
        return new SentBytes(new SentBytes.Budget(1 << 26), false);
    }

    /** The messages that the reader at the other end gets. */
    private static final class Reader {
        final List<Long> ended = new ArrayList<>();
        final List<Integer> types = new ArrayList<>();
        final Map<Long, byte[]> bodies = new HashMap<>();
        final Set<Integer> defined = new HashSet<>();
        private final Assembly assembly = new Assembly(1 << 26, new InboundCapacity(Long.MAX_VALUE).share());
        private final FrameParser frames = FrameParser.ofMain(new InboundCapacity(Long.MAX_VALUE).share(), () -> {});

        Reader(NarrowLink link) {
            byte[] bytes = link.taken.toByteArray();
            frames.parse(new ReadBuffer(bytes, 0, bytes.length), this::frame);
            assertThat(frames.inPart()).as("a frame in part").isZero();
        }

        private void frame(int type, int flags, long id, In body) {
            types.add(type);
            if (type == Frame.DEFINE) {
                assertThat(defined.add((int) id))
                        .as("defined once on this link")
                        .isTrue();
            } else if (!assembly.takes(type, flags, id)) {
                end(id, body);
            } else {
                Assembly.Message message =
                        assembly.add(type, flags, id, body.array(), body.position(), body.remaining(), 0);
                if (message != null) {
                    end(id, message.body());
                }
            }
        }

        private void end(long id, In body) {
            ended.add(id);
            byte[] bytes = body.readBytes(body.remaining());
            if (bytes.length > 1 && bytes[0] == 1) {
                assertThat(defined).as("what message %s uses", id).contains((int) bytes[1]);
            }
            assertThat(bodies.put(id, bytes)).as("message %s a second time", id).isNull();
        }
    }

    private OutboundMessage message(int type, int flags, long id, byte[] body) {
        OutboundMessage message = session.messages().take();
        message.begin(type, flags, id);
        message.out().write(body, 0, body.length);
        message.end();
        return message;
    }

    private void send(Outbox outbox, int type, int flags, long id, byte[] body) {
        OutboundMessage message = message(type, flags, id, body);
        outbox.send(message);
        session.messages().give(message);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void deliversEverythingWholeOverALinkThatTakesAFewBytesAtATime(long seed) {
        Random random = new Random(seed);
        AtomicBoolean stalled = new AtomicBoolean();
        NarrowLink link = new NarrowLink(length -> random.nextInt(5) == 0 ? 0 : random.nextInt(40_000));
        Outbox outbox = outbox(link, 1 << 20, OutboxTest::fail);
        outbox.whenFull(() -> stalled.set(true));
        List<Definition> definitions = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            definitions.add(new Definition(Definition.Kind.SCHEMA, new byte[] {(byte) i}));
        }
        Map<Long, byte[]> expected = new HashMap<>();
        List<Long> shorts = new ArrayList<>();
        for (long id = 1; id <= 300; id++) {
            boolean isLong = random.nextInt(20) == 0;
            byte[] body = new byte[isLong ? random.nextInt(LONG) : random.nextInt(2, 400)];
            random.nextBytes(body);
            OutboundMessage message = session.messages().take();
            message.begin(Frame.REPLY, 0, id);
            if (body.length > 1) {
                body[0] = 1;
                body[1] = (byte) message.define(definitions.get(random.nextInt(20)));
            }
            message.out().write(body, 0, body.length);
            message.end();
            outbox.send(message);
            session.messages().give(message);
            expected.put(id, body);
            if (body.length <= Frame.FRAGMENT) {
                shorts.add(id);
            }
            if (random.nextBoolean() && stalled.compareAndSet(true, false)) {
                outbox.flush(link);
            }
        }
        while (stalled.compareAndSet(true, false)) {
            outbox.flush(link);
        }
        Reader reader = new Reader(link);
        assertThat(reader.bodies.keySet()).isEqualTo(expected.keySet());
        expected.forEach((id, body) -> assertThat(reader.bodies.get(id)).isEqualTo(body));
        reader.ended.retainAll(shorts);
        assertThat(reader.ended).as("short messages keep their order").isEqualTo(shorts);
    }

    @Test
    void deliversWhatManyThreadsSendAtOnce() throws Exception {
        Random random = new Random(5);
        AtomicInteger stalls = new AtomicInteger();
        NarrowLink link = new NarrowLink(length -> random.nextInt(3) == 0 ? 0 : random.nextInt(1, 30_000));
        AtomicReference<Thread> loop = new AtomicReference<>();
        AtomicBoolean done = new AtomicBoolean();
        Outbox outbox = outbox(link, 1 << 20, OutboxTest::fail);
        outbox.whenFull(stalls::incrementAndGet);
        loop.set(Thread.ofPlatform().start(() -> {
            while (!done.get() || stalls.get() > 0) {
                if (stalls.get() > 0) {
                    stalls.decrementAndGet();
                    outbox.flush(link);
                } else {
                    Thread.onSpinWait();
                }
            }
        }));
        List<Thread> senders = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            int base = i * 1_000;
            senders.add(Thread.startVirtualThread(() -> {
                for (int k = 0; k < 200; k++) {
                    byte[] body = new byte[k % 50 == 0 ? LONG : k + 2];
                    Arrays.fill(body, (byte) (base / 1_000 + 2));
                    OutboundMessage message = message(Frame.REPLY, 0, base + k, body);
                    outbox.sendTogether(message);
                    session.messages().give(message);
                }
            }));
        }
        for (Thread sender : senders) {
            sender.join();
        }
        done.set(true);
        loop.get().join();
        Reader reader = new Reader(link);
        assertThat(reader.ended).hasSize(1_600);
        reader.bodies.forEach((id, body) -> assertThat(body).containsOnly((int) (id / 1_000) + 2));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void keepsNobodyElseWaitingForVirtualThreadsThatAreLetRunFirst(boolean another) throws Exception {
        NarrowLink link = new NarrowLink(length -> length);
        CountDownLatch putOff = new CountDownLatch(1);
        CountDownLatch back = new CountDownLatch(1);
        Outbox outbox = outbox(link, OutboxTest::fail, new WriteBatching() {
            @Override
            void yieldThread() {
                putOff.countDown();
                await(back);
            }
        });
        OutboundMessage first = message(Frame.CALL, 0, 1, new byte[10]);
        OutboundMessage second = message(Frame.CALL, 0, 2, new byte[10]);
        Thread sender = Thread.startVirtualThread(() -> outbox.sendTogether(first));
        await(putOff);
        outbox.sendTogether(second);
        assertThat(link.taken.size()).as("nothing is written yet").isZero();
        if (another) {
            send(outbox, Frame.CALL, 0, 3, new byte[10]);
        } else {
            outbox.sendAdded(); // as the watcher does
        }
        List<Long> sent = another ? List.of(1L, 2L, 3L) : List.of(1L, 2L);
        assertThat(new Reader(link).ended).isEqualTo(sent);
        back.countDown();
        sender.join();
        assertThat(new Reader(link).ended).as("nothing twice").isEqualTo(sent);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void sendsInOneWriteWhatIsAddedWhileTheLoopHoldsIt(boolean last) {
        AtomicInteger writes = new AtomicInteger();
        NarrowLink link = new NarrowLink(length -> {
            writes.incrementAndGet();
            return length;
        });
        Outbox outbox = outbox(link, 1 << 20, OutboxTest::fail);
        outbox.hold();
        send(outbox, Frame.CALL, 0, 1, new byte[10]);
        OutboundMessage second = message(Frame.CALL, 0, 2, new byte[10]);
        outbox.sendTogether(second);
        outbox.sendAdded(); // as the watcher does
        assertThat(writes).hasValue(0);
        if (last) {
            Out frames = new Out(32);
            Frame.write(frames, Frame.PING, 0, 3);
            outbox.sendLast(frames);
        } else {
            outbox.release();
        }
        assertThat(writes).hasValue(1);
        assertThat(new Reader(link).ended).isEqualTo(last ? List.of(1L, 2L, 3L) : List.of(1L, 2L));
        send(outbox, Frame.CALL, 0, 4, new byte[10]);
        assertThat(writes).as("held no more").hasValue(2);
    }

    private static void await(CountDownLatch latch) {
        Pair.until("it comes", () -> latch.getCount() == 0);
    }

    private static void fail(Throwable e) {
        throw new AssertionError(e);
    }

    /** An outbox whose link accepts nothing until it is released. */
    private record Held(Outbox outbox, NarrowLink link, AtomicInteger room) {
        static Held over(int most) {
            AtomicInteger room = new AtomicInteger();
            NarrowLink link = new NarrowLink(length -> room.get());
            return new Held(OutboxTest.outbox(link, most, OutboxTest::fail), link, room);
        }

        Reader letGo() {
            room.set(Integer.MAX_VALUE);
            outbox.flush(link);
            return new Reader(link);
        }
    }

    @Test
    void givesUpALongCallAndTakesItsReferencesBack() throws Exception {
        Held held = Held.over(1 << 20);
        Exported exported = session.exports().add(new Object(), null, 0);
        OutboundMessage call = message(Frame.CALL, 0, 1, new byte[LONG]);
        call.counts(exported);
        held.outbox.send(call);
        send(held.outbox, Frame.CALL, 0, 2, new byte[10]);
        assertThat(held.outbox.abort(2)).as("what is too short to be met").isFalse();
        assertThat(held.outbox.abort(1)).isTrue();
        assertThat(session.exports().size()).isZero();
        assertThat(held.outbox.awaitCapacity(1, () -> true))
                .as("a call that was given up takes no capacity")
                .isTrue();
        Reader reader = held.letGo();
        assertThat(reader.ended).containsExactly(2L);
    }

    @Test
    void waitsForRoomNoLongerThanItMay() throws Exception {
        Held held = Held.over(1_000);
        assertThat(held.outbox.awaitCapacity(1, () -> true)).isTrue();
        send(held.outbox, Frame.REPLY, 0, 1, new byte[3_000]);
        assertThat(held.outbox.awaitCapacity(1, () -> true)).isFalse();
        AtomicReference<Object> waited = new AtomicReference<>();
        Thread waiter = Thread.startVirtualThread(() -> {
            try {
                waited.set(held.outbox.awaitCapacity(Long.MAX_VALUE / 2, () -> true));
            } catch (InterruptedException e) {
                waited.set(e);
            }
        });
        held.letGo();
        waiter.join();
        assertThat(waited.get()).isEqualTo(true);
    }

    @Test
    void wakesThreadsThatWaitForCapacityWhenItIsClosed() throws Exception {
        Held held = Held.over(1_000);
        send(held.outbox, Frame.REPLY, 0, 1, new byte[3_000]);
        Thread waiter = Thread.startVirtualThread(() -> {
            try {
                held.outbox.awaitCapacity(Long.MAX_VALUE / 2, () -> true);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        held.outbox.close();
        waiter.join();
        send(held.outbox, Frame.REPLY, 0, 2, new byte[10]);
        assertThat(held.link.taken.size()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100_000})
    void reportsThatItsLinkHasFailedAndNeverThrows(int before) {
        AtomicInteger left = new AtomicInteger(before);
        NarrowLink link = new NarrowLink(length -> left.get() == 0 ? -1 : Math.min(length, left.getAndSet(0)));
        List<Throwable> failures = new ArrayList<>();
        Outbox outbox = outbox(link, 1 << 20, failures::add);
        send(outbox, Frame.REPLY, 0, 1, new byte[LONG]);
        send(outbox, Frame.REPLY, 0, 2, new byte[LONG]);
        send(outbox, Frame.REPLY, 0, 3, new byte[10]);
        Out frames = new Out(32);
        Frame.write(frames, Frame.PING, 0, 4);
        outbox.send(frames);
        assertThat(failures).singleElement().extracting(Throwable::getMessage).isEqualTo("broken");
    }

    /** The reader and the watcher report what was received. The one that is late must not take the report of the other back. */
    @Test
    void acknowledgesNoLessThanBefore() {
        NarrowLink link = new NarrowLink(length -> length);
        SentBytes kept = new SentBytes(new SentBytes.Budget(1 << 26), true);
        Outbox outbox = opened(new Outbox(1 << 20, kept, ROOM, (broken, e) -> fail(e), new WriteBatching()), link);
        List.of(200L, 100L, 200L, 300L).forEach(outbox::acknowledge);
        byte[] sent = link.taken.toByteArray();
        List<Long> positions = new ArrayList<>();
        FrameParser frames = FrameParser.ofMain(new InboundCapacity(Long.MAX_VALUE).share(), () -> {});
        frames.parse(new ReadBuffer(sent, 0, sent.length), (type, flags, id, body) -> positions.add(body.readLong()));
        assertThat(positions).containsExactly(200L, 300L);
    }
}
