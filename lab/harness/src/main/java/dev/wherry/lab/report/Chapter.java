package dev.wherry.lab.report;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Published;
import dev.wherry.lab.results.Results;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One subject of the report, pictures first: tables of then and today, the fastest systems, the conclusions of the
 * original, the workloads with plots and tables, and the original's text.
 *
 * @param machine what it ran on, where not all of the page ran on the same
 * @param conclusions in the first of a suite's chapters, and of all of them
 * @param opening the first of the workloads, where no picture of the original's figures can open the chapter
 */
record Chapter(
        String id,
        String name,
        String title,
        @Nullable String machine,
        @Nullable Conclusions conclusions,
        @Nullable Winners winners,
        String again,
        List<PublishedTable> tables,
        List<Study> opening,
        List<Study> studies,
        @Nullable Original original) {
    /**
     * One of its workloads.
     *
     * @param note what its suite says of the figures; empty for nothing
     */
    record Study(
            String name,
            String title,
            boolean ofStarts,
            boolean openLoop,
            boolean severalCallers,
            String note,
            List<Facet> facets,
            Table table,
            String again) {}

    /** Plots that share the parameters their label names; the label is empty where all plots do. */
    record Facet(String label, List<Plot> plots) {}

    /** The publication of the original, without its figures. */
    record Original(
            String title,
            String source,
            String machine,
            String method,
            boolean pictures,
            List<String> sentences,
            List<String> notes) {
        /** @param quoted whether the page has its sentences with their verdicts */
        static Original of(Published published, boolean quoted) {
            return new Original(
                    published.title(),
                    published.source(),
                    published.machine(),
                    published.method(),
                    published.printed().isEmpty(),
                    quoted ? List.of() : published.sentences(),
                    published.notes());
        }
    }

    static List<Chapter> of(Results results, Series series) {
        List<Chapter> chapters = new ArrayList<>();
        Map<String, Conclusions> conclusions = Conclusions.of(results);
        Set<String> begun = new HashSet<>();
        Grid.group(results.cells(), Subject::of).forEach((subject, cells) -> {
            String suite = subject.suite();
            String id = "suite-" + chapters.size();
            List<Study> studies = new ArrayList<>();
            List<Grid> grids = Grid.of(cells);
            for (Grid grid : grids) {
                studies.add(study(id + "-" + studies.size(), grid, series, results));
            }
            Optional<Published> found = results.published(suite);
            Original original = found.map(published -> Original.of(published, conclusions.containsKey(suite)))
                    .orElse(null);
            List<PublishedTable> tables = found.map(
                            published -> PublishedTable.of("plot-" + id, results, published, cells, series))
                    .orElse(List.of());
            boolean opensWithOriginal =
                    tables.stream().anyMatch(table -> !table.plots().isEmpty());
            int opening = opensWithOriginal ? 0 : 1;
            Winners winners = results.smoke() ? null : Winners.of(grids, series);
            chapters.add(new Chapter(
                    id,
                    subject.name(results),
                    subject.titled(results.titles(suite).title(), results),
                    results.machines().size() > 1
                            ? results.machine(suite, subject.placement()).kind()
                            : null,
                    begun.add(suite) ? conclusions.get(suite) : null,
                    winners,
                    Repetition.of(results, cells),
                    tables,
                    studies.subList(0, opening),
                    studies.subList(opening, studies.size()),
                    original));
        });
        return chapters;
    }

    Stream<Plot> plots() {
        Stream<Plot> published = tables.stream().flatMap(each -> each.plots().stream());
        Stream<Plot> today = Stream.concat(opening.stream(), studies.stream())
                .flatMap(study -> study.facets().stream())
                .flatMap(facet -> facet.plots().stream());
        return Stream.concat(published, today);
    }

    private static Study study(String id, Grid grid, Series series, Results results) {
        List<Facet> facets = new ArrayList<>();
        grid.facets().forEach((label, cells) -> {
            List<Plot> plots = new ArrayList<>();
            for (Measure measure : grid.measures()) {
                if (measure.isPlotted()) {
                    String plot = "plot-%s-%d-%d".formatted(id, facets.size(), plots.size());
                    plots.add(Plot.of(plot, measure, grid.axis(), cells, series));
                }
            }
            facets.add(new Facet(label, plots));
        });
        if (grid.showsSpread()) {
            Histogram.of("plot-%s-histogram".formatted(id), grid, series)
                    .ifPresent(plot -> facets.add(new Facet("Histogram", List.of(plot))));
        }
        return new Study(
                grid.name(),
                results.titles(grid.suite()).workloads().getOrDefault(grid.name(), ""),
                grid.headline() == Measure.START,
                grid.isOpenLoop(),
                grid.hasSeveralCallers(),
                results.titles(grid.suite()).remarks().getOrDefault(grid.name(), ""),
                facets,
                Table.of(grid, series, results.baseline()),
                Repetition.of(results, grid.cells()));
    }

    /** The subject of a chapter: a suite at one placement. Figures of two placements are not compared. */
    record Subject(String suite, String placement) {
        static Subject of(Cell cell) {
            return new Subject(cell.suite(), cell.placement());
        }

        /** The suite's name, with the placement where the suite has several. */
        String name(Results results) {
            return results.name(suite, placement);
        }

        String titled(String title, Results results) {
            return name(results).equals(suite) ? title : "%s, placement %s".formatted(title, placement);
        }
    }
}
