package dev.wherry.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.Placement;
import dev.wherry.lab.Preset;
import dev.wherry.lab.RunPlan;
import dev.wherry.lab.peer.Peer;
import dev.wherry.lab.peer.Peers;
import dev.wherry.lab.suite.Suite;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the suites' presets choose, as they stand in the tree, where every system is here that can be. */
class PresetsInTheTreeTest {
    private static final Path LAB = Path.of("..");

    private final Peers peers;

    PresetsInTheTreeTest() throws IOException {
        peers = Peers.read(LAB.resolve("peers"));
    }

    private Selection selection(String suite, Preset preset, @Nullable String mode) throws IOException {
        RunPlan plan = new RunPlan(
                List.of(suite), List.of(), List.of(), preset, mode, null, null, Map.of(), Placement.FREE, 20, null);
        return Selection.of(plan, Suite.read(LAB.resolve("suites").resolve(suite)), peers);
    }

    private List<Contender> contenders(Selection selection) {
        return peers.sound().values().stream()
                .filter(peer -> peer.doesNotRun() == null && selection.takes(peer.name()))
                .map(peer -> new Contender(peer, null, null, null))
                .toList();
    }

    private Duration forecast(Selection selection) {
        List<Point> points = Tournament.points(selection);
        List<Stage> stages = Stage.of(points, contenders(selection), Preset.QUICK, (contender, point) -> true);
        return new Forecast(stages, System::nanoTime).left().rest();
    }

    @ParameterizedTest
    @ValueSource(strings = {"mobility", "latency", "remoting", "ejb", "timing", "start"})
    void isOverWithinTenMinutesWhereItIsQuick(String suite) throws IOException {
        assertThat(forecast(selection(suite, Preset.QUICK, null)))
                .isBetween(Duration.ofMinutes(1), Duration.ofMinutes(10));
    }

    @ParameterizedTest
    @ValueSource(strings = {"mobility", "latency", "remoting", "ejb", "timing", "start"})
    void alwaysHasJavaRmiAndWherry(String suite) throws IOException {
        for (Preset preset : Preset.values()) {
            assertThat(contenders(selection(suite, preset, null)))
                    .extracting(Contender::peer)
                    .extracting(Peer::name)
                    .contains("rmi", "wherry", "wherry-tcp");
        }
    }

    @Test
    void keepsAllInASmokeRun() throws IOException {
        assertThat(selection("mobility", Preset.SMOKE, null).leftOut()).isEmpty();
    }
}
