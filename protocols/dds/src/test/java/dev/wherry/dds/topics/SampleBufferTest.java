package dev.wherry.dds.topics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.dds.engine.SampleInfo;
import dev.wherry.dds.topics.SampleBuffer.Received;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SampleBufferTest {
    private static Received sample(long instance, int number) {
        return new Received(
                new byte[] {(byte) number}, 1, new SampleInfo(SampleInfo.InstanceState.ALIVE, true, 0, instance, 0, 0));
    }

    private static Integer add(SampleBuffer buffer, long instance, int number) {
        Received replaced = buffer.replaced(instance);
        buffer.add(sample(instance, number));
        return replaced == null ? null : (int) replaced.payload()[0];
    }

    private static List<Integer> drain(SampleBuffer buffer) {
        List<Integer> all = new ArrayList<>();
        for (Received each = buffer.poll(); each != null; each = buffer.poll()) {
            all.add((int) each.payload()[0]);
        }
        return all;
    }

    @Test
    void keepsAllInTheirOrder() {
        SampleBuffer buffer = new SampleBuffer(0, 3);
        for (int i = 1; i <= 3; i++) {
            assertThat(buffer.isFull()).isFalse();
            assertThat(add(buffer, i % 2, i)).isNull();
        }
        assertThat(buffer.isFull()).isTrue();
        assertThat(drain(buffer)).containsExactly(1, 2, 3);
        assertThat(buffer.isEmpty()).isTrue();
    }

    @Test
    void replacesTheOldestOfAnInstance() {
        SampleBuffer buffer = new SampleBuffer(2, 100);
        assertThat(add(buffer, 1, 1)).isNull();
        assertThat(add(buffer, 2, 2)).isNull();
        assertThat(add(buffer, 1, 3)).isNull();
        assertThat(add(buffer, 1, 4)).isEqualTo(1);
        assertThat(add(buffer, 1, 5)).isEqualTo(3);
        assertThat(buffer.poll().payload()).containsExactly(2);
        assertThat(buffer.poll().payload()).containsExactly(4);
        assertThat(add(buffer, 1, 6)).isNull();
        assertThat(add(buffer, 1, 7)).isEqualTo(5);
        assertThat(drain(buffer)).containsExactly(6, 7);
    }
}
