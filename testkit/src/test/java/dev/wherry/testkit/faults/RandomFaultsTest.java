package dev.wherry.testkit.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class RandomFaultsTest {
    private static List<Fault> hundred(long seed) throws IOException {
        List<Fault> all = new ArrayList<>();
        try (ServerSocket target = new ServerSocket(0);
                FaultyRelay relay = new FaultyRelay(URI.create("tcp://127.0.0.1:" + target.getLocalPort()), seed)) {
            RandomFaults faults = new RandomFaults(seed);
            for (int i = 0; i < 100; i++) {
                all.add(faults.strike(relay));
                relay.heal();
            }
            assertThat(faults).hasToString("100 faults of seed " + seed);
        }
        return all;
    }

    @Test
    void repeatTheFaultsOfASeed() throws Exception {
        List<Fault> first = hundred(1);
        assertThat(hundred(1)).isEqualTo(first);
        assertThat(hundred(2)).isNotEqualTo(first);
        assertThat(EnumSet.copyOf(first)).isEqualTo(EnumSet.complementOf(EnumSet.of(Fault.CORRUPT)));
    }

    @Test
    void refuseAnEmptySet() {
        assertThatThrownBy(() -> new RandomFaults(1, EnumSet.noneOf(Fault.class)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void nameTheSeedOfAFailedTest() {
        AssertionError failure = new AssertionError("expected");
        Throwable thrown = catchThrowable(() -> RandomSeed.of(42).handleTestExecutionException(null, failure));
        assertThat(thrown).isSameAs(failure);
        assertThat(thrown.getSuppressed()[0]).hasMessage("The seed was 42. To repeat the test, set -Dwherry.seed=42");
    }
}
