package dev.wherry.testkit.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.memory.MemoryLink;
import dev.wherry.memory.Offered;
import dev.wherry.memory.Waiting;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.ChildJvm;
import dev.wherry.testkit.Running;
import java.io.IOException;
import java.nio.channels.AsynchronousCloseException;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@EnabledOnOs(OS.LINUX)
class TwoProcessesTest {
    private static final int CAPACITY = 1 << 16;
    private static final int[] LENGTHS = {1, 2, 63, 4096, CAPACITY - 1, CAPACITY, CAPACITY + 1, 1_000_003, 8 << 20};

    @AfterEach
    void checkThatNothingIsMapped() {
        Mappings.awaitNone();
    }

    @ParameterizedTest
    @EnumSource(Waiting.class)
    void exchangeMessagesOfAnyLengthBothWaysAtOnce(Waiting waiting) throws Exception {
        Offered made = MemoryLink.make(CAPACITY, waiting);
        try (ChildJvm partner = LinkProcess.start(waiting, "open", Offers.text(made.offer()), "echo");
                MemoryLink link = made.link()) {
            for (int length : LENGTHS) {
                byte[] sent = new byte[length];
                new Random(length).nextBytes(sent);
                Running<Integer> writer = Running.start(() -> link.write(sent, 0, length));
                assertThat(read(link, length)).isEqualTo(sent);
                assertThat(writer.get()).isEqualTo(length);
            }
            link.close();
            assertThat(partner.awaitLine("left")).isEqualTo("left []");
        }
    }

    private static byte[] read(MemoryLink from, int length) throws IOException {
        byte[] bytes = new byte[length];
        for (int done = 0; done < length; ) {
            int count = from.read(bytes, done, length - done);
            assertThat(count).isPositive();
            done += count;
        }
        return bytes;
    }

    @Test
    void haveTheSameIdentityFromEitherSide() throws Exception {
        try (ChildJvm partner = LinkProcess.start(Waiting.ADAPTIVE, "make", "echo");
                MemoryLink link = MemoryLink.open(LinkProcess.offer(partner), Waiting.ADAPTIVE)) {
            link.write(new byte[] {1, 2, 3}, 0, 3);
            assertThat(read(link, 3)).containsExactly(1, 2, 3);
            link.close();
            assertThat(partner.awaitLine("left")).isEqualTo("left []");
        }
    }

    @ParameterizedTest
    @EnumSource(Waiting.class)
    void canCloseWhenThePeerWasKilledWhileItWrote(Waiting waiting) throws Exception {
        Offered made = MemoryLink.make(CAPACITY, waiting);
        try (ChildJvm partner = LinkProcess.start(waiting, "open", Offers.text(made.offer()), "flood")) {
            assertOutlives(partner, made.link());
        }
    }

    @ParameterizedTest
    @EnumSource(Waiting.class)
    void canCloseWhenTheCreatorWasKilledWhileItWrote(Waiting waiting) throws Exception {
        try (ChildJvm partner = LinkProcess.start(waiting, "make", "flood")) {
            assertOutlives(partner, MemoryLink.open(LinkProcess.offer(partner), waiting));
        }
    }

    /** Reads what was written. Then no byte arrives, and readers wait: a session learns of the end from its socket. */
    private static void assertOutlives(ChildJvm partner, MemoryLink link) throws Exception {
        read(link, 10 * CAPACITY);
        partner.kill();
        Running<Void> reader = Running.start(() -> {
            while (true) {
                read(link, 1);
            }
        });
        Running<Integer> writer = Running.start(() -> link.write(new byte[2 * CAPACITY], 0, 2 * CAPACITY));
        for (Running<?> each : new Running<?>[] {reader, writer}) {
            Await.until("a thread that waits for the killed process", () -> MemoryLinkTest.sleeps(each));
        }
        link.close();
        assertThat(reader.failure()).isInstanceOf(AsynchronousCloseException.class);
        assertThat(writer.failure()).isInstanceOf(AsynchronousCloseException.class);
    }
}
