package dev.wherry.transport.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PatienceTest {
    private static final long SHORT = 1_000_000;
    private static final long LONG = SHORT + 1;
    private static final long REST = 100_000_000;

    @BeforeEach
    void needsTwoCores() {
        assumeTrue(Patience.SPINNERS > 0, "on one core nobody spins");
    }

    @Test
    void leavesACoreFree() {
        List<Patience> spinning = everySpinner();
        assertThat(spinning).hasSize(Runtime.getRuntime().availableProcessors() - 1);
        spinning.getFirst().ends(true);
        Patience next = new Patience(false);
        assertThat(next.begins()).isTrue();
        next.ends(true);
        spinning.stream().skip(1).forEach(each -> each.ends(true));
    }

    @Test
    void givesUpWhatDoesNotPayOffAndTriesAgainLessAndLessOften() {
        Patience patience = new Patience(false);
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

    private static int vainAfter(Patience patience) {
        int waits = 1;
        while (!patience.begins()) {
            waits++;
        }
        patience.ends(false);
        return waits;
    }

    @Test
    void comesBackToSpinningOnceItPaysOff() {
        Patience patience = new Patience(false);
        int vain = 0;
        while (vain < 5) {
            if (patience.begins()) {
                patience.ends(false);
                vain++;
            }
        }
        int paid = 0;
        while (paid < 9) {
            if (patience.begins()) {
                patience.ends(true);
                paid++;
            }
        }
        assertThat(patience.begins()).isTrue();
        patience.ends(true);
        assertThat(patience.begins()).isTrue();
        patience.ends(true);
    }

    @Test
    void givesUpWhatPaysOffWhileOthersWantTheCoreIfItGivesWay() {
        Patience yielding = new Patience(true);
        List<Patience> spinning = new ArrayList<>();
        for (int i = 1; i < Patience.SPINNERS; i++) {
            spinning.add(new Patience(false));
            assertThat(spinning.getLast().begins()).isTrue();
        }
        assertThat(yielding.begins()).isTrue();
        assertThat(new Patience(false).begins()).isFalse();
        yielding.ends(true);
        assertThat(yielding.begins()).isFalse();
        spinning.forEach(each -> each.ends(true));
    }

    @Test
    void keepsOnWhereNobodyElseWaits() {
        Patience yielding = new Patience(true);
        for (int i = 0; i < 3; i++) {
            assertThat(yielding.begins()).isTrue();
            yielding.ends(true);
        }
    }

    @Test
    void yieldsAFewTimesWhereNoCoreIsFree() throws IOException {
        List<Patience> spinning = everySpinner();
        AtomicInteger looks = new AtomicInteger();
        assertThat(new Patience(false).sees(() -> looks.incrementAndGet() == 3)).isTrue();
        assertThat(looks).hasValue(3);
        looks.set(0);
        assertThat(new Patience(false).sees(() -> looks.incrementAndGet() < 0)).isFalse();
        assertThat(looks).hasValue(4);
        spinning.forEach(each -> each.ends(true));
    }

    @Test
    void sleepsAtOnceForAWhileWhereYieldsMostlyTakeLong() {
        Patience patience = new Patience(false);
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
        Patience patience = new Patience(false);
        long now = System.nanoTime();
        for (int waits = 0; waits < 10_000; waits++) {
            patience.yielded(now - (waits % 4 == 0 ? LONG : SHORT), now);
            assertThat(patience.mayYield(now)).isTrue();
        }
    }

    @Test
    void yieldsNoMoreOnceItTookLong() throws IOException {
        List<Patience> spinning = everySpinner();
        AtomicInteger looks = new AtomicInteger();
        assertThat(new Patience(false).sees(() -> {
                    looks.incrementAndGet();
                    LockSupport.parkNanos(2 * LONG);
                    return false;
                }))
                .isFalse();
        assertThat(looks).hasValue(1);
        spinning.forEach(each -> each.ends(true));
    }

    private static List<Patience> everySpinner() {
        List<Patience> spinning = new ArrayList<>();
        for (Patience next = new Patience(false); next.begins(); next = new Patience(false)) {
            spinning.add(next);
        }
        return spinning;
    }
}
