package dev.wherry.testkit.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.memory.MemoryLink;
import dev.wherry.memory.Offered;
import dev.wherry.memory.Waiting;
import dev.wherry.spi.Link;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.Running;
import java.io.IOException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Properties of links over shared memory beyond the contract of links. Each test checks that nothing is left mapped.
 */
@EnabledOnOs(OS.LINUX)
class MemoryLinkTest {
    private static final int CAPACITY = 1 << 12;

    private final List<Link> links = new ArrayList<>();

    @AfterEach
    void checkThatNothingIsMapped() {
        links.forEach(Link::close);
        Mappings.awaitNone();
    }

    private Offered pair(Waiting waiting) throws IOException {
        Offered made = MemoryLink.make(CAPACITY, waiting);
        links.add(made.link());
        links.add(MemoryLink.open(made.offer(), waiting));
        return made;
    }

    private MemoryLink maker() {
        return (MemoryLink) links.getFirst();
    }

    private MemoryLink opener() {
        return (MemoryLink) links.get(1);
    }

    private static int readOne(Link from) throws IOException {
        byte[] one = new byte[1];
        return from.read(one, 0, 1) < 0 ? -1 : one[0];
    }

    @ParameterizedTest
    @EnumSource(Waiting.class)
    void closesWhenAReaderIsInterruptedAndNotifiesThePeer(Waiting waiting) throws Exception {
        pair(waiting);
        Running<Integer> reader = Running.start(() -> readOne(maker()));
        awaitSleep(reader);
        reader.interrupt();
        assertThat(reader.failure()).isInstanceOf(ClosedByInterruptException.class);
        assertThat(readOne(opener())).isEqualTo(-1);
        assertThatThrownBy(() -> opener().write(new byte[1], 0, 1)).hasMessage("The peer has closed the link");
    }

    @ParameterizedTest
    @EnumSource(Waiting.class)
    void closesWhenAWriterIsInterruptedAndNotifiesThePeer(Waiting waiting) throws Exception {
        pair(waiting);
        Running<Integer> writer = Running.start(() -> maker().write(new byte[2 * CAPACITY], 0, 2 * CAPACITY));
        awaitSleep(writer);
        writer.interrupt();
        assertThat(writer.failure()).isInstanceOf(ClosedByInterruptException.class);
        assertThat(opener().read(new byte[2 * CAPACITY], 0, 2 * CAPACITY)).isEqualTo(CAPACITY);
        assertThat(readOne(opener())).isEqualTo(-1);
    }

    /** Waits until a thread sleeps. A thread in a system call has state RUNNABLE; its stack shows the call. */
    private static void awaitSleep(Running<?> running) {
        Await.until("a thread that sleeps", () -> sleeps(running));
    }

    static boolean sleeps(Running<?> running) {
        return Stream.of(running.thread().getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("sleepOnce"));
    }

    @Test
    void wakesReaderAndWriterWhenThePeerCloses() throws Exception {
        pair(Waiting.ASLEEP);
        Running<Integer> reader = Running.start(() -> readOne(maker()));
        Running<Integer> writer = Running.start(() -> maker().write(new byte[2 * CAPACITY], 0, 2 * CAPACITY));
        awaitSleep(reader);
        awaitSleep(writer);
        opener().close();
        assertThat(reader.get()).isEqualTo(-1);
        assertThat(writer.failure()).hasMessage("The peer has closed the link");
    }

    @Test
    void wakesReaderAndWriterWhenOneIsInterrupted() throws Exception {
        pair(Waiting.ASLEEP);
        Running<Integer> reader = Running.start(() -> readOne(maker()));
        Running<Integer> writer = Running.start(() -> maker().write(new byte[2 * CAPACITY], 0, 2 * CAPACITY));
        awaitSleep(reader);
        awaitSleep(writer);
        reader.interrupt();
        assertThat(reader.failure()).isInstanceOf(ClosedByInterruptException.class);
        assertThat(writer.failure()).isInstanceOf(IOException.class);
    }

    @Test
    void readsAvailableBytesWhenInterruptedAndClosesWhenItMustWait() throws Exception {
        pair(Waiting.ADAPTIVE);
        opener().write(new byte[] {7}, 0, 1);
        Running<Boolean> reader = Running.start(() -> {
            Thread.currentThread().interrupt();
            assertThat(readOne(maker())).isEqualTo(7);
            assertThatThrownBy(() -> readOne(maker())).isInstanceOf(ClosedByInterruptException.class);
            return Thread.interrupted();
        });
        assertThat(reader.get()).as("the interrupt flag").isTrue();
        assertThat(readOne(opener())).isEqualTo(-1);
    }

    @Test
    void supportsVirtualThreads() throws Exception {
        pair(Waiting.ADAPTIVE);
        int length = 20 * CAPACITY;
        Running<Integer> writer = Running.startVirtual(() -> maker().write(new byte[length], 0, length));
        Running<Integer> reader = Running.startVirtual(() -> {
            int done = 0;
            while (done < length) {
                done += opener().read(new byte[length], 0, length);
            }
            return done;
        });
        assertThat(writer.get()).isEqualTo(length);
        assertThat(reader.get()).isEqualTo(length);
        Running<Integer> interrupted = Running.startVirtual(() -> readOne(maker()));
        interrupted.interrupt();
        assertThat(interrupted.failure()).isInstanceOf(ClosedByInterruptException.class);
    }

    @Test
    void writesWhatTheBufferTakesWithoutWaiting() throws Exception {
        pair(Waiting.ASLEEP);
        assertThat(maker().writeNow(new byte[CAPACITY - 1], 0, CAPACITY - 1)).isEqualTo(CAPACITY - 1);
        assertThat(maker().writeNow(new byte[] {1, 2, 3}, 0, 3)).isEqualTo(1);
        assertThat(maker().writeNow(new byte[] {1, 2, 3}, 1, 2)).isZero();
        assertThat(opener().read(new byte[2], 0, 2)).isEqualTo(2);
        assertThat(maker().writeNow(new byte[] {1, 2, 3}, 0, 3)).isEqualTo(2);
        opener().close();
        assertThatThrownBy(() -> maker().writeNow(new byte[1], 0, 1)).hasMessage("The peer has closed the link");
    }

    /**
     * One side closes while others read or write. All of them end, no unmapped memory is accessed, and nothing is left.
     */
    @Test
    void survivesACloseAtAnyMoment() throws Exception {
        for (int round = 0; round < 300; round++) {
            Waiting waiting = Waiting.values()[round % 2];
            pair(waiting);
            MemoryLink maker = maker();
            MemoryLink opener = opener();
            MemoryLink second = round % 3 == 0 ? maker : opener;
            CountDownLatch started = new CountDownLatch(4);
            List<Running<Void>> all = List.of(
                    Running.start(() -> readAll(maker, started)),
                    Running.start(() -> readAll(opener, started)),
                    Running.start(() -> writeAll(maker, started)),
                    Running.start(() -> writeAll(opener, started)));
            Await.latch(started);
            spin(round * 100);
            Running<Void> one = Running.start(() -> close(maker));
            Running<Void> another = Running.start(() -> close(second));
            one.get();
            another.get();
            for (Running<Void> each : all) {
                each.get();
            }
            links.forEach(Link::close);
            links.clear();
        }
    }

    private static void spin(int rounds) {
        for (int i = 0; i < rounds; i++) {
            Thread.onSpinWait();
        }
    }

    private static Void close(Link link) {
        link.close();
        return null;
    }

    private static Void readAll(Link from, CountDownLatch started) {
        started.countDown();
        byte[] bytes = new byte[CAPACITY];
        try {
            while (from.read(bytes, 0, bytes.length) > 0) {}
        } catch (IOException e) {
            assertThat(e).isInstanceOf(AsynchronousCloseException.class);
        }
        return null;
    }

    private static Void writeAll(Link to, CountDownLatch started) {
        started.countDown();
        byte[] bytes = new byte[3 * CAPACITY];
        try {
            while (true) {
                to.write(bytes, 0, bytes.length);
            }
        } catch (AsynchronousCloseException e) {
            return null;
        } catch (IOException e) {
            assertThat(e).hasMessage("The peer has closed the link");
            return null;
        }
    }

    @Test
    void releasesAllMemoryOfManyLinks() throws Exception {
        for (int i = 0; i < 200; i++) {
            pair(Waiting.ADAPTIVE);
        }
        for (int i = 0; i < links.size(); i += 2) {
            links.get(i).write(new byte[] {1}, 0, 1);
            assertThat(readOne(links.get(i + 1))).isEqualTo(1);
        }
        assertThat(Mappings.held())
                .as("a descriptor and two mappings of each link")
                .hasSize(600);
    }

    @Test
    void closesTheDescriptorOnceThePeerHasAnswered() throws Exception {
        pair(Waiting.ASLEEP);
        opener().write(new byte[1], 0, 1);
        assertThat(readOne(maker())).isZero();
        assertThat(Mappings.held()).as("two mappings").hasSize(2);
    }

    @Test
    void releasesTheMemoryOfADeclinedOffer() throws Exception {
        Offered made = MemoryLink.make(CAPACITY, Waiting.ASLEEP);
        made.link().write(new byte[10], 0, 10);
        made.link().close();
        assertThatThrownBy(() -> MemoryLink.open(made.offer(), Waiting.ASLEEP)).isInstanceOf(IOException.class);
    }
}
