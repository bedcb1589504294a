package dev.wherry.testkit.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.testkit.Await;
import dev.wherry.testkit.LinkPair;
import dev.wherry.testkit.TransportContract;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DelayedLinkTest {
    private final LinkPair pair = LinkPair.create();

    private DelayedLink left(Duration delay) {
        return new DelayedLink(pair.left(), delay);
    }

    @Test
    void acceptsBytesAtOnceAndDeliversThemAfterTheDelay() throws Exception {
        Duration delay = Duration.ofMillis(50);
        DelayedLink left = left(delay);
        long began = System.nanoTime();
        byte[] sent = {1, 2, 3};
        left.write(sent, 0, 2);
        sent[0] = 9; // the writer may reuse its array
        left.write(sent, 2, 1);
        assertThat(TransportContract.read(pair.right(), 3)).containsExactly(1, 2, 3);
        assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(delay.toNanos());
        left.close();
    }

    @Test
    void endsAfterAllBytesUnderWay() throws Exception {
        DelayedLink left = left(Duration.ofMillis(5));
        TransportContract.write(left, new byte[1000]);
        left.close();
        assertThat(TransportContract.read(pair.right(), 1000)).hasSize(1000);
        assertThat(pair.right().read(new byte[1], 0, 1)).isEqualTo(-1);
        assertThatThrownBy(() -> left.write(new byte[1], 0, 1)).isInstanceOf(IOException.class);
    }

    @Test
    void failsToWriteWhenThePeerHasClosed() throws Exception {
        DelayedLink left = left(Duration.ZERO);
        pair.left().close();
        Await.until("a write to fail", () -> {
            try {
                left.write(new byte[1], 0, 1);
                return false;
            } catch (IOException e) {
                return true;
            }
        });
    }
}
