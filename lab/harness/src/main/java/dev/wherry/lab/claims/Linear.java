package dev.wherry.lab.claims;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Line;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A system's figure grows in a straight line with a parameter: the line of least squares through the medians leaves little of
 * their variance.
 *
 * @param at the parameter is left open there
 * @param along the parameter
 * @param unit what one more of it is, for people
 * @param determination the least r squared
 */
record Linear(Figure figure, String system, Place at, String along, String unit, double determination) implements Test {
    private static final int POINTS_AT_LEAST = 4;

    Linear {
        Given.check(figure, "linear needs a figure");
        Given.check(system, "linear needs a system");
        Given.check(at, "linear needs at");
        Given.check(along, "linear needs along, a parameter");
        Given.check(unit, "linear needs a unit");
        Given.check(determination > 0 && determination < 1, "linear needs a determination between 0 and 1");
    }

    @Override
    public List<Side> sides() {
        return List.of(new Side(system, at));
    }

    @Override
    public List<String> lacks(Evidence evidence) {
        List<String> lacks = Test.super.lacks(evidence);
        int points = points(evidence).size();
        return lacks.isEmpty() && points < POINTS_AT_LEAST
                ? List.of("%s was measured at %d values of %s, and a line needs %d"
                        .formatted(system, points, along, POINTS_AT_LEAST))
                : lacks;
    }

    @Override
    public Judgement judge(Evidence evidence) {
        TreeMap<Long, Double> points = points(evidence);
        Line line = Line.through(points);
        return Judgement.of(
                line.slope() > 0 && line.determination() >= determination,
                String.format(
                        Locale.ROOT,
                        "%s for %s %d to %s for %s %d; the line of least squares has %s for each %s, r² %.3f.",
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

    private TreeMap<Long, Double> points(Evidence evidence) {
        return evidence.cells(new Side(system, at)).stream()
                .filter(cell -> cell.params().containsKey(along))
                .collect(Collectors.groupingBy(
                        cell -> cell.params().get(along),
                        TreeMap::new,
                        Collectors.collectingAndThen(Collectors.toList(), this::median)));
    }

    private double median(List<Cell> cells) {
        return Evidence.sample(figure, cells).median();
    }

    @Override
    public String rule() {
        return String.format(
                Locale.ROOT,
                "the line of least squares through the medians rises, with r² at least %.2f",
                determination);
    }
}
