package dev.wherry.testkit.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.internal.wire.MemoryOffer;
import dev.wherry.internal.wire.Nonce;
import dev.wherry.memory.MemoryLink;
import dev.wherry.memory.Offered;
import dev.wherry.memory.Waiting;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import dev.wherry.testkit.Await;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Shared memory that is offered to a server but cannot or must not be used: the lane continues over its socket, or is
 * refused.
 */
@EnabledOnOs(OS.LINUX)
class BadMemoryOffersTest extends HostileSetUp {
    private static final int CUTS = 10;

    private RawPeer main;
    private long high;
    private long low;
    private Offered made;

    @BeforeEach
    void connect() throws Exception {
        made = MemoryLink.make(1 << 12, Waiting.ASLEEP);
        main = connection();
        main.send(RawPeer.PREAMBLE);
        main.send(RawPeer.hello(0, 0, 0));
        main.receivePreamble();
        In answer = main.receive().in();
        high = answer.readLong();
        low = answer.readLong();
    }

    @AfterEach
    void close() throws Exception {
        made.link().close();
        main.close();
    }

    private RawPeer lane(long number, Consumer<Out> extensions) throws Exception {
        RawPeer lane = connection();
        lane.send(RawPeer.PREAMBLE);
        lane.send(RawPeer.hello(number, high, low, extensions));
        lane.receivePreamble();
        return lane;
    }

    private static byte[] unknownObject(long lane) {
        return RawPeer.call((lane << 40) + 1, 1_000, 0);
    }

    @Test
    void continuesOverOfferedMemory() throws Exception {
        try (RawPeer lane = lane(1, RawMemory.extension(made.offer()))) {
            MemoryOffer taken = RawMemory.offerIn(lane.receive());
            assertThat(taken).isNotNull();
            assertThat(taken.descriptor()).isEqualTo(made.offer().descriptor());
            assertThat(taken.mark())
                    .as("the mark of the peer's memory, which only its reader knows")
                    .isEqualTo(new Nonce(0, 0));
            assertThat(server.statistics().memoryLanes()).isPositive();
            byte[] call = unknownObject(1);
            made.link().write(call, 0, call.length);
            assertThat(made.link().read(new byte[1_000], 0, 1_000)).isPositive();
        }
    }

    @Test
    void staysOnTheSocketIfTheOfferIsWrong() throws Exception {
        MemoryOffer good = made.offer();
        MemoryOffer[] bad = {
            offer(1, good.descriptor(), good.size(), good.mark()),
            offer(-1, good.descriptor(), good.size(), good.mark()),
            offer(Long.MAX_VALUE, good.descriptor(), good.size(), good.mark()),
            offer(good.process(), 0, good.size(), good.mark()),
            offer(good.process(), -1, good.size(), good.mark()),
            offer(good.process(), Integer.MAX_VALUE, good.size(), good.mark()),
            offer(good.process(), good.descriptor(), good.size() * 2 - 4_096, good.mark()),
            offer(good.process(), good.descriptor(), good.size() + 1, good.mark()),
            offer(good.process(), good.descriptor(), 0, good.mark()),
            offer(good.process(), good.descriptor(), -1, good.mark()),
            offer(good.process(), good.descriptor(), Long.MAX_VALUE, good.mark()),
            offer(good.process(), good.descriptor(), good.size(), good.answer())
        };
        long number = 0;
        for (MemoryOffer each : bad) {
            number++;
            try (RawPeer lane = lane(number, RawMemory.extension(each))) {
                assertThat(RawMemory.offerIn(lane.receive())).as("%s", each).isNull();
                lane.send(unknownObject(number));
                assertThat(lane.answer().id()).isEqualTo((number << 40) + 1);
            }
        }
        main.assertAlive();
        assertThat(server.statistics().memoryLanes())
                .isLessThanOrEqualTo(server.statistics().lanes());
    }

    private MemoryOffer offer(long process, int descriptor, long size, Nonce mark) {
        return new MemoryOffer(process, descriptor, size, mark, made.offer().answer());
    }

    @Test
    void acceptsNoMemoryForAMainLink() throws Exception {
        try (RawPeer other = connection()) {
            other.send(RawPeer.PREAMBLE);
            other.send(RawPeer.hello(0, 0, 0, RawMemory.extension(made.offer())));
            other.receivePreamble();
            assertThat(RawMemory.offerIn(other.receive())).isNull();
            other.assertAlive();
        }
    }

    @Test
    void refusesAHelloWithTwoOffers() throws Exception {
        try (RawPeer lane = lane(1, to -> {
            to.writeSize(2);
            RawMemory.write(made.offer(), to);
            RawMemory.write(made.offer(), to);
        })) {
            assertThat(lane.goAway()).isEqualTo(RawPeer.Reason.PROTOCOL);
        }
        main.assertAlive();
    }

    @Test
    void refusesATruncatedOffer() throws Exception {
        for (int length : List.of(0, 8, 51)) {
            try (RawPeer lane = lane(1, to -> {
                to.writeSize(1);
                to.writeText("memory");
                to.writeSize(length);
                to.write(new byte[length], 0, length);
            })) {
                assertThat(lane.goAway()).isEqualTo(RawPeer.Reason.PROTOCOL);
            }
        }
        main.assertAlive();
    }

    @Test
    void affectsNoOtherSessionByOneMemoryForTwoLanes() throws Exception {
        try (RawPeer first = lane(1, RawMemory.extension(made.offer()));
                RawPeer second = lane(2, RawMemory.extension(made.offer()))) {
            assertThat(RawMemory.offerIn(first.receive())).isNotNull();
            second.receive();
            byte[] call = unknownObject(1);
            try {
                made.link().write(call, 0, call.length);
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("closed"); // the message depends on the side that notices the error
            }
        }
    }

    @Test
    void staysOnTheSocketIfTheMemoryIsNotSealed() throws Exception {
        try (UnsealedMemory unsealed = UnsealedMemory.memory();
                RawPeer lane = lane(1, RawMemory.extension(unsealed.offer()))) {
            assertThat(RawMemory.offerIn(lane.receive())).isNull();
            lane.send(unknownObject(1));
            assertThat(lane.answer().id()).isEqualTo((1L << 40) + 1);
            assertThat(unsealed.isUntouched()).isTrue();
        }
        main.assertAlive();
    }

    /**
     * A file cannot be sealed. It is accepted if there is no sealed memory; if it is truncated, only the lane is lost.
     */
    @Test
    void losesOnlyTheLaneWhoseFileIsTruncated() throws Exception {
        for (int number = 1; number <= CUTS; number++) {
            try (UnsealedMemory file = UnsealedMemory.file();
                    RawPeer lane = lane(number, RawMemory.extension(file.offer()))) {
                assertThat(RawMemory.offerIn(lane.receive())).isNotNull();
                file.write(unknownObject(number));
                if (number % 2 == 0) {
                    Await.until("the answer", file::isAnswered);
                }
                file.cutOff();
                lane.readToEnd();
            }
            main.assertAlive();
        }
    }

    @Test
    void losesOnlyTheLaneWhoseRingClaimsMoreThanItsCapacity() throws Exception {
        long number = 0;
        for (long claimed : new long[] {1L << 40, -1, Long.MIN_VALUE}) {
            try (UnsealedMemory file = UnsealedMemory.file();
                    RawPeer lane = lane(++number, RawMemory.extension(file.offer()))) {
                assertThat(RawMemory.offerIn(lane.receive())).isNotNull();
                file.write(unknownObject(number));
                Await.until("the answer", file::isAnswered);
                file.send(claimed);
                lane.readToEnd();
            }
            main.assertAlive();
        }
    }
}
