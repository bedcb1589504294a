package dev.wherry.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.plan.Preset;
import dev.wherry.lab.plan.RunPlan;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Results.Absent;
import dev.wherry.lab.results.Round;
import dev.wherry.lab.results.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program that the native peers share, in real processes, over the native floor's connections. */
@Tag("long") // compiling it takes ten seconds
class NativePeerTest {
    private static final String SUITE = """
            title = "Steady"
            [[workloads]]
            name = "steady"
            title = "steady"
            operation = "addOne"
            params = { threads = [1] }
            [presets.smoke]
            mode = "smoke"
            rounds = 1
            calls = 1000
            warmUp = "none"
            """;

    private static final Path NATIVE = Path.of("../peers/families/native");

    @TempDir
    Path root;

    /** The native family as it stands, but for the floors in it whose place the stalling one takes. */
    @BeforeEach
    void hasAFloorThatStalls() throws Exception {
        Path family = root.resolve("lab/peers/families/native");
        for (String file : List.of("family.toml", "floor/floor.hpp", "floor/channel.hpp", "floor/channel.cpp")) {
            copy(NATIVE.resolve(file), family.resolve(file));
        }
        copy(NATIVE.resolve("floor/sockets.cpp"), family.resolve("floor/sockets.cpp"));
        try (var common = Files.newDirectoryStream(NATIVE.resolve("cpp"))) {
            for (Path file : common) {
                copy(file, family.resolve("cpp").resolve(file.getFileName()));
            }
        }
        Path stalling =
                Path.of(NativePeerTest.class.getResource("peers/stalling.cpp").toURI());
        copy(stalling, family.resolve("floor/main.cpp"));
        Path peer = Files.createDirectories(root.resolve("lab/peers/stalls-once"));
        Files.writeString(peer.resolve("peer.toml"), """
                family = "native"
                name = "stalls-once"
                title = "stalls once"
                transport = "tcp"
                """);
        Path suite = Files.createDirectories(root.resolve("lab/suites/steady"));
        Files.writeString(suite.resolve("suite.toml"), SUITE);
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        Files.copy(from, to);
    }

    private Round run(Map<String, List<Long>> params) throws Exception {
        RunPlan plan = Plans.of(List.of("steady"), List.of("stalls-once"), Preset.SMOKE, null, null, params);
        Results results = Lab.open(root).run(plan, new Recorder());
        results.absent().forEach(NativePeerTest::lacks);
        Cell cell = results.cells().getFirst();
        assertThat(cell.verdict()).as(cell.reason()).isEqualTo(Verdict.MEASURED);
        Round round = cell.rounds().getFirst();
        assertThat(round.calls()).isEqualTo(1000);
        assertThat(round.failed() + round.missing() + round.duplicates()).isZero();
        assertThat(round.latencyNanos().max()).isGreaterThanOrEqualTo(99_000_000);
        return round;
    }

    private static void lacks(Absent compiler) {
        MissingTool.skipsOrFails(compiler.probe() + ": " + compiler.install());
    }

    @Test
    void showsAStallInEveryCallThatCameDueMeanwhile() throws Exception {
        Stall.isIn(run(Map.of("rate", List.of(1000L))), run(Map.of()));
    }
}
