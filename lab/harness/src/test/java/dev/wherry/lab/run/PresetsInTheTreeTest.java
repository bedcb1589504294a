package dev.wherry.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.driver.Length;
import dev.wherry.lab.peer.Peer;
import dev.wherry.lab.peer.Peers;
import dev.wherry.lab.plan.Preset;
import dev.wherry.lab.plan.RunPlan;
import dev.wherry.lab.results.Placement;
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

/** The selections of the suites' presets in the tree, if every system is here that can be. */
class PresetsInTheTreeTest {
    private static final Path LAB = Path.of("..");

    private final Peers peers;

    PresetsInTheTreeTest() throws IOException {
        peers = Peers.read(LAB.resolve("peers"));
    }

    private Selection selection(String suite, Preset preset, @Nullable String mode) throws IOException {
        return selection(suite, preset, mode, Map.of());
    }

    private Selection selection(String suite, Preset preset, @Nullable String mode, Map<String, List<Long>> params)
            throws IOException {
        RunPlan plan = new RunPlan(
                List.of(suite), List.of(), List.of(), preset, mode, null, null, params, Placement.FREE, 20, null);
        return Selection.of(plan, Suite.read(LAB.resolve("suites").resolve(suite)), peers);
    }

    private List<SystemUnderTest> systems(Selection selection) {
        return peers.sound().values().stream()
                .filter(peer -> peer.doesNotRun() == null && selection.includes(peer.name()))
                .map(peer -> new SystemUnderTest(peer, null, null, null))
                .toList();
    }

    private Duration forecast(Selection selection) {
        List<Point> points = GridRun.points(selection);
        List<Stage> stages = Stage.of(points, systems(selection), (system, point) -> true);
        return Duration.ofSeconds(Math.round(
                stages.stream().mapToDouble(PresetsInTheTreeTest::seconds).sum()));
    }

    /** A guess: three seconds to check a system's answers and to warm it up, 1.5 to start it, and a tenth of a millisecond a call. */
    private static double seconds(Stage stage) {
        Point point = stage.point();
        double round = switch (point.length()) {
            case Length.Seconds(double seconds) -> seconds;
            case Length.Calls(long calls, double most) -> Math.min(calls * 1e-4, most);
        };
        double start = point.freshProcesses() || point.schedule().freshClients() ? 1.5 : 0;
        return (3 + point.schedule().rounds() * (round + start))
                * stage.systems().stream()
                        .filter(each -> point.work(each.peer()).isPresent())
                        .count();
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
            assertThat(systems(selection(suite, preset, null)))
                    .extracting(SystemUnderTest::peer)
                    .extracting(Peer::name)
                    .contains("rmi", "wherry", "wherry-tcp");
        }
    }

    @Test
    void keepsAllInASmokeRun() throws IOException {
        assertThat(selection("mobility", Preset.SMOKE, null).leftOut()).isEmpty();
    }

    private List<Length> lengths(String suite, Preset preset, String workload, Long calls) throws IOException {
        return GridRun.points(selection(suite, preset, null, Map.of("calls", List.of(calls)))).stream()
                .filter(point -> point.workload().name().equals(workload))
                .map(Point::length)
                .toList();
    }

    @Test
    void makesAsManyCallsAsArePlannedInPlaceOfItsOwn() throws IOException {
        assertThat(lengths("remoting", Preset.FULL, "scalability", 5_000L))
                .as("each client")
                .extracting(length -> ((Length.Calls) length).calls())
                .containsExactly(5_000L, 25_000L, 50_000L, 100_000L, 150_000L);
        assertThat(lengths("remoting", Preset.FULL, "invocation-sync-threads", 5_000L))
                .as("the threads together")
                .extracting(length -> ((Length.Calls) length).calls())
                .containsExactly(5_000L);
        assertThat(lengths("latency", Preset.SMOKE, "octets", 7L))
                .extracting(length -> ((Length.Calls) length).calls())
                .containsOnly(7L);
        assertThat(lengths("ejb", Preset.FULL, "runs", 7L))
                .as("a parameter of its own")
                .extracting(length -> ((Length.Calls) length).calls())
                .containsExactly(7L);
    }
}
