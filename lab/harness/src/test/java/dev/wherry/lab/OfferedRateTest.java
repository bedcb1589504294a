package dev.wherry.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.lab.plan.LabException;
import dev.wherry.lab.plan.Preset;
import dev.wherry.lab.plan.RunPlan;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Results.NoRate;
import dev.wherry.lab.results.Verdict;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that offer calls at a rate; the peer always answers 200 a second. */
class OfferedRateTest {
    @TempDir
    Path root;

    private static RunPlan plan(Preset preset, List<String> suites, String system, Long... rates) {
        return Plans.of(
                suites, List.of(system), preset, null, 1, Map.of("threads", List.of(2L), "rate", List.of(rates)));
    }

    @Test
    void hasACellForEachRateAndTellsWhichAreSaturated() throws Exception {
        Lab lab = new LabFolder(root).with("good").open();
        Results results = lab.run(plan(Preset.QUICK, List.of("tiny"), "good", 200L, 211L), new Recorder());
        assertThat(results.cells())
                .extracting(cell -> cell.params().get("rate"), Cell::saturated)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(200L, false),
                        org.assertj.core.groups.Tuple.tuple(211L, true));
        assertThat(results.toJson()).contains("\"offeredCallsPerSecond\" : 211", "\"saturated\" : true");
    }

    @Test
    void comparesNoCellThatIsSaturated() throws Exception {
        Lab lab = new LabFolder(root).with("good", "echoes-twice").open();
        RunPlan plan = Plans.of(
                List.of("tiny"),
                List.of("good", "echoes-twice"),
                Preset.QUICK,
                "good",
                1,
                Map.of("threads", List.of(2L), "rate", List.of(200L, 211L)));
        assertThat(lab.run(plan, new Recorder()).cells())
                .extracting(cell -> cell.vsBaseline().size())
                .containsExactly(0, 1, 0, 0);
    }

    @Test
    void saysOfNoSmokeRunThatItIsSaturated() throws Exception {
        Lab lab = new LabFolder(root).with("good").open();
        assertThat(lab.run(plan(Preset.SMOKE, List.of("tiny"), "good", 9999L), new Recorder())
                        .cells())
                .extracting(Cell::saturated)
                .containsExactly(false);
    }

    @Test
    void warmsUpInAClosedLoopAndLetsNobodyCallWithoutTheRateWhoKnowsNone() throws Exception {
        Lab lab = new LabFolder(root).with("knows-no-rate").open();
        Cell cell = lab.run(plan(Preset.QUICK, List.of("tiny"), "knows-no-rate", 200L), new Recorder())
                .cells()
                .getFirst();
        assertThat(cell.warmUp()).isNotNull();
        assertThat(cell.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(cell.reason()).isEqualTo("seconds or calls must follow, not seconds=0.200 rate=200");
        assertThat(cell.openLoop()).isNull();
    }

    @Test
    void leavesOutWhatARateHasNoMeaningFor() throws Exception {
        Lab lab = new LabFolder(root).withStarts().with("good").open();
        Recorder recorder = new Recorder();
        Results results = lab.run(plan(Preset.SMOKE, List.of("tiny", "starts"), "good", 200L), recorder);
        String why = "each call is the first of a process that is started for it";
        assertThat(results.withoutRate()).containsExactly(new NoRate("starts", "first-call", why));
        assertThat(results.cells()).extracting(Cell::suite).containsOnly("tiny");
        assertThat(recorder.notes).containsExactly("starts first-call takes no rate and is left out: " + why);
        RunPlan none =
                Plans.of(List.of("starts"), List.of("good"), Preset.SMOKE, null, null, Map.of("rate", List.of(200L)));
        assertThatThrownBy(() -> lab.run(none, recorder))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("calls could be offered to at a rate");
    }

    @Test
    void refusesRatesThatNobodyCanOffer() {
        for (long rate : new long[] {0, -1, 10_000_001, Long.MIN_VALUE, Long.MAX_VALUE}) {
            assertThatThrownBy(() -> plan(Preset.SMOKE, List.of("tiny"), "good", rate))
                    .isInstanceOf(LabException.class)
                    .hasMessageContaining("cannot be offered; 1 to 10,000,000 can");
        }
        assertThatThrownBy(() -> plan(Preset.SMOKE, List.of("tiny"), "good")).hasMessageContaining("0 rates");
        assertThatThrownBy(() -> plan(Preset.SMOKE, List.of("tiny"), "good", 5L, 6L, 5L))
                .hasMessageContaining("asked for twice");
    }
}
