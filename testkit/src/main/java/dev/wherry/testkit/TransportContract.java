package dev.wherry.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.spi.Link;
import dev.wherry.spi.Listener;
import dev.wherry.spi.Transport;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The tests that each {@link Transport} must pass: addresses, listening, blocking reads and writes, and close. If links can
 * be multiplexed, extend {@link MultiplexContract} instead. Implement the three abstract methods and run the class with JUnit:
 *
 * {@snippet :
 * class TcpTransportTest extends TransportContract {
 *     protected Transport transport() {
 *         return new TcpTransport();
 *     }
 *
 *     protected URI anyAddress() {
 *         return URI.create("tcp://127.0.0.1:0");
 *     }
 *
 *     protected URI nobody() throws IOException {
 *         try (ServerSocket unused = new ServerSocket(0)) {
 *             return URI.create("tcp://127.0.0.1:" + unused.getLocalPort());
 *         }
 *     }
 * }
 * }
 */
public abstract class TransportContract {
    private static final int LARGE = 64 << 20;
    private static final int MANY = 200;

    private final BlockingQueue<Link> accepted = new LinkedBlockingQueue<>();
    private final List<Link> links = new ArrayList<>();
    private @Nullable Listener listener;

    /** For subclasses. JUnit creates one instance per test. */
    protected TransportContract() {}

    /** Returns the transport to test. */
    protected abstract Transport transport();

    /** Returns an address to listen at. Each call may return another. */
    protected abstract URI anyAddress() throws IOException;

    /** Returns an address at which no server listens. */
    protected abstract URI nobody() throws IOException;

    @BeforeEach
    void listen() throws IOException {
        listener = transport().listen(anyAddress(), accepted::add);
    }

    @AfterEach
    void close() {
        listener().close();
        links.forEach(Link::close);
        accepted.forEach(Link::close);
    }

    final Listener listener() {
        if (listener == null) {
            throw new IllegalStateException("Not listening");
        }
        return listener;
    }

    /** Returns the two ends of a new connection, which are closed after the test. */
    final LinkPair pair() throws Exception {
        Link near = transport().connect(listener().address(), Running.LONG);
        links.add(near);
        Link far = accepted.poll(Running.LONG.toMillis(), TimeUnit.MILLISECONDS);
        assertThat(far).as("what was accepted").isNotNull();
        links.add(far);
        return new LinkPair(near, far);
    }

    static byte[] random(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    public static void write(Link to, byte[] bytes) throws IOException {
        assertThat(to.write(bytes, 0, bytes.length)).isEqualTo(bytes.length);
    }

    public static byte[] read(Link from, int length) throws IOException {
        byte[] bytes = new byte[length];
        int done = 0;
        while (done < length) {
            int count = from.read(bytes, done, length - done);
            assertThat(count).as("read with %s bytes missing", length - done).isPositive();
            done += count;
        }
        return bytes;
    }

    @Test
    void isFoundByItsScheme() {
        assertThat(listener().address().getScheme()).isEqualTo(transport().scheme());
    }

    @Test
    void reportsThePortThatItListensAt() {
        assertThat(listener().address().getPort()).isNotZero();
    }

    @Test
    void connectsAgainByTheAddressOfALink() throws Exception {
        URI address = pair().left().address();
        links.add(transport().connect(address != null ? address : listener().address(), Running.LONG));
        Link again = accepted.poll(Running.LONG.toMillis(), TimeUnit.MILLISECONDS);
        assertThat(again).as("what was accepted").isNotNull();
        links.add(again);
    }

    @Test
    void carriesBytesBothWays() throws Exception {
        LinkPair pair = pair();
        write(pair.left(), new byte[] {1, -2, 3});
        assertThat(read(pair.right(), 3)).containsExactly(1, -2, 3);
        write(pair.right(), new byte[] {0, 127, -128});
        assertThat(read(pair.left(), 3)).containsExactly(0, 127, -128);
    }

    @Test
    void respectsOffsetAndLength() throws Exception {
        LinkPair pair = pair();
        assertThat(pair.left().write(new byte[] {9, 1, 2, 9}, 1, 2)).isEqualTo(2);
        byte[] to = {7, 7, 7, 7};
        int count = pair.right().read(to, 2, 1);
        assertThat(count).isEqualTo(1);
        assertThat(to).containsExactly(7, 7, 1, 7);
        assertThat(read(pair.right(), 1)).containsExactly(2);
    }

    @Test
    void returnsAvailableBytesWithoutWaitingForMore() throws Exception {
        LinkPair pair = pair();
        write(pair.left(), new byte[] {5});
        assertThat(Running.start(() -> pair.right().read(new byte[1000], 0, 1000))
                        .get())
                .isEqualTo(1);
    }

    @Test
    void waitsForTheFirstByte() throws Exception {
        LinkPair pair = pair();
        Running<byte[]> reader = Running.start(() -> read(pair.right(), 1));
        Await.until("a reader that waits", () -> waits(reader));
        write(pair.left(), new byte[] {6});
        assertThat(reader.get()).containsExactly(6);
    }

    /**
     * Returns whether a task probably waits. A thread in a blocking native read is RUNNABLE, so this checks that it
     * runs and has not ended.
     */
    static boolean waits(Running<?> running) {
        StackTraceElement[] stack = running.thread().getStackTrace();
        return !running.isDone() && stack.length > 0 && !stack[0].getClassName().startsWith("dev.wherry.testkit.Run");
    }

    @Test
    void carriesLargeTransfersBothWaysAtOnce() throws Exception {
        LinkPair pair = pair();
        byte[] there = random(LARGE, 1);
        byte[] back = random(LARGE, 2);
        var writers = List.of(
                Running.start(() -> pair.left().write(there, 0, LARGE)),
                Running.start(() -> pair.right().write(back, 0, LARGE)));
        Running<byte[]> right = Running.start(() -> read(pair.right(), LARGE));
        assertThat(read(pair.left(), LARGE)).isEqualTo(back);
        assertThat(right.get()).isEqualTo(there);
        for (Running<Integer> writer : writers) {
            assertThat(writer.get()).isEqualTo(LARGE);
        }
    }

    @Test
    void keepsTheOrderOfSmallWrites() throws Exception {
        LinkPair pair = pair();
        byte[] bytes = random(100_000, 3);
        Running<Void> writer = Running.start(() -> {
            Random random = new Random(4);
            for (int done = 0; done < bytes.length; ) {
                done += pair.left().write(bytes, done, Math.min(random.nextInt(1, 300), bytes.length - done));
            }
            return null;
        });
        Random random = new Random(5);
        byte[] arrived = new byte[bytes.length];
        for (int done = 0; done < arrived.length; ) {
            done += pair.right().read(arrived, done, Math.min(random.nextInt(1, 200), arrived.length - done));
        }
        writer.get();
        assertThat(arrived).isEqualTo(bytes);
    }

    @Test
    void reportsTheEndAfterTheLastByte() throws Exception {
        LinkPair pair = pair();
        write(pair.left(), new byte[] {1, 2});
        pair.left().close();
        assertThat(read(pair.right(), 2)).containsExactly(1, 2);
        assertThat(pair.right().read(new byte[1], 0, 1)).isEqualTo(-1);
        assertThat(pair.right().read(new byte[1], 0, 1)).as("once more").isEqualTo(-1);
    }

    @Test
    void wakesAReaderByCloseFromAnotherThread() throws Exception {
        LinkPair pair = pair();
        Running<Integer> reader = Running.start(() -> pair.right().read(new byte[1], 0, 1));
        Await.until("a reader that waits", () -> waits(reader));
        pair.right().close();
        assertEnds(reader);
    }

    @Test
    void wakesAWriterByCloseFromAnotherThread() throws Exception {
        LinkPair pair = pair();
        Running<Integer> writer = Running.start(() -> pair.left().write(new byte[LARGE], 0, LARGE));
        read(pair.right(), 1);
        Await.until("a writer that waits", () -> waits(writer));
        pair.left().close();
        assertThat(writer.failure()).isInstanceOf(IOException.class);
    }

    @Test
    void wakesAWriterWhenThePeerCloses() throws Exception {
        LinkPair pair = pair();
        Running<Integer> writer = Running.start(() -> pair.left().write(new byte[LARGE], 0, LARGE));
        read(pair.right(), 1);
        pair.right().close();
        assertThat(writer.failure()).isInstanceOf(IOException.class);
    }

    /**
     * Asserts that a read has ended: at the end of the stream, or by an exception which says that the link is closed.
     */
    private static void assertEnds(Running<Integer> reader) throws Exception {
        Throwable failure = reader.failure();
        if (failure == null) {
            assertThat(reader.get()).isEqualTo(-1);
        } else {
            assertThat(failure).isInstanceOf(IOException.class);
        }
    }

    @Test
    void failsAfterClose() throws Exception {
        LinkPair pair = pair();
        pair.left().close();
        pair.left().close();
        assertThatThrownBy(() -> pair.left().write(new byte[1], 0, 1)).isInstanceOf(IOException.class);
        assertEnds(Running.start(() -> pair.left().read(new byte[1], 0, 1)));
    }

    /**
     * A transport may close a link when a reader is interrupted, or ignore the interrupt. The reader must not hang, and
     * the peer must notice if the link is closed.
     */
    @Test
    void doesNotHangWhenAReaderIsInterrupted() throws Exception {
        LinkPair pair = pair();
        Running<Integer> reader = Running.start(() -> pair.right().read(new byte[1], 0, 1));
        Await.until("a reader that waits", () -> waits(reader));
        reader.interrupt();
        Running<Throwable> peer = Running.start(() -> {
            try {
                while (!reader.isDone()) {
                    pair.left().write(new byte[] {1}, 0, 1);
                }
                return null;
            } catch (IOException e) {
                return e;
            }
        });
        Throwable failure = reader.failure();
        peer.get();
        if (failure == null) {
            assertThat(reader.get()).isEqualTo(1);
        } else {
            assertThat(failure).isInstanceOf(IOException.class);
            assertEnds(Running.start(() -> pair.left().read(new byte[1], 0, 1)));
        }
    }

    /** For links that can wait uninterruptibly, as the next three tests. */
    @Test
    void keepsReadingWhenInterruptedIfUninterruptible() throws Exception {
        LinkPair pair = pair();
        if (!pair.right().outlastInterrupts(true)) {
            return;
        }
        Running<Boolean> reader = Running.start(() -> {
            Thread.currentThread().interrupt();
            return pair.right().read(new byte[1], 0, 1) == 1 && Thread.interrupted();
        });
        Await.until("a reader that waits", () -> waits(reader));
        reader.interrupt();
        Await.until("a reader that waits on", () -> waits(reader));
        pair.left().write(new byte[] {1}, 0, 1);
        assertThat(reader.get()).as("has read, and is still interrupted").isTrue();
    }

    @Test
    void writesAllWhenInterruptedIfUninterruptible() throws Exception {
        LinkPair pair = pair();
        if (!pair.right().outlastInterrupts(true)) {
            return;
        }
        byte[] many = new byte[1 << 24]; // more than the buffers of two sockets take
        new Random(5).nextBytes(many);
        Running<Integer> writer = Running.start(() -> pair.right().write(many, 0, many.length));
        Await.until("a writer that waits", () -> waits(writer));
        byte[] read = new byte[many.length];
        for (int at = 0; at < read.length; ) {
            writer.interrupt();
            at += pair.left().read(read, at, read.length - at);
        }
        assertThat(writer.get()).isEqualTo(many.length);
        assertThat(read).isEqualTo(many);
    }

    @Test
    void wakesAnUninterruptibleReaderByClose() throws Exception {
        LinkPair pair = pair();
        if (!pair.right().outlastInterrupts(true)) {
            return;
        }
        Running<Integer> reader = Running.start(() -> pair.right().read(new byte[1], 0, 1));
        Await.until("a reader that waits", () -> waits(reader));
        pair.right().close();
        assertThat(reader.failure()).isInstanceOf(IOException.class);
        assertEnds(Running.start(() -> pair.left().read(new byte[1], 0, 1)));
    }

    @Test
    void isInterruptibleAgainWhenSwitchedBack() throws Exception {
        LinkPair pair = pair();
        if (!pair.right().outlastInterrupts(true)) {
            return;
        }
        pair.left().write(new byte[] {1}, 0, 1);
        assertThat(pair.right().read(new byte[1], 0, 1)).isEqualTo(1);
        assertThat(pair.right().outlastInterrupts(false)).isTrue();
        Running<Integer> reader = Running.start(() -> pair.right().read(new byte[1], 0, 1));
        Await.until("a reader that waits", () -> waits(reader));
        reader.interrupt();
        assertThat(reader.failure()).isInstanceOf(IOException.class);
        assertEnds(Running.start(() -> pair.left().read(new byte[1], 0, 1)));
    }

    @Test
    void failsWithinTheLimitIfNoServerListens() throws Exception {
        URI nobody = nobody();
        Running<Link> connecting = Running.start(() -> transport().connect(nobody, Duration.ofSeconds(2)));
        assertThat(connecting.failure()).isInstanceOf(IOException.class);
    }

    @Test
    void failsToListenAtAnAddressInUse() {
        assertThatThrownBy(() -> transport().listen(listener().address(), accepted::add))
                .isInstanceOf(IOException.class);
    }

    @Test
    void leavesLinksAliveWhenTheListenerCloses() throws Exception {
        LinkPair pair = pair();
        URI address = listener().address();
        listener().close();
        write(pair.left(), new byte[] {1});
        assertThat(read(pair.right(), 1)).containsExactly(1);
        Await.until("a refusal of new links", () -> isRefused(address));
    }

    /** The kernel may complete a connection that was pending when the listener closed; that connection ends at once. */
    private boolean isRefused(URI address) {
        try (Link late = transport().connect(address, Duration.ofSeconds(2))) {
            assertEnds(Running.start(() -> late.read(new byte[1], 0, 1)));
            return false;
        } catch (IOException e) {
            return true;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void listensAgainAtTheAddressOfAClosedListener() throws Exception {
        pair();
        URI address = listener().address();
        listener().close();
        listener = transport().listen(address, accepted::add);
        LinkPair pair = pair();
        write(pair.left(), new byte[] {1});
        assertThat(read(pair.right(), 1)).containsExactly(1);
    }

    @Test
    void carriesManyLinksAtOnceWithoutMixingThem() throws Exception {
        List<LinkPair> pairs = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            pairs.add(pair());
        }
        for (int i = 0; i < MANY; i++) {
            write(pairs.get(i).left(), random(100, i));
            write(pairs.get(i).right(), random(100, MANY + i));
        }
        for (int i = MANY - 1; i >= 0; i--) {
            assertThat(read(pairs.get(i).right(), 100)).isEqualTo(random(100, i));
            assertThat(read(pairs.get(i).left(), 100)).isEqualTo(random(100, MANY + i));
        }
    }

    @Test
    void reportsTheIdentityOfThePeer() throws Exception {
        LinkPair pair = pair();
        assertThat(pair.left().peer().kind()).isNotBlank();
        assertThat(pair.right().peer().kind()).isNotBlank();
        pair.left().close();
        assertThat(pair.left().peer().kind()).as("after close").isNotBlank();
    }
}
