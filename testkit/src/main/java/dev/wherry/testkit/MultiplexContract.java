package dev.wherry.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wherry.spi.Link;
import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The tests that a transport must pass if {@link Link#multiplex()} of its links returns a channel. They check
 * non-blocking reads and writes, and events of selectors, in addition to {@link TransportContract}. Extend this class
 * instead of that one.
 */
public abstract class MultiplexContract extends TransportContract {
    private static final int LARGE = 64 << 20;

    /** For subclasses. JUnit creates one instance per test. */
    protected MultiplexContract() {}

    private static SelectableChannel multiplex(Link link) throws IOException {
        @Nullable SelectableChannel channel = link.multiplex();
        assumeTrue(channel != null, "the transport's links only block");
        if (channel == null) {
            throw new AssertionError("assumed not to be null");
        }
        assertThat(channel.isBlocking()).isFalse();
        return channel;
    }

    @Test
    void returnsZeroWithoutBytesToRead() throws Exception {
        LinkPair pair = pair();
        multiplex(pair.left());
        assertThat(pair.left().read(new byte[10], 0, 10)).isZero();
    }

    @Test
    void selectsForReadingWhenBytesArrive() throws Exception {
        LinkPair pair = pair();
        try (Selector selector = Selector.open()) {
            multiplex(pair.left()).register(selector, SelectionKey.OP_READ);
            assertThat(selector.selectNow()).isZero();
            write(pair.right(), new byte[] {8});
            assertThat(selector.select(Running.LONG.toMillis())).isEqualTo(1);
            assertThat(read(pair.left(), 1)).containsExactly(8);
        }
    }

    @Test
    void selectsForReadingWhenThePeerCloses() throws Exception {
        LinkPair pair = pair();
        try (Selector selector = Selector.open()) {
            multiplex(pair.left()).register(selector, SelectionKey.OP_READ);
            pair.right().close();
            assertThat(selector.select(Running.LONG.toMillis())).isEqualTo(1);
            assertThat(pair.left().read(new byte[1], 0, 1)).isEqualTo(-1);
        }
    }

    @Test
    void writesWhatTheBufferTakesWithoutBlocking() throws Exception {
        LinkPair pair = pair();
        multiplex(pair.left());
        byte[] bytes = random(LARGE, 1);
        Running<Integer> filling = Running.start(() -> {
            int done = 0;
            // One attempt is not enough: a link may accept nothing for a moment although there is buffer space.
            for (int nothing = 0; nothing < 20; ) {
                int count = pair.left().write(bytes, done, LARGE - done);
                nothing = count == 0 ? nothing + 1 : 0;
                done += count;
            }
            return done;
        });
        int taken = filling.get();
        assertThat(taken).isBetween(1, LARGE - 1);
        assertThat(read(pair.right(), taken)).isEqualTo(java.util.Arrays.copyOf(bytes, taken));
    }

    @Test
    void selectsForWritingWhenThereIsBufferSpaceAgain() throws Exception {
        LinkPair pair = pair();
        byte[] bytes = random(LARGE, 2);
        SelectableChannel channel = multiplex(pair.left());
        Running<byte[]> reader = Running.start(() -> read(pair.right(), LARGE));
        try (Selector selector = Selector.open()) {
            channel.register(selector, SelectionKey.OP_WRITE);
            for (int done = 0; done < LARGE; ) {
                assertThat(selector.select(Running.LONG.toMillis())).isEqualTo(1);
                selector.selectedKeys().clear();
                done += pair.left().write(bytes, done, LARGE - done);
            }
        }
        assertThat(reader.get()).isEqualTo(bytes);
    }

    @Test
    void carriesLargeTransfersBothWaysFromOneThread() throws Exception {
        LinkPair pair = pair();
        byte[] there = random(LARGE, 3);
        byte[] back = random(LARGE, 4);
        SelectableChannel channel = multiplex(pair.left());
        Running<byte[]> reader = Running.start(() -> read(pair.right(), LARGE));
        Running<Integer> writer = Running.start(() -> pair.right().write(back, 0, LARGE));
        byte[] arrived = new byte[LARGE];
        try (Selector selector = Selector.open()) {
            SelectionKey key = channel.register(selector, SelectionKey.OP_WRITE | SelectionKey.OP_READ);
            int read = 0;
            int written = 0;
            while (read < LARGE || written < LARGE) {
                assertThat(selector.select(Running.LONG.toMillis())).isEqualTo(1);
                selector.selectedKeys().clear();
                read += read < LARGE ? pair.left().read(arrived, read, Math.min(LARGE - read, 1 << 17)) : 0;
                written += pair.left().write(there, written, Math.min(LARGE - written, 1 << 17));
                key.interestOps(
                        (read < LARGE ? SelectionKey.OP_READ : 0) | (written < LARGE ? SelectionKey.OP_WRITE : 0));
            }
        }
        assertThat(arrived).isEqualTo(back);
        assertThat(reader.get()).isEqualTo(there);
        assertThat(writer.get()).isEqualTo(LARGE);
    }

    /** A session needs this: the interrupted thread itself sends a Cancel frame on the main link. */
    @Test
    void staysOpenWhenAThreadIsInterrupted() throws Exception {
        LinkPair pair = pair();
        multiplex(pair.left());
        Running<List<Integer>> interrupted = Running.start(() -> {
            Thread.currentThread().interrupt();
            byte[] two = {1, 2};
            int written = 0;
            while (written < 2) { // a write takes what fits into the buffer, which may be nothing
                written += pair.left().write(two, written, 2 - written);
            }
            int read = pair.left().read(new byte[1], 0, 1);
            assertThat(Thread.interrupted()).as("the flag").isTrue();
            return List.of(written, read);
        });
        assertThat(interrupted.get()).containsExactly(2, 0);
        assertThat(read(pair.right(), 2)).containsExactly(1, 2);
        write(pair.right(), new byte[] {3});
        Await.until("a byte to arrive", () -> {
            try {
                return pair.left().read(new byte[1], 0, 1) == 1;
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
    }

    @Test
    void deliversBytesSentBeforeMultiplexing() throws Exception {
        LinkPair pair = pair();
        write(pair.left(), new byte[] {1});
        write(pair.right(), new byte[] {2, 3});
        assertThat(read(pair.left(), 1)).containsExactly(2);
        multiplex(pair.left());
        Await.until("the byte left", () -> {
            try {
                return pair.left().read(new byte[9], 0, 9) == 1;
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        assertThat(read(pair.right(), 1)).containsExactly(1);
    }

    @Test
    void failsAfterCloseWhenMultiplexed() throws Exception {
        LinkPair pair = pair();
        SelectableChannel channel = multiplex(pair.left());
        pair.left().close();
        assertThat(channel.isOpen()).isFalse();
        assertThatThrownBy(() -> pair.left().write(new byte[1], 0, 1)).isInstanceOf(IOException.class);
        assertThat(pair.right().read(new byte[1], 0, 1)).isEqualTo(-1);
    }
}
