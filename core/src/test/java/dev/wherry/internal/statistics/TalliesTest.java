package dev.wherry.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.statistics.MethodStatistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TalliesTest {
    private static final int CALLS = 20_000;

    private final Tallies tallies = new Tallies();
    private final Tally add = tallies.of("acme.Sums", "add(II)I");
    private final Tally total = tallies.of("acme.Sums", "total()J");

    @Test
    void losesNothingToThreadsThatCountAtOnce() throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                Meter meter = new Meter();
                for (int n = 0; n < CALLS; n++) {
                    meter.count(n % 2 == 0 ? add : total, Mode.LANE, n, 10, 20, n % 4 == 0);
                }
                meter.close();
            }));
            threads.add(Thread.ofVirtual().start(() -> {
                for (int n = 0; n < CALLS; n++) {
                    add.count(Mode.THREAD, n, 1, 2, false);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }

        MethodStatistics counted = tallies.sum(Map.of(total, 3)).getFirst();
        assertThat(counted.method()).isEqualTo("add(II)I");
        assertThat(counted.onLanes()).isEqualTo(6 * CALLS / 2);
        assertThat(counted.onThreads()).isEqualTo(6 * CALLS);
        assertThat(counted.failures()).isEqualTo(6 * CALLS / 4);
        assertThat(counted.bytesIn()).isEqualTo(6 * CALLS / 2 * 10 + 6 * CALLS);
        assertThat(counted.bytesOut()).isEqualTo(2 * counted.bytesIn());
        assertThat(counted.times().calls()).isEqualTo(counted.calls());
        assertThat(tallies.sum(Map.of(total, 3)).getLast().running()).isEqualTo(3);
    }

    @Test
    void countsOnWhereAnotherThreadHasLeftOff() {
        for (int i = 0; i < 100; i++) {
            Meter meter = new Meter();
            meter.count(add, Mode.MEMORY, 1, 0, 0, false);
            meter.close();
        }

        assertThat(tallies.sum(Map.of()).getFirst().onMemory()).isEqualTo(100);
        Counts first = add.take();
        add.give(first);
        assertThat(add.take()).as("the only counts there are").isSameAs(first);
    }

    @Test
    void countsAClassThatWasLoadedAgainAsTheSame() {
        assertThat(tallies.of("acme.Sums", "add(II)I")).isSameAs(add);
    }
}
