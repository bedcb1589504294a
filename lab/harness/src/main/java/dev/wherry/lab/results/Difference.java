package dev.wherry.lab.results;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * Whether two cells differ in a figure, by the two-sided rank test of Mann and Whitney over their rounds. It computes how
 * often rounds of one system would form two groups as distinct as these. Of the figures it uses the order alone, so a
 * round in an unlucky placement does not decide. It is exact below 50 rounds.
 *
 * <p>The number of rounds limits p. If all rounds of one cell are above all of the other's, p is 1 / 3 with 2 rounds
 * each, 1 / 10 with 3, and 1 / 126 with 5. The level is {@value #LEVEL}, so that the three rounds of the usual presets
 * find a difference exactly where they separate fully. It also means that of ten comparisons of systems that are alike
 * one shows a difference by chance.
 *
 * @param p how likely rounds that are all alike would be as far apart
 * @param leastP the least that p can be with so many rounds
 * @param found whether there is a difference: p is {@value #LEVEL} or less
 */
public record Difference(double p, double leastP, boolean found) {
    /** The greatest p at which two cells count as different. */
    public static final double LEVEL = 0.1;

    /** If each of two cells has fewer rounds, no difference can be found. */
    public static final int LEAST_ROUNDS = 3;

    private static final MannWhitneyUTest TEST = MannWhitneyUTest.withDefaults();

    public static Difference of(Cell one, Cell other, ToDoubleFunction<Round> figure) {
        return of(
                one.rounds().stream().mapToDouble(figure).boxed().toList(),
                other.rounds().stream().mapToDouble(figure).boxed().toList());
    }

    /** Compares the figures of rounds. Each list has at least one. */
    public static Difference of(List<Double> ones, List<Double> others) {
        double p = p(ones, others);
        double leastP = test(ranks(ones.size(), 1), ranks(others.size(), 1 + ones.size()));
        return new Difference(p, leastP, p <= LEVEL);
    }

    /** Returns whether a difference can be found with so many rounds. */
    public boolean couldBeFound() {
        return leastP <= LEVEL;
    }

    /** Ranks equal figures so that they bring the two cells as close to each other as possible. */
    private static double p(List<Double> ones, List<Double> others) {
        long above = 0;
        long equal = 0;
        for (double one : ones) {
            above += others.stream().filter(other -> one > other).count();
            equal += others.stream().filter(other -> one == other).count();
        }
        long pairs = (long) ones.size() * others.size();
        if (2 * above <= pairs && 2 * (above + equal) >= pairs) {
            return 1;
        }
        boolean onesAreHigher = 2 * above > pairs;
        record Ranked(double value, boolean isOne) {}
        List<Ranked> all = new ArrayList<>();
        ones.forEach(value -> all.add(new Ranked(value, true)));
        others.forEach(value -> all.add(new Ranked(value, false)));
        Comparator<Ranked> theirs = Comparator.comparing(Ranked::isOne);
        all.sort(Comparator.comparingDouble(Ranked::value)
                .thenComparing(onesAreHigher ? Collections.reverseOrder(theirs) : theirs));
        double[] x = new double[ones.size()];
        double[] y = new double[others.size()];
        int nextX = 0;
        int nextY = 0;
        for (int rank = 0; rank < all.size(); rank++) {
            if (all.get(rank).isOne()) {
                x[nextX++] = rank;
            } else {
                y[nextY++] = rank;
            }
        }
        return test(x, y);
    }

    private static double test(double[] x, double[] y) {
        return TEST.test(x, y).getPValue();
    }

    private static double[] ranks(int count, int first) {
        return IntStream.range(first, first + count).mapToDouble(rank -> rank).toArray();
    }
}
