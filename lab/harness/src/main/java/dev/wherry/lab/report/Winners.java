package dev.wherry.lab.report;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Difference;
import dev.wherry.lab.results.Parameters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The fastest systems at each point of a suite, by how far their calls reach. The hand-written baselines ("floors") have
 * their own column.
 *
 * @param tally for each workload, the fastest systems and at how many points they are the fastest
 */
record Winners(List<String> columns, List<Tally> tally, List<Row> rows) {
    private static final String FLOOR = "floor-";

    /** The counts of a workload. Each column has the systems that are the fastest at some point, the most frequent first. */
    record Tally(String workload, List<List<Share>> columns) {}

    /** @param times such as {@code 3 of 5} */
    record Share(String names, String times) {}

    record Row(String workload, String point, List<Entry> entries) {}

    /** One system, or several that do not differ significantly, in the order of the plots, with the best median. */
    record Entry(String names, String figure, String beside) {
        static final Entry NONE = new Entry("–", "", "");
    }

    /** How far calls can go by what they go through. Baselines have a column of their own. */
    private enum Reach {
        SOCKETS("through sockets"),
        MEMORY("through memory that two processes share"),
        PROCESS("within one process"),
        BASELINE("a floor");

        final String title;

        Reach(String title) {
            this.title = title;
        }

        static Reach of(Cell cell) {
            if (cell.system().startsWith(FLOOR)) {
                return BASELINE;
            }
            return cell.staysInProcess() ? PROCESS : cell.sharesMemory() ? MEMORY : SOCKETS;
        }

        /** Returns whether there is something to compare at one of these points. */
        boolean isAmong(List<Grid> grids) {
            int needed = this == BASELINE ? 1 : 2;
            return grids.stream()
                    .flatMap(grid -> grid.points().values().stream())
                    .anyMatch(cells -> runners(cells, this).size() >= needed);
        }
    }

    /** Returns them for these workloads; null if no two systems can be compared. */
    static @Nullable Winners of(List<Grid> grids, Series series) {
        List<Reach> reaches =
                Stream.of(Reach.values()).filter(reach -> reach.isAmong(grids)).toList();
        List<Reach> systems =
                reaches.stream().filter(reach -> reach != Reach.BASELINE).toList();
        if (systems.isEmpty()) {
            return null;
        }
        List<Row> rows = new ArrayList<>();
        for (Grid grid : grids) {
            grid.points()
                    .forEach((params, cells) -> rows.add(new Row(
                            grid.name(),
                            Parameters.label(params),
                            reaches.stream()
                                    .map(reach -> ahead(runners(cells, reach), grid, series))
                                    .toList())));
        }
        rows.removeIf(row -> row.entries().stream().limit(systems.size()).allMatch(Entry.NONE::equals));
        return new Winners(
                reaches.stream().map(reach -> reach.title).toList(),
                Grid.group(rows, Row::workload).entrySet().stream()
                        .map(workload -> tally(workload.getKey(), workload.getValue()))
                        .toList(),
                rows);
    }

    private static Tally tally(String workload, List<Row> rows) {
        return new Tally(
                workload,
                IntStream.range(0, rows.getFirst().entries().size())
                        .mapToObj(column -> shares(rows.stream()
                                .map(row -> row.entries().get(column))
                                .filter(entry -> !entry.equals(Entry.NONE))
                                .toList()))
                        .toList());
    }

    private static List<Share> shares(List<Entry> entries) {
        return Grid.group(entries, Entry::names).values().stream()
                .sorted(Comparator.<List<Entry>>comparingInt(List::size).reversed())
                .map(own -> new Share(own.getFirst().names(), "%d of %d".formatted(own.size(), entries.size())))
                .toList();
    }

    /** Leaves out ordinary calls made instead of shipped tasks, which do less, and cells with too few rounds. */
    private static List<Cell> runners(List<Cell> cells, Reach reach) {
        return cells.stream()
                .filter(cell -> Reach.of(cell) == reach)
                .filter(cell -> cell.sound() && !cell.saturated() && cell.ordinaryCall() == null)
                .filter(cell -> cell.rounds().size() >= Difference.LEAST_ROUNDS)
                .toList();
    }

    private static Entry ahead(List<Cell> runners, Grid grid, Series series) {
        Measure measure = grid.headline();
        Comparator<Cell> better =
                Comparator.comparingDouble(cell -> measure.median(cell).orElseThrow());
        List<Cell> ranking = runners.stream()
                .filter(cell -> measure.median(cell).isPresent())
                .sorted(measure.moreIsBetter() ? better.reversed() : better)
                .toList();
        if (ranking.isEmpty()) {
            return Entry.NONE;
        }
        Cell best = ranking.getFirst();
        List<Cell> first = ranking.stream()
                .filter(cell -> !measure.difference(cell, best).found())
                .toList();
        Optional<Cell> next =
                ranking.stream().filter(cell -> !first.contains(cell)).findFirst();
        double figure = measure.median(best).getAsDouble();
        String beside = next.map(cell -> "%s ahead of %s"
                        .formatted(
                                Numbers.ratio(ratio(figure, measure.median(cell).getAsDouble())), series.name(cell)))
                .orElse("");
        return new Entry(
                first.stream()
                                .map(series::name)
                                .sorted(Comparator.comparingInt(series::slot))
                                .collect(Collectors.joining(", "))
                        + (first.size() > 1 ? " (%s)".formatted(RatioText.NO_DIFFERENCE) : ""),
                "%s %s".formatted(Numbers.rounded(measure.median(best)), measure.unit),
                beside);
    }

    private static double ratio(double best, double next) {
        return Math.max(best, next) / Math.min(best, next);
    }
}
