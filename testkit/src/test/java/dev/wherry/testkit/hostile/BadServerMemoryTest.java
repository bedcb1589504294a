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

/** A server that is offered memory for a lane, and plays with it: the calls on that lane end, and main carries on. */
@EnabledOnOs(OS.LINUX)
class BadServerMemoryTest extends RawServerSetUp {
    /** Where the opener says how much it has written. */
    private static final long OPENERS_TAIL = 1_024;

    private RawPeer lane;
    private MemoryOffer offer;

    @Override
    EndpointOptions options() {
        return super.options().toBuilder().lanes(1).build();
    }

    /** Makes the client want a lane, and answers its Hello as if the memory had been taken. */
    private void take() throws Exception {
        assertGoesOn();
        assertGoesOn();
        lane = server.accept();
        lane.hearPreamble();
        RawPeer.Frame hello = lane.hear();
        offer = RawMemory.heard(hello);
        assertThat(offer).isNotNull();
        MemoryOffer taken =
                new MemoryOffer(offer.process(), offer.descriptor(), offer.size(), new Nonce(0, 0), new Nonce(0, 0));
        lane.say(RawPeer.PREAMBLE);
        lane.say(RawPeer.hello(hello.id(), 1, 2, RawMemory.said(taken)));
        Await.until("the lane", () -> client.statistics().memoryLanes() == 1);
    }

    private void assertMainGoesOn() throws Exception {
        Await.until("the lane to end", () -> client.statistics().lanes() == 0);
        assertThat(heard(RawPeer.CANCEL)).isNotNull();
        assertGoesOn();
    }

    @Test
    void endsACallAtItsDeadlineThatNobodyReads() throws Exception {
        take();
        Odd hasty = Calls.with(odd, CallOptions.ofTimeout(Duration.ofMillis(100)));
        assertFails(Running.start(hasty::number), Code.DEADLINE_EXCEEDED);
        assertMainGoesOn();
    }

    @Test
    void endsACallWhoseAnswerCannotBeInTheRing() throws Exception {
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
        assertFails(call, Code.UNKNOWN_OUTCOME);
        assertMainGoesOn();
    }

    @Test
    void endsACallThatIsAnsweredByWhoWasNotToldTheOffer() throws Exception {
        take();
        MemoryLink opened = MemoryLink.open(
                new MemoryOffer(offer.process(), offer.descriptor(), offer.size(), offer.mark(), new Nonce(3, 4)),
                Waiting.ASLEEP);
        Running<Integer> call = Running.start(odd::number);
        assertThat(opened.read(new byte[1_000], 0, 1_000)).isPositive();
        opened.write(new byte[] {1, 2, 3}, 0, 3);
        assertFails(call, Code.UNKNOWN_OUTCOME);
        opened.close();
        assertMainGoesOn();
    }

    @Test
    void staysOnTheSocketWhenMemoryIsTakenThatWasNotOffered() throws Exception {
        client = endpoints.watch(
                Endpoint.create(options().toBuilder().sharedMemory(false).build()));
        connect();
        assertGoesOn();
        assertGoesOn();
        lane = server.accept();
        lane.hearPreamble();
        RawPeer.Frame hello = lane.hear();
        assertThat(RawMemory.heard(hello)).isNull();
        lane.say(RawPeer.PREAMBLE);
        MemoryOffer taken = new MemoryOffer(1, 2, 3, new Nonce(0, 0), new Nonce(0, 0));
        lane.say(RawPeer.hello(hello.id(), 1, 2, RawMemory.said(taken)));
        Await.until("the lane", () -> client.statistics().lanes() == 1);
        peer = lane;
        assertGoesOn();
        assertThat(client.statistics().memoryLanes()).isZero();
    }

    @Test
    void keepsItsMemoryWhateverItsPeerTries() throws Exception {
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
        assertGoesOn();
    }
}
