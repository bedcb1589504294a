package dev.wherry.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A peer that has opened the memory as it should, and then writes there what it likes. */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class HostilePeerTest {
    private static final int CAPACITY = 4096;
    private static final int ENDED = -2;

    private Offered made;
    private MemoryLink link;
    private Memory memory;
    private End peer;
    private End ours;

    @BeforeEach
    void open() throws IOException {
        made = MemoryLink.make(CAPACITY, Waiting.ASLEEP);
        link = made.link();
        memory = Opening.open(made.offer());
        peer = new End(memory.segment(), Layout.OPENER, true);
        ours = new End(memory.segment(), Layout.CREATOR, true);
    }

    @AfterEach
    void close() {
        link.close();
        memory.arena().close();
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, CAPACITY + 1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32})
    void breaksTheLinkWhenMoreIsWrittenThanTheRingHolds(long tail) {
        peer.tail(tail);
        assertThatThrownBy(() -> link.read(new byte[1], 0, 1))
                .isInstanceOf(IOException.class)
                .hasMessage("The peer has broken the link: " + tail + " bytes to read in a ring of 4096");
        assertBroken();
    }

    @Test
    void breaksTheLinkWhenWhatWasWrittenIsTakenBack() throws Exception {
        peer.tail(10);
        assertThat(link.read(new byte[10], 0, 10)).isEqualTo(10);
        peer.tail(9);
        assertThatThrownBy(() -> link.read(new byte[1], 0, 1)).hasMessageContaining("-1 bytes to read");
        assertBroken();
    }

    @ParameterizedTest
    @ValueSource(longs = {CAPACITY + 1, -1, Long.MIN_VALUE, Long.MAX_VALUE})
    void breaksTheLinkWhenMoreIsReadThanWasWritten(long head) throws Exception {
        link.write(new byte[CAPACITY], 0, CAPACITY);
        peer.head(head);
        assertThatThrownBy(() -> link.write(new byte[1], 0, 1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("bytes unread in a ring of 4096");
        assertBroken();
    }

    private void assertBroken() {
        assertThat(ours.isClosed()).as("sent to the peer").isTrue();
        assertThatThrownBy(() -> link.read(new byte[1], 0, 1)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> link.write(new byte[1], 0, 1)).isInstanceOf(IOException.class);
    }

    @Test
    void goesByItsOwnIndexesWhateverStandsInTheMemory() throws Exception {
        link.write(new byte[] {1, 2}, 0, 2);
        ours.tail(Long.MAX_VALUE);
        ours.head(Long.MIN_VALUE);
        link.write(new byte[] {3}, 0, 1);
        assertThat(ours.tail()).isEqualTo(3);
        peer.tail(1);
        assertThat(link.read(new byte[9], 0, 9)).isEqualTo(1);
        assertThat(ours.head()).isEqualTo(1);
    }

    @Test
    void believesNobodyWhoWasNotToldTheOffer() {
        memory.segment().set(ValueLayout.JAVA_LONG, Layout.ANSWER, 1);
        peer.tail(1);
        assertThatThrownBy(() -> link.read(new byte[1], 0, 1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("opened by a process that does not know the offer");
        assertBroken();
    }

    @Test
    void endsByCloseThoughThePeerHidesThatWeWait() throws Exception {
        FutureTask<Integer> sleeper = new FutureTask<>(this::readQuietly);
        Thread.ofPlatform().daemon().start(sleeper);
        CompletableFuture<Void> hiding = CompletableFuture.runAsync(() -> {
            while (!sleeper.isDone()) {
                ours.waits(End.DATA, false);
                memory.segment().set(ValueLayout.JAVA_INT, Layout.CREATOR + End.BELL, 0);
            }
        });
        link.close();
        assertThat(sleeper.get(60, TimeUnit.SECONDS)).isEqualTo(ENDED);
        hiding.get(60, TimeUnit.SECONDS);
    }

    @Test
    void breaksTheLinkWhenMemoryThatCouldNotBeSealedIsCutOff() throws Exception {
        NewMemory file = NewMemory.make(CAPACITY, new Descriptor(Linux.nameless("/dev/shm")), false);
        try (FileChannel peers = FileChannel.open(file.descriptor().path(), StandardOpenOption.WRITE);
                MemoryLink cutOff = MemoryLink.make(file, Waiting.ASLEEP).link()) {
            FutureTask<Integer> sleeper = new FutureTask<>(() -> cutOff.read(new byte[1], 0, 1));
            Thread thread = Thread.ofPlatform().daemon().start(sleeper);
            while (!sleeps(thread)) {
                Thread.onSpinWait();
            }
            peers.truncate(0);
            assertThatThrownBy(() -> sleeper.get(60, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOf(IOException.class)
                    .hasMessage("The peer has broken the link: the memory was cut off");
            assertThatThrownBy(() -> cutOff.write(new byte[1], 0, 1)).isInstanceOf(IOException.class);
        }
    }

    private static boolean sleeps(Thread thread) {
        return Stream.of(thread.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals(Linux.class.getName())
                        && frame.getMethodName().equals("sleep"));
    }

    private int readQuietly() {
        try {
            return link.read(new byte[1], 0, 1);
        } catch (IOException e) {
            return ENDED;
        }
    }
}
