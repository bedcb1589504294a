package dev.wherry.lab.report;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Published;
import java.util.List;
import java.util.stream.Stream;

/** What the original of a suite said, with its figures beside today's where it gave any. */
record Original(
        String title,
        String source,
        String machine,
        String method,
        boolean pictures,
        boolean hasSentences,
        List<String> sentences,
        boolean hasNotes,
        List<String> notes,
        List<Beside> comparisons) {

    /** @param quoted whether its sentences stand beside their verdicts already */
    static Original of(Published published, boolean quoted, List<Cell> today, Series series) {
        List<Beside> comparisons = published.figures().stream()
                .map(Published.Figure::workload)
                .distinct()
                .flatMap(workload -> Stream.of(Beside.Kind.values())
                        .flatMap(kind -> Beside.of(workload, kind, published, today, series).stream()))
                .toList();
        return new Original(
                published.title(),
                published.source(),
                published.machine(),
                published.method(),
                published.showsPictures(),
                !quoted && !published.sentences().isEmpty(),
                published.sentences(),
                !published.notes().isEmpty(),
                published.notes(),
                comparisons);
    }
}
