package dev.wherry.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SpinPolicyTest {
    private static final long SHORT = 1_000_000;
    private static final long LONG = SHORT + 1;
    private static final long REST = 100_000_000;

    private final List<SpinPolicy> spinning = new ArrayList<>();

    @BeforeEach
    void needsTwoCores() {
        assumeTrue(SpinPolicy.SPINNERS > 0, "on one core nobody spins");
    }

    /** The whole JVM counts them. */
    @AfterEach
    void endsEverySpin() {
        spinning.forEach(each -> each.ends(true));
    }

    private void spinOnAll(int cores) {
        while (spinning.size() < cores) {
            SpinPolicy next = new SpinPolicy(false);
            assertThat(next.begins()).isTrue();
            spinning.add(next);
        }
    }

    @Test
    void leavesACoreFree() {
        spinOnAll(Runtime.getRuntime().availableProcessors() - 1);
        SpinPolicy next = new SpinPolicy(false);
        assertThat(next.begins()).isFalse();
        spinning.removeLast().ends(true);
        assertThat(next.begins()).isTrue();
        spinning.add(next);
    }

    @Test
    void givesUpWhatDoesNotPayOffAndTriesAgainLessAndLessOften() {
        SpinPolicy patience = new SpinPolicy(false);
        assertThat(List.of(
                        vainAfter(patience),
                        vainAfter(patience),
                        vainAfter(patience),
                        vainAfter(patience),
                        vainAfter(patience),
                        vainAfter(patience),
                        vainAfter(patience)))
                .containsExactly(1, 64, 128, 256, 512, 1024, 1024);
    }

    private static int vainAfter(SpinPolicy patience) {
        for (int waits = 1; waits < 10_000; waits++) {
            if (patience.begins()) {
                patience.ends(false);
                return waits;
            }
        }
        throw new AssertionError("never spun again");
    }

    @Test
    void comesBackToSpinningOnceItPaysOff() {
        SpinPolicy patience = new SpinPolicy(false);
        for (int i = 0; i < 5; i++) {
            vainAfter(patience);
        }
        int paid = 0;
        for (int waits = 0; waits < 10_000 && paid < 9; waits++) {
            if (patience.begins()) {
                patience.ends(true);
                paid++;
            }
        }
        for (int i = 0; i < 2; i++) {
            assertThat(patience.begins()).isTrue();
            patience.ends(true);
        }
    }

    @Test
    void givesUpWhatPaysOffWhileOthersWantTheCoreIfItGivesWay() {
        SpinPolicy yielding = new SpinPolicy(true);
        spinOnAll(SpinPolicy.SPINNERS - 1);
        assertThat(yielding.begins()).isTrue();
        assertThat(new SpinPolicy(false).begins()).isFalse();
        yielding.ends(true);
        assertThat(yielding.begins()).isFalse();
    }

    @Test
    void keepsOnWhereNobodyElseWaits() {
        SpinPolicy yielding = new SpinPolicy(true);
        for (int i = 0; i < 3; i++) {
            assertThat(yielding.begins()).isTrue();
            yielding.ends(true);
        }
    }

    @Test
    void yieldsAFewTimesWhereNoCoreIsFree() throws IOException {
        spinOnAll(SpinPolicy.SPINNERS);
        assertThat(looksUntil(3)).isEqualTo(3);
        assertThat(looksUntil(Integer.MAX_VALUE)).isEqualTo(4);
    }

    /** Returns how often a thread polls that succeeds at the given poll, while no other thread uses the core for long. */
    private static int looksUntil(int number) throws IOException {
        for (int attempt = 0; attempt < 500; attempt++) {
            AtomicInteger looks = new AtomicInteger();
            long start = System.nanoTime();
            boolean seen = new SpinPolicy(false).sees(() -> looks.incrementAndGet() == number);
            if (System.nanoTime() - start <= SHORT) {
                assertThat(seen).isEqualTo(looks.get() == number);
                return looks.get();
            }
        }
        return abort("Other programs take every turn for long");
    }

    @Test
    void sleepsAtOnceForAWhileWhereYieldsMostlyTakeLong() {
        SpinPolicy patience = new SpinPolicy(false);
        long now = System.nanoTime();
        int waits = 0;
        while (patience.mayYield(now)) {
            patience.yielded(now - (waits % 2 == 0 ? LONG : SHORT), now);
            waits++;
        }
        assertThat(waits).as("every second one takes long").isEqualTo(125);
        assertThat(patience.mayYield(now + REST - 1)).isFalse();
        assertThat(patience.mayYield(now + REST)).isTrue();
        patience.yielded(now + REST - LONG, now + REST);
        assertThat(patience.mayYield(now + REST))
                .as("after another one that takes long")
                .isFalse();
    }

    @Test
    void goesOnYieldingWhereItTakesLongNowAndThen() {
        SpinPolicy patience = new SpinPolicy(false);
        long now = System.nanoTime();
        for (int waits = 0; waits < 10_000; waits++) {
            patience.yielded(now - (waits % 4 == 0 ? LONG : SHORT), now);
            assertThat(patience.mayYield(now)).isTrue();
        }
    }

    @Test
    void yieldsNoMoreOnceItTookLong() throws IOException {
        spinOnAll(SpinPolicy.SPINNERS);
        AtomicInteger looks = new AtomicInteger();
        assertThat(new SpinPolicy(false).sees(() -> {
                    looks.incrementAndGet();
                    for (long start = System.nanoTime(); System.nanoTime() - start <= LONG; ) {
                        Thread.onSpinWait();
                    }
                    return false;
                }))
                .isFalse();
        assertThat(looks).hasValue(1);
    }
}
