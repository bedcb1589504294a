package dev.wherry.testkit.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.testkit.LinkPair;
import dev.wherry.testkit.Running;
import dev.wherry.testkit.TransportContract;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultyLinkTest {
    private final LinkPair pair = LinkPair.create();

    private FaultyLink left(Faults faults) {
        return new FaultyLink(pair.left(), faults, 42);
    }

    @Test
    void cutsTheLinkAfterTheGivenNumberOfBytes() throws Exception {
        FaultyLink left = left(Faults.none().cutAfter(3));
        assertThatThrownBy(() -> left.write(new byte[] {1, 2, 3, 4, 5}, 0, 5))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cut after 3 bytes");
        byte[] arrived = new byte[9];
        assertThat(pair.right().read(arrived, 0, 9)).isEqualTo(3);
        assertThat(pair.right().read(arrived, 0, 9)).isEqualTo(-1);
    }

    @Test
    void swallowsBytesAfterTheGivenNumber() throws Exception {
        FaultyLink left = left(Faults.none().swallowAfter(2));
        assertThat(left.write(new byte[] {1, 2, 3, 4, 5}, 0, 5)).isEqualTo(5);
        left.close();
        byte[] arrived = new byte[9];
        assertThat(pair.right().read(arrived, 0, 9)).isEqualTo(2);
        assertThat(pair.right().read(arrived, 0, 9)).isEqualTo(-1);
    }

    @Test
    void stallsUntilItIsClosed() throws Exception {
        FaultyLink left = left(Faults.none().stallAfter(2));
        Running<Integer> writer = Running.start(() -> left.write(new byte[5], 0, 5));
        assertThat(TransportContract.read(pair.right(), 2)).hasSize(2);
        assertThat(writer.isDone()).isFalse();
        left.close();
        assertThat(writer.failure()).isInstanceOf(IOException.class);
    }

    @Test
    void slicesEquallyForTheSameSeed() throws Exception {
        assertThat(slices()).isEqualTo(slices()).hasSizeGreaterThan(25).allMatch(size -> size <= 4);
    }

    private static List<Integer> slices() throws IOException {
        LinkPair pair = LinkPair.create();
        FaultyLink left = new FaultyLink(pair.left(), Faults.none().slice(4).delay(Duration.ofNanos(1000)), 7);
        pair.right().write(new byte[100], 0, 100);
        List<Integer> sizes = new ArrayList<>();
        for (int done = 0; done < 100; done += sizes.getLast()) {
            sizes.add(left.read(new byte[100], 0, 100));
        }
        return sizes;
    }
}
