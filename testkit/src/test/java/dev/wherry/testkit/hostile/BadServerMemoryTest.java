package dev.wherry.testkit.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.internal.wire.MemoryOffer;
import dev.wherry.internal.wire.Nonce;
import dev.wherry.memory.MemoryLink;
import dev.wherry.memory.Waiting;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.Running;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * A server that misuses the memory which a client offers for a lane: calls on that lane fail, and the main link works.
 */
@EnabledOnOs(OS.LINUX)
class BadServerMemoryTest extends RawServerSetUp {
    /** The position at which the connecting side writes how many bytes it has written. */
    private static final long OPENERS_TAIL = 1_024;

    private RawPeer lane;
    private MemoryOffer offer;

    @Override
    EndpointOptions options() {
        return super.options().toBuilder().lanes(1).build();
    }

    /** Makes the client open a lane, and answers its Hello as if the memory had been accepted. */
    private void take() throws Exception {
        assertContinues();
        assertContinues();
        lane = server.accept();
        lane.receivePreamble();
        RawPeer.Frame hello = lane.receive();
        offer = RawMemory.offerIn(hello);
        assertThat(offer).isNotNull();
        MemoryOffer taken =
                new MemoryOffer(offer.process(), offer.descriptor(), offer.size(), new Nonce(0, 0), new Nonce(0, 0));
        lane.send(RawPeer.PREAMBLE);
        lane.send(RawPeer.hello(hello.id(), 1, 2, RawMemory.extension(taken)));
        Await.until("the lane to be opened", () -> client.statistics().memoryLanes() == 1);
    }

    private void assertMainContinues() throws Exception {
        Await.until("the lane to end", () -> client.statistics().lanes() == 0);
        assertContinues();
    }

    private void assertMainAnswers(Running<Integer> call) throws Exception {
        long id = receive(RawPeer.SETTLE).id();
        peer.send(RawPeer.reply(id, to -> to.writeVarInt(7)));
        assertThat(call.get()).isEqualTo(7);
        assertMainContinues();
    }

    @Test
    void failsAtTheDeadlineIfTheServerNeverReads() throws Exception {
        take();
        Odd impatient = Calls.with(odd, CallOptions.ofTimeout(Duration.ofMillis(100)));
        assertFails(Running.start(impatient::number), Code.DEADLINE_EXCEEDED);
        assertThat(receive(RawPeer.CANCEL)).isNotNull();
        assertMainContinues();
    }

    @Test
    void failsIfTheRingClaimsMoreThanItsCapacity() throws Exception {
        take();
        MemoryLink opened = MemoryLink.open(offer, Waiting.ASLEEP);
        Running<Integer> call = Running.start(odd::number);
        assertThat(opened.read(new byte[1_000], 0, 1_000)).isPositive();
        try (FileChannel memory =
                FileChannel.open(Path.of("/proc/self/fd/" + offer.descriptor()), StandardOpenOption.WRITE)) {
            ByteBuffer tail = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
            memory.write(tail.putLong(1L << 40).flip(), OPENERS_TAIL);
        }
        opened.close();
        assertMainAnswers(call);
    }

    @Test
    void failsIfAnotherProcessAnswersTheOffer() throws Exception {
        take();
        MemoryLink opened = MemoryLink.open(
                new MemoryOffer(offer.process(), offer.descriptor(), offer.size(), offer.mark(), new Nonce(3, 4)),
                Waiting.ASLEEP);
        Running<Integer> call = Running.start(odd::number);
        assertThat(opened.read(new byte[1_000], 0, 1_000)).isPositive();
        opened.write(new byte[] {1, 2, 3}, 0, 3);
        assertMainAnswers(call);
        opened.close();
    }

    @Test
    void staysOnTheSocketIfTheServerAcceptsMemoryThatWasNotOffered() throws Exception {
        client = endpoints.watch(
                Endpoint.create(options().toBuilder().sharedMemory(false).build()));
        connect();
        assertContinues();
        assertContinues();
        lane = server.accept();
        lane.receivePreamble();
        RawPeer.Frame hello = lane.receive();
        assertThat(RawMemory.offerIn(hello)).isNull();
        lane.send(RawPeer.PREAMBLE);
        MemoryOffer taken = new MemoryOffer(1, 2, 3, new Nonce(0, 0), new Nonce(0, 0));
        lane.send(RawPeer.hello(hello.id(), 1, 2, RawMemory.extension(taken)));
        Await.until("the lane to be opened", () -> client.statistics().lanes() == 1);
        peer = lane;
        assertContinues();
        assertThat(client.statistics().memoryLanes()).isZero();
    }

    @Test
    void keepsItsMemorySealed() throws Exception {
        take();
        try (FileChannel memory = FileChannel.open(
                        Path.of("/proc/self/fd/" + offer.descriptor()),
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE);
                MemoryLink opened = MemoryLink.open(offer, Waiting.ASLEEP)) {
            Running<Integer> call = Running.start(odd::number);
            byte[] heard = new byte[1_000];
            assertThat(opened.read(heard, 0, heard.length)).isPositive();
            assertThatThrownBy(() -> memory.truncate(0)).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> memory.write(ByteBuffer.allocate(1), offer.size()))
                    .isInstanceOf(IOException.class);
            byte[] reply = RawPeer.reply((1L << 40) + 1, to -> to.writeVarInt(42));
            opened.write(reply, 0, reply.length);
            assertThat(call.get()).isEqualTo(42);
            assertThat(client.statistics().memoryLanes()).isEqualTo(1);
        }
        Await.until("the lane to end", () -> client.statistics().lanes() == 0);
        assertContinues();
    }
}
