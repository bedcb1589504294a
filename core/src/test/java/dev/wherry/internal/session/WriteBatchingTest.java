package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WriteBatchingTest {
    private static final long LONG = TimeUnit.MILLISECONDS.toNanos(1);

    private int putOff;
    private final WriteBatching gathering = new WriteBatching() {
        @Override
        void yieldThread() {
            putOff++;
        }
    };

    /** How many of so many writes are put off, each for as long, while so many others send. */
    private int putOff(int writes, long nanos, int others) {
        putOff = 0;
        for (int i = 0; i < writes; i++) {
            assertThat(gathering.begins()).isTrue();
            gathering.letOthersRun();
            for (int k = 0; k < others; k++) {
                assertThat(gathering.begins()).as("one writes for all").isFalse();
            }
            gathering.ends(nanos);
        }
        return putOff;
    }

    @Test
    void putsEveryWriteOffWhileThatSavesWrites() {
        assertThat(putOff(1_000, 1_000, 1)).isEqualTo(1_000);
        assertThat(putOff(1_000, LONG, 100)).isEqualTo(1_000);
    }

    @Test
    void putsFewWritesOffWhereNobodyElseSends() {
        assertThat(putOff(650, 1_000, 0)).isEqualTo(10);
    }

    @Test
    void putsFewWritesOffWhereTheOthersTakeLong() {
        assertThat(putOff(650, LONG, 3)).isEqualTo(10);
    }

    @Test
    void goesOnOnceItPaysAgain() {
        putOff(1, LONG, 0);
        assertThat(putOff(64, 1_000, 5)).isZero();
        assertThat(putOff(100, 1_000, 5)).isEqualTo(100);
    }
}
