package dev.wherry.lab.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunSummaryTest {
    @TempDir
    Path folder;

    @Test
    void readsBackWhatItWrote() throws Exception {
        RunSummary summary = RunSummary.of(sample());
        Path file = Files.writeString(folder.resolve("verdicts.json"), summary.toJson());
        assertThat(RunSummary.read(file)).isEqualTo(summary);
        assertThat(RunSummary.read(file).toJson()).isEqualTo(summary.toJson());
    }

    @Test
    void keepsTheFiguresThatVerdictsRestOn() throws Exception {
        Results all = sample();
        Results kept = RunSummary.of(all).results();
        assertThat(kept.cells()).hasSameSizeAs(all.cells());
        for (int i = 0; i < all.cells().size(); i++) {
            Cell one = all.cells().get(i);
            Cell same = kept.cells().get(i);
            assertThat(same.params()).isEqualTo(one.params());
            assertThat(same.verdict()).isEqualTo(one.verdict());
            assertThat(same.rounds()).hasSameSizeAs(one.rounds());
            for (int round = 0; round < one.rounds().size(); round++) {
                Round then = one.rounds().get(round);
                Round now = same.rounds().get(round);
                assertThat(now.calls()).isEqualTo(then.calls());
                assertThat(now.capped()).isEqualTo(then.capped());
                assertThat(now.failed()).isEqualTo(then.failed());
                assertThat(now.missing()).isEqualTo(then.missing());
                assertThat(now.classesReceived()).isEqualTo(then.classesReceived());
                assertThat(now.latencyNanos().p50())
                        .isEqualTo(then.latencyNanos().p50());
                assertThat(now.seconds()).isCloseTo(then.seconds(), within(then.seconds() * 1e-4));
                assertThat(now.perThreadCallsPerSecond())
                        .isCloseTo(then.perThreadCallsPerSecond(), within(then.perThreadCallsPerSecond() * 2e-3));
            }
        }
    }

    @Test
    void refusesWhatIsNotASummary() throws Exception {
        Path file = Files.writeString(folder.resolve("verdicts.json"), "{\"cells\": []}");
        assertThatThrownBy(() -> RunSummary.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file + " is not a summary of a run: ");
    }

    private static Results sample() throws Exception {
        return Results.read(
                Path.of(RunSummaryTest.class.getResource("sample.json").toURI()));
    }
}
