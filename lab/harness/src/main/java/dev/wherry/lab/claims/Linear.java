package dev.wherry.lab.claims;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Line;
import dev.wherry.lab.results.Statistics;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A system's figure grows in a straight line with a parameter: the line of least squares through the medians leaves little of
 * their variance.
 *
 * @param at the parameter is left open there
 * @param along the parameter
 * @param values of it that the original had; some are enough, the first and the last among them
 * @param unit what one more of it is, for people
 * @param determination the least r squared
 */
record Linear(
        Figure figure, String system, Where at, String along, List<Long> values, String unit, double determination)
        implements Test {
    private static final int POINTS_AT_LEAST = 4;

    Linear {
        Requirements.check(figure, "linear needs a figure");
        Requirements.check(system, "linear needs a system");
        Requirements.check(at, "linear needs at");
        Requirements.check(along, "linear needs along, a parameter");
        Requirements.check(
                values != null && values.size() >= POINTS_AT_LEAST,
                "linear needs values, %d at least".formatted(POINTS_AT_LEAST));
        Requirements.check(unit, "linear needs a unit");
        Requirements.check(determination > 0 && determination < 1, "linear needs a determination between 0 and 1");
    }

    @Override
    public List<ClaimedCells> sides() {
        return List.of(new ClaimedCells(system, at));
    }

    @Override
    public List<MissingEvidence> lacks(Evidence evidence) {
        List<MissingEvidence> lacks = Test.super.lacks(evidence);
        Set<Long> points = points(evidence).keySet();
        boolean enough =
                points.size() >= POINTS_AT_LEAST && points.containsAll(List.of(values.getFirst(), values.getLast()));
        return lacks.isEmpty() && !enough
                ? List.of(MissingEvidence.fate(
                        "%s was measured at %d values of %s, and a line needs %d, %d and %d among them (%s)"
                                .formatted(
                                        system,
                                        points.size(),
                                        along,
                                        POINTS_AT_LEAST,
                                        values.getFirst(),
                                        values.getLast(),
                                        values.stream().anyMatch(value -> evidence.toldOtherThan(along, value))
                                                ? "without --param " + along
                                                : "--preset full")))
                : lacks;
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
                        ShareCount.told(points.size(), values.size()),
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

    /** Noise alone may bend a line: where the points are no further from it than a system from itself, nothing is said. */
    private Finding finding(Line line, TreeMap<Long, Double> points, Evidence evidence) {
        if (line.slope() > 0 && line.determination() >= determination) {
            return Finding.HOLDS;
        }
        List<Double> beside = points.entrySet().stream()
                .map(point -> Math.abs(Percent.of(line.intercept() + line.slope() * point.getKey(), point.getValue())))
                .toList();
        return line.slope() > 0 && Statistics.median(beside) <= evidence.resolution() ? Finding.OPEN : Finding.OPPOSED;
    }

    private TreeMap<Long, Double> points(Evidence evidence) {
        return evidence.cells(new ClaimedCells(system, at)).stream()
                .filter(cell -> cell.params().containsKey(along))
                .collect(Collectors.groupingBy(
                        cell -> cell.params().get(along),
                        TreeMap::new,
                        Collectors.collectingAndThen(Collectors.toList(), this::median)));
    }

    private double median(List<Cell> cells) {
        return Statistics.median(Evidence.figures(figure, cells));
    }

    @Override
    public String rule() {
        return String.format(
                Locale.ROOT,
                "the line of least squares through the medians rises, with r² at least %.2f",
                determination);
    }
}
