package dev.wherry.lab.run;

import dev.wherry.lab.plan.Preset;
import java.util.List;
import java.util.function.BiPredicate;

/** A part of a run: some systems at one point of the grid, taking turns. */
record Stage(Point point, List<SystemUnderTest> systems) {
    /** Returns the stages of a group of systems: the points, each with the systems that take part in it. */
    static List<Stage> of(
            List<Point> points, List<SystemUnderTest> group, BiPredicate<SystemUnderTest, Point> takesPart) {
        return points.stream()
                .map(point -> new Stage(
                        point,
                        group.stream()
                                .filter(each -> takesPart.test(each, point))
                                .toList()))
                .filter(stage -> !stage.systems().isEmpty())
                .toList();
    }

    /** Returns one group if figures are compared; in a smoke run, whose figures mean nothing, a group for each system. */
    static <T> List<List<T>> groups(List<T> systems, Preset preset) {
        return preset == Preset.SMOKE ? systems.stream().map(List::of).toList() : List.of(systems);
    }

    /** Ends the processes of systems that take no part in the next stage. */
    void leaveTo(Stage next) {
        systems.stream().filter(each -> !next.systems().contains(each)).forEach(SystemUnderTest::close);
    }
}
