package dev.wherry.lab.report;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Published;
import java.util.ArrayList;
import java.util.List;

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
        List<SideBySide> comparisons) {

    /**
     * @param id that nothing else on the page begins with
     * @param quoted whether its sentences stand beside their verdicts already
     */
    static Original of(String id, Published published, boolean quoted, List<Cell> today, Series series) {
        List<SideBySide> comparisons = new ArrayList<>();
        for (String workload : published.figures().stream()
                .map(Published.Figure::workload)
                .distinct()
                .toList()) {
            for (SideBySide.Kind kind : SideBySide.Kind.values()) {
                SideBySide.of(
                                "plot-%s-original-%d".formatted(id, comparisons.size()),
                                workload,
                                kind,
                                published,
                                today,
                                series)
                        .ifPresent(comparisons::add);
            }
        }
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

    /** For the template. */
    boolean hasComparisons() {
        return !comparisons.isEmpty();
    }
}
