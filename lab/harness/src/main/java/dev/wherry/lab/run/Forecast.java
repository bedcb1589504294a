package dev.wherry.lab.run;

import dev.wherry.lab.driver.Length;
import dev.wherry.lab.plan.TimeLeft;
import dev.wherry.lab.plan.TimeLeft.Certainty;
import dev.wherry.lab.results.Parameters;
import dev.wherry.lab.suite.Schedule;
import dev.wherry.lab.suite.Schedule.Warming;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;

/**
 * Estimates how long the rest of a run takes: a point of the grid as long as those of its workload that are done, or else as
 * those of others, in proportion to what is asked for. For any thread.
 */
final class Forecast {
    /** The first contest also starts all processes and warms them up from nothing. */
    private static final int TYPICAL = 2;
    /** Seconds to check a system's answers and to warm it up. */
    private static final double TO_BEGIN = 3;
    /** Seconds to start a pair, or a client. */
    private static final double TO_START = 1.5;
    /** A guess for those that a workload counts out: they are few. */
    private static final double SECONDS_A_CALL = 1e-4;

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
    synchronized void done(double seconds) {
        done.add(new Done(stages.get(done.size()), seconds));
        began = nanoTime.getAsLong();
    }

    /** Seconds since the contest at the next point began. */
    synchronized double elapsed() {
        return (nanoTime.getAsLong() - began) / 1e9;
    }

    synchronized TimeLeft left() {
        List<Stage> rest = stages.subList(done.size(), stages.size());
        if (rest.isEmpty()) {
            return new TimeLeft(Duration.ZERO, Certainty.FAIR);
        }
        boolean planned = stages.stream().allMatch(Forecast::isPlanned);
        if (done.isEmpty()) {
            double seconds = rest.stream().mapToDouble(Forecast::planned).sum();
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
            double asked = done.stream()
                    .map(Done::stage)
                    .mapToDouble(Forecast::planned)
                    .sum();
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

    /** Whether what is asked for tells how long it takes. */
    private static boolean isPlanned(Stage stage) {
        Schedule schedule = stage.point().schedule();
        boolean counted = stage.point().params().containsKey(Parameters.CALLS);
        return counted || (schedule.seconds() != null && schedule.warmUp() != Warming.CALLS);
    }

    /** Seconds by what is asked for, of those who are asked for anything; 0 where calls are counted by the preset. */
    private static double planned(Stage stage) {
        if (!isPlanned(stage)) {
            return 0;
        }
        Point point = stage.point();
        double round = switch (point.length()) {
            case Length.Seconds(double seconds) -> seconds;
            case Length.Calls(long calls, double most) -> Math.min(calls * SECONDS_A_CALL, most);
        };
        boolean starts = point.freshProcesses() || point.schedule().freshClients();
        double system = TO_BEGIN
                + point.schedule().rounds() * (round + (starts ? TO_START : 0))
                + (point.beginsCold() && !starts ? TO_START : 0);
        return system
                * stage.contenders().stream()
                        .filter(each -> point.work(each.peer()).isPresent())
                        .count();
    }
}
