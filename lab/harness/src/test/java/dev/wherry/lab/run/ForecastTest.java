package dev.wherry.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.peer.Peer;
import dev.wherry.lab.plan.TimeLeft;
import dev.wherry.lab.plan.TimeLeft.Certainty;
import dev.wherry.lab.results.Placement;
import dev.wherry.lab.suite.Schedule;
import dev.wherry.lab.suite.Schedule.Warming;
import dev.wherry.lab.suite.Suite;
import dev.wherry.lab.suite.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ForecastTest {
    private static final Schedule SECONDS =
            new Schedule("corrected", 3, 2.0, null, null, Warming.UNTIL_STABLE, 0, false, false, Map.of());
    private static final Schedule CALLS =
            new Schedule("faithful", 3, null, 100L, null, Warming.NONE, 0, true, false, Map.of());

    private long now;
    private final Peer rmi;

    ForecastTest() throws IOException {
        rmi = Peer.read(Path.of("../peers/rmi"));
    }

    private Forecast forecast(Schedule schedule, String... workloads) {
        List<Contender> ten = Collections.nCopies(10, new Contender(rmi, null, null, null));
        List<Stage> stages = new ArrayList<>();
        for (String name : workloads) {
            Map<String, Long> params = Map.of("threads", 1L);
            Workload workload = new Workload(
                    name, name, null, "people", null, null, null, null, null, Map.of("threads", List.of(1L)), null);
            Suite suite = new Suite("s", "a suite", List.of(workload), Map.of(), null, List.of());
            stages.add(new Stage(new Point(suite, workload, schedule, params, Placement.FREE, 20), ten));
        }
        return new Forecast(stages, () -> now);
    }

    private static TimeLeft left(long seconds, Certainty certainty) {
        return new TimeLeft(Duration.ofSeconds(seconds), certainty);
    }

    @Test
    void knowsNoMoreThanTheOrderAtTheBeginning() {
        assertThat(forecast(SECONDS, "a", "a").left()).isEqualTo(left(180, Certainty.ORDER));
        assertThat(forecast(SECONDS, "a", "a").left().words()).isEqualTo("some minutes left");
    }

    @Test
    void knowsNothingAtTheBeginningWhereCallsAreCounted() {
        assertThat(forecast(CALLS, "a", "a").left().certainty()).isEqualTo(Certainty.NONE);
    }

    @Test
    void takesTheRestAsLongAsWhatIsDone() {
        Forecast forecast = forecast(SECONDS, "a", "a", "a", "a");
        forecast.done(120);
        assertThat(forecast.left()).isEqualTo(left(360, Certainty.ROUGH));
        forecast.done(100);
        assertThat(forecast.left()).isEqualTo(left(220, Certainty.FAIR));
        forecast.done(110);
        forecast.done(110);
        assertThat(forecast.left().words()).isEmpty();
    }

    @Test
    void takesOffWhatTheContestUnderWayHasHad() {
        Forecast forecast = forecast(SECONDS, "a", "a", "a", "a");
        forecast.done(100);
        forecast.done(100);
        now += 30_000_000_000L;
        assertThat(forecast.left().rest()).isEqualTo(Duration.ofSeconds(170));
        assertThat(forecast.elapsed()).isEqualTo(30);
        now += 300_000_000_000L;
        assertThat(forecast.left().rest()).as("the one under way is late").isEqualTo(Duration.ofSeconds(100));
    }

    @Test
    void doesNotTrustOneWorkloadsTimesForAnotherWhereCallsAreCounted() {
        Forecast forecast = forecast(CALLS, "a", "a", "b");
        forecast.done(100);
        forecast.done(100);
        assertThat(forecast.left()).isEqualTo(left(100, Certainty.ROUGH));
    }
}
