package dev.wherry.lab.run;

import java.util.List;

/** A part of a run: these systems at one point of the grid. */
record Stage(Point point, List<Contender> contenders) {
    /**
     * The whole run in order. Where figures count, all systems take turns at each point. Where only answers do, one system
     * after the other goes through all points, so that two processes run at a time and not two for each system.
     */
    static List<Stage> of(List<Point> points, List<Contender> contenders, boolean figuresCount) {
        return figuresCount
                ? points.stream().map(point -> new Stage(point, contenders)).toList()
                : contenders.stream()
                        .flatMap(each -> points.stream().map(point -> new Stage(point, List.of(each))))
                        .toList();
    }

    /** Ends the processes of those that have no part in the next. */
    void leaveTo(Stage next) {
        contenders.stream().filter(each -> !next.contenders().contains(each)).forEach(Contender::close);
    }
}
