package dev.wherry.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SentBytesTest {
    private static final int WITHOUT_BUDGET = 4 * Frame.FRAGMENT;

    private final SentBytes.Budget budget = new SentBytes.Budget(1 << 20);
    private final SentBytes sent = new SentBytes(budget, true);

    private boolean add(int length) {
        return sent.add(new byte[length], 0, length);
    }

    private void writeAll() {
        while (sent.length() > 0) {
            sent.wrote(sent.length());
        }
        assertThat(sent.unwritten()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void areWrittenInOrderAndAgainAfterAResumption(long seed) {
        Random random = new Random(seed);
        ByteArrayOutputStream added = new ByteArrayOutputStream();
        ByteArrayOutputStream received = new ByteArrayOutputStream();
        int most = 1 << random.nextInt(8, 19);
        for (int i = 0; i < 4_000; i++) {
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> {
                    byte[] frame = new byte[random.nextInt(14, most / 4)];
                    random.nextBytes(frame);
                    if (frame.length <= sent.capacity() && added.size() < 8 << 20 && sent.add(frame, 0, frame.length)) {
                        added.writeBytes(frame);
                    }
                }
                case 3, 4, 5 -> {
                    int count = random.nextInt(sent.length() + 1);
                    received.write(sent.array(), sent.offset(), count);
                    sent.wrote(count);
                }
                case 6 -> sent.acknowledge(random.nextLong(sent.acknowledged(), received.size() + 1));
                default -> {
                    if (random.nextInt(20) == 0) {
                        long at = random.nextLong(sent.acknowledged(), received.size() + 1);
                        byte[] rest = received.toByteArray();
                        received.reset();
                        received.write(rest, 0, (int) at);
                        sent.resume(at);
                    }
                    sent.trim();
                }
            }
            assertThat(received.size() + sent.unwritten()).isEqualTo(added.size());
        }
        while (sent.length() > 0) {
            received.write(sent.array(), sent.offset(), sent.length());
            sent.wrote(sent.length());
        }
        assertThat(received.size()).isPositive();
        assertThat(Arrays.equals(received.toByteArray(), added.toByteArray())).isTrue();
    }

    @Test
    void takeNoFurtherMemoryWhileWhatIsKeptFits() {
        assertThat(add(3_000)).isTrue();
        byte[] memory = sent.array();
        for (int i = 1; i < 100; i++) {
            assertThat(add(1_000)).isTrue();
            writeAll();
            sent.acknowledge(1_000L * i);
            assertThat(sent.array()).isSameAs(memory);
        }
    }

    @Test
    void areRefusedWithoutMemoryForThem() {
        SentBytes other = new SentBytes(budget, true);
        assertThat(other.add(new byte[1 << 20], 0, 1 << 20)).isTrue();
        assertThat(add(1 << 19)).isTrue();
        assertThat(add(1)).isFalse();
        assertThat(sent.unwritten()).isEqualTo(1 << 19);
        other.clear();
        assertThat(add(1)).isTrue();
        writeAll();
        sent.acknowledge((1 << 19) + 1);
        sent.trim();
        sent.trim();
        assertThat(budget.taken()).isZero();
    }

    @Test
    void haveALittleMemoryWithoutTheBudget() {
        SentBytes poor = new SentBytes(new SentBytes.Budget(0), true);
        assertThat(poor.add(new byte[WITHOUT_BUDGET], 0, WITHOUT_BUDGET)).isTrue();
        assertThat(poor.add(new byte[1], 0, 1)).isFalse();
    }

    @Test
    void areAcknowledgedOnlyAsFarAsTheyWereSent() {
        assertThat(add(100)).isTrue();
        writeAll();
        sent.acknowledge(100);
        assertThatThrownBy(() -> sent.acknowledge(99)).isInstanceOf(ProtocolException.class);
        assertThatThrownBy(() -> sent.acknowledge(101)).isInstanceOf(ProtocolException.class);
        assertThatThrownBy(() -> sent.resume(Long.MAX_VALUE)).isInstanceOf(ProtocolException.class);
    }
}
