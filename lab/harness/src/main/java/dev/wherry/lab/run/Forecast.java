package dev.wherry.lab.run;

import dev.wherry.lab.TimeLeft;
import dev.wherry.lab.TimeLeft.Certainty;
import dev.wherry.lab.suite.Schedule;
import dev.wherry.lab.suite.Schedule.Warming;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;

/**
 * Estimates how long the rest of a run takes: a point of the grid as long as those of its workload that are done, or else as
 * those of others, in proportion to the seconds that their schedules ask for. Used by one thread.
 */
final class Forecast {
    /** The first contest also starts all processes and warms them up from nothing. */
    private static final int TYPICAL = 2;
    /** Warming up, checking and starting come to about half of the rounds' time again. */
    private static final double BESIDES = 1.5;

    private record Done(Stage stage, double seconds) {}

    private final List<Stage> stages;
    private final LongSupplier nanoTime;
    private final List<Done> done = new ArrayList<>();
    private long began;

    Forecast(List<Stage> stages, LongSupplier nanoTime) {
        this.stages = stages;
        this.nanoTime = nanoTime;
        began = nanoTime.getAsLong();
    }

    /** The contest at the next point took so long, in this session or before. */
    void done(double seconds) {
        done.add(new Done(stages.get(done.size()), seconds));
        began = nanoTime.getAsLong();
    }

    /** Seconds since the contest at the next point began. */
    double elapsed() {
        return (nanoTime.getAsLong() - began) / 1e9;
    }

    TimeLeft left() {
        List<Stage> rest = stages.subList(done.size(), stages.size());
        if (rest.isEmpty()) {
            return new TimeLeft(Duration.ZERO, Certainty.FAIR);
        }
        boolean planned = stages.stream().allMatch(Forecast::isPlanned);
        if (done.isEmpty()) {
            double seconds = rest.stream().mapToDouble(this::planned).sum() * BESIDES;
            return planned ? timeLeft(seconds, Certainty.ORDER) : timeLeft(1, Certainty.NONE);
        }
        double seconds = Math.max(0, estimate(rest.getFirst()) - elapsed())
                + rest.stream().skip(1).mapToDouble(this::estimate).sum();
        boolean known = planned || rest.stream().allMatch(stage -> mean(stage).isPresent());
        return timeLeft(seconds, known && done.size() >= TYPICAL ? Certainty.FAIR : Certainty.ROUGH);
    }

    private static TimeLeft timeLeft(double seconds, Certainty certainty) {
        return new TimeLeft(Duration.ofMillis(Math.max(1, Math.round(1000 * seconds))), certainty);
    }

    private double estimate(Stage stage) {
        return mean(stage).orElseGet(() -> {
            double all = done.stream().mapToDouble(Done::seconds).sum();
            double asked =
                    done.stream().map(Done::stage).mapToDouble(this::planned).sum();
            return asked > 0 && isPlanned(stage) ? all / asked * planned(stage) : all / done.size();
        });
    }

    /** Of the contests of the same workload. */
    private OptionalDouble mean(Stage stage) {
        Point point = stage.point();
        return done.stream()
                .filter(each ->
                        each.stage().point().suite().name().equals(point.suite().name())
                                && each.stage()
                                        .point()
                                        .workload()
                                        .name()
                                        .equals(point.workload().name()))
                .mapToDouble(Done::seconds)
                .average();
    }

    /** Whether its schedule tells how long it takes. */
    private static boolean isPlanned(Stage stage) {
        Schedule schedule = stage.point().schedule();
        return schedule.seconds() != null && schedule.warmUp() != Warming.CALLS;
    }

    /** Seconds of the rounds, by the schedule; 0 where it counts calls. */
    private double planned(Stage stage) {
        Schedule schedule = stage.point().schedule();
        return schedule.seconds() == null
                ? 0
                : schedule.seconds() * schedule.rounds() * stage.contenders().size();
    }
}
