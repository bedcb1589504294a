package dev.wherry.lab.claims;

import dev.wherry.lab.results.Difference;
import dev.wherry.lab.results.Statistics;
import java.util.List;
import java.util.stream.IntStream;

/** A figure of each round, in order. */
record Sample(List<Double> rounds) {
    double median() {
        return Statistics.median(rounds);
    }

    boolean differs(Sample other) {
        return !rounds.isEmpty()
                && !other.rounds.isEmpty()
                && Difference.of(rounds, other.rounds).found();
    }

    /** Whether it stands so, and beyond the spread of the rounds; what is to be no higher must not be higher beyond that. */
    boolean is(Direction direction, Sample than) {
        return direction == Direction.NO_HIGHER
                ? !is(Direction.HIGHER, than)
                : direction.holds(median(), than.median()) && differs(than);
    }

    /** Round by round, as many as both have. */
    Sample over(Sample other) {
        return new Sample(IntStream.range(0, Math.min(rounds.size(), other.rounds.size()))
                .mapToObj(i -> rounds.get(i) / other.rounds.get(i))
                .toList());
    }
}
