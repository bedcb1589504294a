package dev.wherry.lab.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DifferenceTest {
    @Test
    void isFoundWhereThreeRoundsSeparateFully() {
        Difference difference = Difference.of(List.of(10.0, 12.0, 11.0), List.of(7.0, 9.0, 8.0));
        assertThat(difference).isEqualTo(new Difference(0.1, 0.1, true));
        assertThat(difference.couldBeFound()).isTrue();
    }

    @Test
    void takesSoManyRoundsAndNoFewer() {
        List<Double> enough = Collections.nCopies(Difference.LEAST_ROUNDS, 1.0);
        assertThat(Difference.of(enough, enough).couldBeFound()).isTrue();
        List<Double> tooFew = enough.subList(1, Difference.LEAST_ROUNDS);
        assertThat(Difference.of(tooFew, tooFew).couldBeFound()).isFalse();
    }

    @Test
    void isTheSameFromEitherSide() {
        assertThat(Difference.of(List.of(1.0, 2.0, 4.0), List.of(3.0, 5.0, 6.0)))
                .isEqualTo(Difference.of(List.of(3.0, 5.0, 6.0), List.of(1.0, 2.0, 4.0)));
    }

    @Test
    void isNotFoundWhereRoundsMix() {
        Difference difference = Difference.of(List.of(10.0, 12.0, 8.5), List.of(7.0, 9.0, 8.0));
        assertThat(difference.p()).isCloseTo(0.2, within(1e-12));
        assertThat(difference.found()).isFalse();
    }

    @Test
    void cannotBeFoundByTwoRoundsAgainstTwo() {
        Difference difference = Difference.of(List.of(10.0, 12.0), List.of(1.0, 2.0));
        assertThat(difference.p()).isCloseTo(1 / 3.0, within(1e-12));
        assertThat(difference.found()).isFalse();
        assertThat(difference.couldBeFound()).isFalse();
        assertThat(Difference.of(List.of(10.0), List.of(1.0)).p()).isEqualTo(1);
    }

    @Test
    void takesMoreRoundsAsMoreCertain() {
        assertThat(Difference.of(List.of(6.0, 7.0, 8.0, 9.0, 10.0), List.of(1.0, 2.0, 3.0, 4.0, 5.0))
                        .p())
                .isCloseTo(1 / 126.0, within(1e-12));
    }

    @Test
    void takesEqualFiguresForNoDifference() {
        List<Double> same = List.of(5.0, 5.0, 5.0);
        assertThat(Difference.of(same, same).p()).isEqualTo(1);
        assertThat(Difference.of(List.of(5.0, 6.0, 7.0), List.of(3.0, 4.0, 5.0)).found())
                .as("as 1, 2, 4 against 3, 5, 6")
                .isFalse();
        assertThat(Difference.of(List.of(5.0, 6.0, 7.0), List.of(3.0, 4.0, 5.0)))
                .isEqualTo(Difference.of(List.of(3.0, 4.0, 5.0), List.of(5.0, 6.0, 7.0)))
                .isEqualTo(Difference.of(List.of(3.0, 5.0, 6.0), List.of(1.0, 2.0, 4.0)));
        assertThat(Difference.of(List.of(5.0, 5.0, 5.0), List.of(6.0, 6.0, 6.0)).found())
                .isTrue();
    }

    @Test
    void isToldOfManyRoundsToo() {
        List<Double> many = IntStream.range(0, 400).mapToObj(Double::valueOf).toList();
        assertThat(Difference.of(many, Collections.nCopies(400, 1000.0)).found())
                .isTrue();
        assertThat(Difference.of(many, many).found()).isFalse();
    }
}
