package dev.wherry.lab.run;

import dev.wherry.lab.plan.Preset;
import java.util.List;
import java.util.function.BiPredicate;

/** A part of a run: some systems at one point of the grid, taking turns. */
record Stage(Point point, List<SystemUnderTest> systems) {
    /**
     * The whole run in order: each group of systems goes through all points, those of it that take part there.
     *
     * @param takesPart whether it is at a point
     */
    static List<Stage> of(
            List<Point> points,
            List<SystemUnderTest> systems,
            Preset preset,
            BiPredicate<SystemUnderTest, Point> takesPart) {
        return groups(systems, preset).stream()
                .flatMap(group -> points.stream()
                        .map(point -> new Stage(
                                point,
                                group.stream()
                                        .filter(each -> takesPart.test(each, point))
                                        .toList())))
                .toList();
    }

    /** All in one group where their figures are compared; each by itself in a smoke run, whose figures mean nothing. */
    static <T> List<List<T>> groups(List<T> systems, Preset preset) {
        return preset == Preset.SMOKE ? systems.stream().map(List::of).toList() : List.of(systems);
    }

    /** Ends the processes of those that have no part in the next. */
    void leaveTo(Stage next) {
        systems.stream().filter(each -> !next.systems().contains(each)).forEach(SystemUnderTest::close);
    }
}
