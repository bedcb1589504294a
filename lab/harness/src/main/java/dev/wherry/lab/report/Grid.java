package dev.wherry.lab.report;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Parameters;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The cells of one workload at one placement, and which of its parameters is the axis: the one with the most values. Other
 * parameters that vary make facets, each with plots of its own.
 */
record Grid(String suite, String name, String placement, List<Cell> cells) {
    /** The callback after the last call takes a moment even if the caller waited for each call. */
    private static final double GOES_ON = 1.1;

    static List<Grid> of(List<Cell> cells) {
        return group(cells, cell -> List.of(cell.suite(), cell.workload(), cell.placement())).values().stream()
                .map(own -> new Grid(
                        own.getFirst().suite(),
                        own.getFirst().workload(),
                        own.getFirst().placement(),
                        own))
                .toList();
    }

    /** Returns the parameter of the plots' horizontal axis; empty if none varies. */
    String axis() {
        return axis(settings());
    }

    static String axis(List<Map<String, Long>> settings) {
        return parameters(settings)
                .filter(name -> values(name, settings) > 1)
                .max(Comparator.comparingLong(name -> values(name, settings)))
                .orElse("");
    }

    /** Returns the cells that differ only in the axis, by a label of the other parameters that vary. */
    SequencedMap<String, List<Cell>> facets() {
        List<Map<String, Long>> settings = settings();
        String axis = axis(settings);
        List<String> others = parameters(settings)
                .filter(name -> !name.equals(axis) && values(name, settings) > 1)
                .toList();
        return group(
                cells,
                cell -> others.stream()
                        .map(name -> name + " " + cell.params().get(name))
                        .collect(Collectors.joining(", ")));
    }

    SequencedMap<Map<String, Long>, List<Cell>> points() {
        return group(cells, Cell::params);
    }

    /** Returns the most important measure. */
    Measure headline() {
        return Measure.headline(cells.getFirst().params());
    }

    /** Returns the measures that the cells have. */
    List<Measure> measures() {
        return Measure.of(cells.getFirst().params()).stream()
                .filter(measure ->
                        cells.stream().anyMatch(cell -> measure.median(cell).isPresent()))
                .filter(measure -> measure != Measure.PER_CALLER || hasSeveralCallers())
                .filter(measure -> measure != Measure.DONE || goesOn())
                .filter(measure -> !measure.isOfOneCaller() || showsSpread())
                .toList();
    }

    /** Returns whether the work of the calls takes much longer than making them, as that of one-way calls does. */
    boolean goesOn() {
        return cells.stream()
                .flatMap(cell -> cell.rounds().stream())
                .anyMatch(round -> round.doneSeconds() != null && round.doneSeconds() > GOES_ON * round.seconds());
    }

    boolean hasSeveralCallers() {
        return cells.stream().anyMatch(cell -> Parameters.callers(cell.params()) > 1);
    }

    /**
     * Returns whether the spread of the calls' times describes the system. It does with one caller, unless rounds have a
     * fixed number of calls: most of these are too short for a 99.9th percentile.
     */
    boolean showsSpread() {
        return !hasSeveralCallers()
                && cells.stream()
                        .noneMatch(cell -> cell.params().containsKey(Parameters.CALLS)
                                || Parameters.startsProcesses(cell.params()));
    }

    boolean isOpenLoop() {
        return Parameters.rate(cells.getFirst().params()).isPresent();
    }

    static <K, E> SequencedMap<K, List<E>> group(List<E> all, Function<E, K> key) {
        return all.stream().collect(Collectors.groupingBy(key, LinkedHashMap::new, Collectors.toList()));
    }

    private List<Map<String, Long>> settings() {
        return cells.stream().map(Cell::params).toList();
    }

    private static Stream<String> parameters(List<Map<String, Long>> settings) {
        return settings.stream().flatMap(params -> params.keySet().stream()).distinct();
    }

    private static long values(String parameter, List<Map<String, Long>> settings) {
        return settings.stream()
                .map(params -> String.valueOf(params.get(parameter)))
                .distinct()
                .count();
    }
}
