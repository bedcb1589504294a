package dev.wherry.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.driver.Length;
import dev.wherry.lab.results.Placement;
import dev.wherry.lab.suite.Schedule;
import dev.wherry.lab.suite.Schedule.Warming;
import dev.wherry.lab.suite.Suite;
import dev.wherry.lab.suite.Workload;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PointTest {
    private static Length length(@Nullable Long callsAtMost, @Nullable Double seconds, @Nullable Long each) {
        return length(callsAtMost, null, seconds, each);
    }

    private static Length length(
            @Nullable Long callsAtMost, @Nullable Boolean together, @Nullable Double seconds, @Nullable Long each) {
        Map<String, List<Long>> params = Map.of("threads", List.of(4L));
        Workload workload =
                new Workload("w", "w", null, "people", null, callsAtMost, together, null, null, params, null);
        Schedule schedule = new Schedule("faithful", 1, seconds, null, each, Warming.NONE, 0, false, false, Map.of());
        Suite suite = new Suite("s", "a suite", List.of(workload), Map.of(), null, List.of());
        return new Point(suite, workload, schedule, Map.of("threads", 4L), Placement.FREE, 20).length();
    }

    @Test
    void countsTheCallsOfAllCallers() {
        assertThat(length(null, null, 50L)).isEqualTo(new Length.Calls(200, 20));
    }

    @Test
    void sharesTheCallsOfOneCallerAmongThoseWhoMakeThemTogether() {
        assertThat(length(null, true, null, 50L)).isEqualTo(new Length.Calls(50, 20));
        assertThat(length(null, true, null, 2L)).as("one for each caller").isEqualTo(new Length.Calls(4, 20));
    }

    @Test
    void makesNoMoreCallsThanTheWorkloadAllows() {
        assertThat(length(10L, null, 50L)).isEqualTo(new Length.Calls(10, 20));
        assertThat(length(2L, null, 50L)).as("one for each caller").isEqualTo(new Length.Calls(4, 20));
        assertThat(length(10L, 2.0, null)).as("no calls are counted").isEqualTo(new Length.Seconds(2.0));
    }
}
