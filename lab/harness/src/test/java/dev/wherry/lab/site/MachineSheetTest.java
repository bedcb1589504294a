package dev.wherry.lab.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.results.Machine;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class MachineSheetTest {
    @Test
    void tellsHowMuchOfTheTimeBetweenTwoLooksWasInUse() {
        String before = "cpu  100 0 50 800 50 0 0 0 7 7\ncpu0 1 2 3 4 5 6 7 8 9 10\n";
        String after = "cpu  130 5 60 840 60 3 2 0 7 7\ncpu0 1 2 3 4 5 6 7 8 9 10\n";

        assertThat(MachineSheet.busy(before, after)).isEqualTo(0.5);
        assertThat(MachineSheet.busy(before, before)).isNull();
    }

    @Test
    void readsThisMachine() throws Exception {
        Machine machine = MachineSheet.read(Path.of("").toAbsolutePath());

        assertThat(machine.cores()).isPositive();
        assertThat(machine.busy()).isBetween(0.0, 1.0);
        assertThat(machine.checkout()).isNotNull();
    }
}
