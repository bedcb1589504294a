package dev.wherry.lab.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SelfDistanceTest {
    @Test
    void isThatOfTheOddAndTheEvenRounds() {
        SelfDistance line = of(cell("w", "a", 100, 110, 100)).orElseThrow();
        assertThat(line.pairs()).isEqualTo(1);
        assertThat(line.medianPercent()).isCloseTo(10, within(1e-9));
        assertThat(line.mostPercent()).isCloseTo(10, within(1e-9));
    }

    @Test
    void isThatOfTwoCellsWithTheSameWork() {
        SelfDistance line =
                of(cell("w", "a", 100, 100, 100), cell("v", "a", 120, 120, 120)).orElseThrow();
        assertThat(line.pairs()).isEqualTo(3);
        assertThat(line.medianPercent()).isZero();
        assertThat(line.mostPercent()).isCloseTo(20, within(1e-9));
    }

    @Test
    void isOfTheSystemsThatCountWhereTheyAreThere() {
        Cell noisy = cell("w", "noisy", 100, 200, 100);
        assertThat(of(cell("w", "a", 100, 101, 100), noisy).orElseThrow().pairs())
                .isEqualTo(1);
        assertThat(of(noisy).orElseThrow().pairs()).isEqualTo(1);
    }

    @Test
    void isUnknownWithFewerThanThreeRounds() {
        assertThat(of(cell("w", "a", 100, 101))).isEmpty();
    }

    private static Optional<SelfDistance> of(Cell... cells) {
        return SelfDistance.of("s", List.of(cells), _ -> "people", "a"::equals);
    }

    private static Cell cell(String workload, String system, double... rates) {
        List<Round> rounds = IntStream.range(0, rates.length)
                .mapToObj(i -> SampleRound.of(i + 1, 100, 100 / rates[i])
                        .rate(rates[i], rates[i])
                        .each(1e9 / rates[i])
                        .made())
                .toList();
        return new Cell(
                "s",
                workload,
                system,
                system,
                null,
                Map.of("threads", 1L),
                "tcp",
                "java",
                "free",
                "faithful",
                Map.of(),
                List.of(),
                Verdict.MEASURED,
                null,
                null,
                rounds,
                List.of());
    }
}
