package dev.wherry.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.lab.plan.LabException;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Changed;
import dev.wherry.lab.results.LoopCost;
import dev.wherry.lab.results.Machine;
import dev.wherry.lab.results.Part;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.ServerHost;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class TogetherTest {
    @Test
    void keepsEachRunsCellsAndTellsWhenItBegan() throws Exception {
        Results mobility = run("mobility", 100, 0.2, 40);
        Results latency = run("latency", 50, 0.7, 44);

        Results both = Together.of(List.of(mobility, latency));

        assertThat(both.cells())
                .hasSize(mobility.cells().size() + latency.cells().size());
        assertThat(both.cells()).extracting(Cell::suite).containsOnly("mobility", "latency");
        assertThat(both.parts())
                .containsExactly(
                        new Part(List.of("mobility"), mobility.machine()),
                        new Part(List.of("latency"), latency.machine()));
        assertThat(both.machine()).as("the first that began").isEqualTo(latency.machine());
        assertThat(both.machine("mobility")).isEqualTo(mobility.machine());
        assertThat(both.machines()).hasSize(1).containsValue(List.of("mobility", "latency"));
        assertThat(both.loops())
                .singleElement()
                .extracting(LoopCost::nanosPerCall)
                .isEqualTo(44.0);
        assertThat(both.absent()).isEqualTo(mobility.absent());
    }

    @Test
    void takesInAnotherRunLater() throws Exception {
        Results three = Together.of(List.of(
                Together.of(List.of(run("mobility", 1, 0.1, 40), run("latency", 2, 0.2, 40))), run("ejb", 3, 0.3, 40)));

        assertThat(three.parts()).extracting(part -> part.machine().busy()).containsExactly(0.1, 0.2, 0.3);
    }

    @Test
    void leavesASingleRunAsItIs() throws Exception {
        Results one = run("mobility", 1, 0.1, 40);

        assertThat(Together.of(List.of(one))).isSameAs(one);
        assertThat(one.runs()).containsExactly(new Part(List.of("mobility"), one.machine()));
        assertThat(one.machine("mobility")).isEqualTo(one.machine());
    }

    @Test
    void tellsWhichSuiteRanOnWhichMachine() throws Exception {
        Machine other = new Machine("Z80", 1, "CP/M", "25", "none", 0, Instant.EPOCH, null, null);
        Results mobility = run("mobility", 1, 0.1, 40);

        Results both = Together.of(List.of(mobility, changed("latency", Map.of("machine", other))));

        assertThat(both.machines())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        mobility.machine().kind(),
                        List.of("mobility"),
                        "Z80, 1 cores, CP/M, JDK 25, TCP with none",
                        List.of("latency")));
        assertThat(both.machine("latency")).isEqualTo(other);
    }

    @Test
    void refusesWhatIsNotOfOnePlan() throws Exception {
        Results mobility = run("mobility", 1, 0.1, 40);

        assertRefused(mobility, mobility, "The suite mobility is in 2 of the runs");
        assertRefused(mobility, changed("latency", Map.of("preset", "smoke")), "different presets: quick; smoke");
        assertRefused(mobility, changed("latency", Map.of("baseline", "grpc")), "different baselines: rmi; grpc");
        assertRefused(
                mobility,
                changed("latency", Map.of("serverHost", new ServerHost("tcp://h:1", mobility.machine(), null))),
                "another host");
    }

    private static void assertRefused(Results one, Results other, String why) {
        assertThatThrownBy(() -> Together.of(List.of(one, other)))
                .isInstanceOf(LabException.class)
                .hasMessageContaining(why);
    }

    /** The layout's sample as a run of this suite. */
    private static Results run(String suite, long startedAt, double busy, double loop) throws Exception {
        Results sample = changed(suite, Map.of());
        Machine machine = sample.machine();
        return changed(
                suite,
                Map.of(
                        "machine",
                        new Machine(
                                machine.cpu(),
                                machine.cores(),
                                machine.kernel(),
                                machine.jdk(),
                                machine.tcpCongestionControl(),
                                busy,
                                Instant.ofEpochSecond(startedAt),
                                busy,
                                machine.checkout()),
                        "loops",
                        List.of(LoopCost.of("null", "Java clients", List.of(loop), List.of(22.0)))));
    }

    private static Results changed(String suite, Map<String, Object> components) throws Exception {
        Path sample = Path.of(Changed.class.getResource("sample.json").toURI());
        String text = Files.readString(sample).replaceAll("\"suite\": \"[a-z]+\"", "\"suite\": \"" + suite + "\"");
        return Changed.of(JsonMapper.shared().readValue(text, Results.class), components);
    }
}
