package dev.wherry.lab.report;

import static dev.wherry.lab.report.Samples.cell;
import static dev.wherry.lab.report.Samples.round;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.results.Machine;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.SampleRun;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BusyMachineTest {
    @Test
    void isSaidOfTheSecondBeforeTheRun() {
        assertThat(notices(0.0, 0.5)).contains("Of its processors' time 50 % was in use when the run began");
    }

    @Test
    void isNotSaidForWhatWasBuiltBefore() {
        assertThat(notices(6.7, 0.02)).doesNotContain("when the run began");
    }

    @Test
    void isSaidByTheLoadWhereNothingBetterIsKnown() {
        assertThat(notices(6.7, null)).contains("Its load average was 6.7 when the run began");
        assertThat(notices(0.1, null)).doesNotContain("when the run began");
    }

    private static String notices(double load, @Nullable Double busy) {
        Results results = SampleRun.of(
                "quick",
                null,
                new Machine("a processor", 2, "a kernel", "25", "cubic", load, Instant.EPOCH, busy, null),
                List.of(cell("rmi", Map.of("threads", 1L), List.of(round(1, 1000)), List.of())),
                List.of(),
                List.of());
        return Notice.of(results, new Series(results)).toString();
    }
}
