package dev.wherry.lab.report;

import static dev.wherry.lab.report.Samples.cell;
import static dev.wherry.lab.report.Samples.round;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Round;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WinnersTest {
    private static final Map<String, Long> ONE = Map.of("threads", 1L);

    @Test
    void areThoseAheadAmongThoseThatReachAsFar() {
        Winners winners = winners(
                fast("a", 3000),
                fast("b", 1000),
                Samples.over("shm", fast("c", 9000)),
                Samples.over("shm", fast("d", 6000)),
                fast("floor-tcp", 30_000));

        assertThat(winners.columns())
                .containsExactly("through sockets", "through memory that two processes share", "a floor");
        assertThat(winners.rows())
                .containsExactly(new Winners.Row(
                        "people-by-threads",
                        "threads 1",
                        List.of(
                                new Winners.Entry("a", "3,002 calls/s", "3.00× ahead of b"),
                                new Winners.Entry("c, same host", "9,002 calls/s", "1.50× ahead of d, same host"),
                                new Winners.Entry("floor-tcp", "30,002 calls/s", ""))));
    }

    @Test
    void shareAPlaceWhereNothingTellsThemApart() {
        Cell unsteady = cell("b", ONE, List.of(round(1, 900), round(2, 2990), round(3, 3100)), List.of());
        assertThat(winners(fast("a", 3000), unsteady, fast("c", 500))
                        .rows()
                        .getFirst()
                        .entries())
                .containsExactly(new Winners.Entry("a, b (no difference)", "3,002 calls/s", "5.98× ahead of c"));
    }

    @Test
    void haveOneOrderWhoeverIsNearerToTheFrontSoThatTheyCountAsTheSame() {
        Winners winners = winners(at(1, "a", 3000), at(1, "b", 3001), at(2, "a", 3001), at(2, "b", 3000));

        assertThat(winners.tally().getFirst().columns().getFirst())
                .containsExactly(new Winners.Share("a, b (no difference)", "2 of 2"));
    }

    @Test
    void areCountedForEachWorkloadTheMostOftenFirst() {
        Winners winners = winners(
                at(1, "a", 3000),
                at(1, "b", 9000),
                at(2, "a", 3000),
                at(2, "b", 1000),
                at(3, "a", 300),
                at(3, "b", 100));

        assertThat(winners.tally())
                .containsExactly(new Winners.Tally(
                        "people-by-threads",
                        List.of(List.of(new Winners.Share("a", "2 of 3"), new Winners.Share("b", "1 of 3")))));
    }

    @Test
    void areNoneOfThoseThatFailedOrDidLess() {
        Cell failed = cell("a", ONE, List.of(round(1, 9000), Samples.wrongRound(), round(3, 9000)), List.of());
        assertThat(winners(failed, fast("b", 1000), fast("c", 100))
                        .rows()
                        .getFirst()
                        .entries())
                .extracting(Winners.Entry::names)
                .containsExactly("b");
        assertThat(winners(Samples.byOrdinaryCall(fast("a", 9000)), fast("b", 1000), fast("c", 100))
                        .rows()
                        .getFirst()
                        .entries())
                .extracting(Winners.Entry::names)
                .containsExactly("b");
    }

    @Test
    void areNoneWhereNobodyIsThereToBeAheadOf() {
        assertThat(winners(fast("a", 3000), fast("floor-tcp", 9000))).isNull();
        assertThat(winners(
                        cell("a", ONE, List.of(round(1, 9)), List.of()),
                        cell("b", ONE, List.of(round(1, 8)), List.of())))
                .isNull();
    }

    @Test
    void areNoneOfThoseWithTooFewRoundsToTellADifference() {
        List<Round> two = List.of(round(1, 9000), round(2, 9100));
        assertThat(winners(fast("a", 3000), fast("b", 1000), cell("c", ONE, two, List.of()))
                        .rows()
                        .getFirst()
                        .entries())
                .extracting(Winners.Entry::names)
                .containsExactly("a");
        assertThat(winners(cell("a", ONE, two, List.of()), cell("b", ONE, two, List.of())))
                .isNull();
    }

    private static Cell fast(String system, double rate) {
        return at(1, system, rate);
    }

    private static Cell at(long threads, String system, double rate) {
        List<Round> rounds = IntStream.of(1, 2, 3)
                .mapToObj(number -> round(number, rate + number))
                .toList();
        return cell(system, Map.of("threads", threads), rounds, List.of());
    }

    private static @Nullable Winners winners(Cell... cells) {
        List<Cell> all = Stream.of(cells).toList();
        return Winners.of(Grid.of(all), new Series(Samples.results("quick", null, all, List.of())));
    }
}
