package dev.wherry.lab.report;

import static dev.wherry.lab.report.Samples.cell;
import static dev.wherry.lab.report.Samples.round;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.results.Changed;
import dev.wherry.lab.results.Machine;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Results.Part;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SeveralMachinesTest {
    private static final String NOTICE = "Not all suites ran on one machine.";

    private final Results run = Samples.results(
            "full", null, List.of(cell("rmi", Map.of("threads", 1L), List.of(round(1, 1000)), List.of())), List.of());
    private final String suite = run.cells().getFirst().suite();

    @Test
    void areNamedByEachSuite() throws IOException {
        String page = Document.of(of(machine("Z80", 0.0, "abc"), machine("6502", 0.6, null)));

        assertThat(page)
                .contains(NOTICE)
                .contains("Machine of " + suite)
                .contains("Machine of another suite")
                .contains("<dt>Sources of " + suite + "</dt><dd>abc</dd>")
                .contains("<dt>Sources of another suite</dt><dd>not kept then</dd>")
                .contains("Measured on Z80, 2 cores, CP/M, JDK 25, TCP with none.")
                .contains("60 % was in use when the run of another suite began");
    }

    @Test
    void areNotSpokenOfWhereThereIsOne() throws IOException {
        assertThat(Document.of(of(machine("Z80", 0.0, "abc"), machine("Z80", 0.1, "abc"))))
                .contains("<dt>Processor</dt><dd>Z80</dd>")
                .contains("<dt>Sources</dt><dd>abc</dd>")
                .doesNotContain(NOTICE, "Machine of", "Sources of", "Measured on");
    }

    private Results of(Machine its, Machine other) {
        return Changed.of(
                run,
                Map.of(
                        "machine",
                        its,
                        "parts",
                        List.of(
                                new Part(List.of(suite), "text", its),
                                new Part(List.of("another suite"), "text", other))));
    }

    private static Machine machine(String cpu, double busy, @Nullable String checkout) {
        return new Machine(cpu, 2, "CP/M", "25", "none", 0.1, Instant.EPOCH, busy, checkout);
    }
}
