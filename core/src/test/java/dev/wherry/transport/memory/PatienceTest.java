package dev.wherry.transport.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PatienceTest {
    @BeforeEach
    void needsTwoCores() {
        assumeTrue(Patience.SPINNERS > 0, "on one core nobody spins");
    }

    @Test
    void leavesACoreFree() {
        List<Patience> spinning = new ArrayList<>();
        for (Patience next = new Patience(); next.begins(); next = new Patience()) {
            spinning.add(next);
        }
        assertThat(spinning).hasSize(Runtime.getRuntime().availableProcessors() - 1);
        spinning.getFirst().ends(true);
        Patience next = new Patience();
        assertThat(next.begins()).isTrue();
        next.ends(true);
        spinning.stream().skip(1).forEach(each -> each.ends(true));
    }

    @Test
    void givesUpWhatDoesNotPayOffAndTriesAgainLessAndLessOften() {
        Patience patience = new Patience();
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
        Patience patience = new Patience();
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
}
