package dev.wherry.lab.claims;

import dev.wherry.lab.claims.Judgement.Finding;
import dev.wherry.lab.results.Line;
import dev.wherry.lab.results.Statistics;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The figure of a system grows in a straight line with a parameter: the line of least squares through the medians leaves
 * little of their variance.
 *
 * @param at the place, which leaves the parameter open
 * @param values of it that the original had. Some are enough, with the first and the last among them
 * @param unit one more of the parameter, as text
 */
record Linear(
        Figure figure, String system, Where at, String along, List<Long> values, String unit, double determination)
        implements Test {
    private static final int POINTS_AT_LEAST = 4;

    @Override
    public String fault() {
        if (values.size() < POINTS_AT_LEAST) {
            return "needs values, %d at least".formatted(POINTS_AT_LEAST);
        }
        return determination > 0 && determination < 1 ? "" : "needs a determination between 0 and 1";
    }

    private ClaimedCells side() {
        return new ClaimedCells(system, at);
    }

    @Override
    public List<ClaimedCells> sides() {
        return List.of(side());
    }

    @Override
    public List<MissingEvidence> lacks(Evidence evidence) {
        List<MissingEvidence> lacks = Test.super.lacks(evidence);
        TreeMap<Long, Double> points = points(evidence);
        boolean enough = points.size() >= POINTS_AT_LEAST
                && points.keySet().containsAll(List.of(values.getFirst(), values.getLast()));
        if (enough || !lacks.isEmpty()) {
            return lacks;
        }
        boolean chosen = values.stream().anyMatch(value -> evidence.setToOtherThan(along, value));
        return List.of(new MissingEvidence(
                system,
                "measured at %d values of %s, and a line needs %d, %d and %d among them (%s)"
                        .formatted(
                                points.size(),
                                along,
                                POINTS_AT_LEAST,
                                values.getFirst(),
                                values.getLast(),
                                chosen ? "without --param " + along : "--preset full")));
    }

    @Override
    public Judgement judge(Evidence evidence) {
        TreeMap<Long, Double> points = points(evidence);
        Line line = Line.through(points);
        return Judgement.of(
                finding(line, points, evidence),
                String.format(
                        Locale.ROOT,
                        "%s%s for %s %d to %s for %s %d; the line of least squares has %s for each %s, r² %.3f.",
                        ShareCount.covered(points.size(), values.size()),
                        figure.say(points.firstEntry().getValue()),
                        along,
                        points.firstKey(),
                        figure.say(points.lastEntry().getValue()),
                        along,
                        points.lastKey(),
                        figure.say(line.slope()),
                        unit,
                        line.determination()));
    }

    /** Noise may bend a line. Points that are as close to it as a system is to itself do not decide. */
    private Finding finding(Line line, TreeMap<Long, Double> points, Evidence evidence) {
        if (line.slope() > 0 && line.determination() >= determination) {
            return Finding.HOLDS;
        }
        List<Double> beside = points.entrySet().stream()
                .map(point ->
                        Math.abs(Sample.percent(line.intercept() + line.slope() * point.getKey(), point.getValue())))
                .toList();
        return line.slope() > 0 && Statistics.median(beside) <= evidence.resolution() ? Finding.OPEN : Finding.OPPOSED;
    }

    private TreeMap<Long, Double> points(Evidence evidence) {
        return evidence.cells(side()).stream()
                .filter(cell -> cell.params().containsKey(along))
                .collect(Collectors.groupingBy(
                        cell -> cell.params().get(along),
                        TreeMap::new,
                        Collectors.collectingAndThen(
                                Collectors.toList(), cells -> Statistics.median(Evidence.figures(figure, cells)))));
    }

    @Override
    public String rule() {
        return String.format(
                Locale.ROOT,
                "the line of least squares through the medians rises, with r² at least %.2f",
                determination);
    }
}
