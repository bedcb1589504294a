package dev.wherry.lab.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class WorkTest {
    private static final Work OFFERED = new Work("people", Map.of("rate", 1000L, "threads", 2L));

    @Test
    void tellsTheRateBehindTheLengthAndNotAmongTheParameters() {
        assertThat(OFFERED.phrase("run")).isEqualTo("run people {\"threads\":2}");
        assertThat(OFFERED.pace(0, 1)).isEqualTo(" rate=1000");
    }

    @Test
    void tellsOneOfSeveralProcessesWhichItIs() {
        assertThat(OFFERED.pace(2, 3)).isEqualTo(" rate=1000 process=2/3");
    }

    @Test
    void saysNothingOfARateInAClosedLoop() {
        assertThat(OFFERED.withoutRate()).isEqualTo(new Work("people", Map.of("threads", 2L)));
        assertThat(OFFERED.withoutRate().pace(0, 3)).isEmpty();
    }
}
