package dev.wherry.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.wherry.lab.plan.LabException;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Changed;
import dev.wherry.lab.results.JudgedClaim;
import dev.wherry.lab.results.JudgedClaim.Outcome;
import dev.wherry.lab.results.Machine;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Results.LeftOut;
import dev.wherry.lab.results.Results.Part;
import dev.wherry.lab.results.Results.Terms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class JoinedRunsTest {
    @Test
    void keepsEachRunsCellsAndTellsWhenItBegan() throws Exception {
        Results mobility = run("mobility", 100, 0.2);
        Results latency = run("latency", 50, 0.7);

        Results both = JoinedRuns.of(List.of(mobility, latency));

        assertThat(both.cells())
                .hasSize(mobility.cells().size() + latency.cells().size());
        assertThat(both.cells()).extracting(Cell::suite).containsOnly("mobility", "latency");
        assertThat(both.parts())
                .containsExactly(
                        new Part(List.of("mobility"), "free", mobility.machine()),
                        new Part(List.of("latency"), "free", latency.machine()));
        assertThat(both.machine()).as("the first that began").isEqualTo(latency.machine());
        assertThat(both.machine("mobility", "free")).isEqualTo(mobility.machine());
        assertThat(both.machines()).hasSize(1).containsValue(List.of("mobility", "latency"));
        assertThat(both.absent()).isEqualTo(mobility.absent());
    }

    @Test
    void takesInAnotherRunLater() throws Exception {
        Results three = JoinedRuns.of(
                List.of(JoinedRuns.of(List.of(run("mobility", 1, 0.1), run("latency", 2, 0.2))), run("ejb", 3, 0.3)));

        assertThat(three.parts()).extracting(part -> part.machine().busy()).containsExactly(0.1, 0.2, 0.3);
    }

    @Test
    void leavesASingleRunAsItIs() throws Exception {
        Results one = run("mobility", 1, 0.1);

        assertThat(JoinedRuns.of(List.of(one))).isSameAs(one);
        assertThat(one.runs()).containsExactly(new Part(List.of("mobility"), "free", one.machine()));
        assertThat(one.machine("mobility", "free")).isEqualTo(one.machine());
    }

    @Test
    void tellsWhichSuiteRanOnWhichMachine() throws Exception {
        Machine other = new Machine("Z80", 1, "CP/M", "25", "none", 0, Instant.EPOCH, null, null);
        Results mobility = run("mobility", 1, 0.1);

        Results both = JoinedRuns.of(List.of(mobility, changed("latency", Map.of("machine", other))));

        assertThat(both.machines())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        mobility.machine().kind(),
                        List.of("mobility"),
                        "Z80, 1 cores, CP/M, JDK 25, TCP with none",
                        List.of("latency")));
        assertThat(both.machine("latency", "free")).isEqualTo(other);
    }

    @Test
    void takesASuiteAtOtherPlacements() throws Exception {
        Results free = latency(
                "free",
                7,
                List.of(Outcome.REPRODUCED, Outcome.NOT_TESTABLE, Outcome.NOT_TESTABLE, Outcome.REPRODUCED),
                "rmi",
                "a");
        Results veth = latency(
                "veth",
                8,
                List.of(Outcome.NOT_TESTABLE, Outcome.CONTRADICTED, Outcome.NOT_TESTABLE, Outcome.CONTRADICTED),
                "b",
                "a");

        Results both = JoinedRuns.of(List.of(free, veth));

        assertThat(both.cells()).extracting(Cell::placement).containsOnly("free", "veth");
        assertThat(both.machine("latency", "free").busy()).isEqualTo(7);
        assertThat(both.machine("latency", "veth").busy()).isEqualTo(8);
        assertThat(both.parts())
                .extracting(both::names)
                .containsExactly(List.of("latency (free)"), List.of("latency (veth)"));
        assertThat(both.suiteOfSeveral()).contains("latency");
        assertThat(both.published()).isEqualTo(free.published());
        assertThat(both.terms()).isEqualTo(free.terms());
        assertThat(both.claims())
                .as("each as judged by the first run that can judge it")
                .extracting(JudgedClaim::verdict, JudgedClaim::today)
                .containsExactly(
                        tuple(Outcome.REPRODUCED, "with placement free: figures of free"),
                        tuple(Outcome.CONTRADICTED, "with placement veth: figures of veth"),
                        tuple(Outcome.NOT_TESTABLE, "figures of free"),
                        tuple(Outcome.REPRODUCED, "with placement free: figures of free"));
        assertThat(both.leftOut())
                .as("what one left out and no other has")
                .containsExactly(new LeftOut("latency", List.of("a", "b"), List.of()));
        assertThatThrownBy(() -> RunComparison.of(free, both)).isInstanceOf(LabException.class);
    }

    /** A run of latency so placed, which judges conclusions and left these systems out. */
    private static Results latency(String placement, double busy, List<Outcome> verdicts, String... left)
            throws Exception {
        List<JudgedClaim> claims = IntStream.range(0, verdicts.size())
                .mapToObj(i -> new JudgedClaim(
                        "latency",
                        "a sentence",
                        null,
                        "" + i,
                        null,
                        null,
                        "" + i,
                        verdicts.get(i),
                        null,
                        "figures of " + placement))
                .toList();
        return placed(
                placement,
                Changed.of(
                        run("latency", 1, busy),
                        Map.of(
                                "claims",
                                claims,
                                "leftOut",
                                List.of(new LeftOut("latency", List.of(left), List.of())),
                                "terms",
                                List.of(new Terms("latency", Map.of("threads", List.of(1L)), false)))));
    }

    private static Results placed(String placement, Results run) {
        return changing(run, Map.of("placement", placement));
    }

    private static Results changing(Results run, Map<String, String> ofCells) {
        return Changed.of(
                run,
                Map.of(
                        "cells",
                        run.cells().stream()
                                .map(cell -> Changed.of(cell, ofCells))
                                .toList()));
    }

    @Test
    void refusesWhatIsNotOfOnePlan() throws Exception {
        Results mobility = run("mobility", 1, 0.1);

        assertRefused(
                mobility,
                mobility,
                "Two of the runs have the suite mobility, placement free, and their systems took no turns");
        assertRefused(
                mobility,
                changing(mobility, Map.of("placement", "veth", "mode", "faithful")),
                "different modes of mobility: corrected; faithful");
        Results veth = placed("veth", mobility);
        assertRefused(
                mobility,
                Changed.of(veth, Map.of("terms", List.of(new Terms("mobility", Map.of("calls", List.of(5L)), true)))),
                "different parameters of mobility: the preset's; --param calls=5 --uncapped");
        assertRefused(mobility, changed("latency", Map.of("preset", "smoke")), "different presets: quick; smoke");
        assertRefused(mobility, changed("latency", Map.of("baseline", "grpc")), "different baselines: rmi; grpc");
        assertRefused(mobility, changed("latency", Map.of("remoteServers", "ssh host")), "another host");
    }

    private static void assertRefused(Results one, Results other, String why) {
        assertThatThrownBy(() -> JoinedRuns.of(List.of(one, other)))
                .isInstanceOf(LabException.class)
                .hasMessageContaining(why);
    }

    /** The layout's sample as a run of this suite. */
    private static Results run(String suite, long startedAt, double busy) throws Exception {
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
                                machine.checkout())));
    }

    private static Results changed(String suite, Map<String, Object> components) throws Exception {
        Path sample = Path.of(Changed.class.getResource("sample.json").toURI());
        String text = Files.readString(sample).replaceAll("\"suite\": \"[a-z]+\"", "\"suite\": \"" + suite + "\"");
        return Changed.of(JsonMapper.shared().readValue(text, Results.class), components);
    }
}
