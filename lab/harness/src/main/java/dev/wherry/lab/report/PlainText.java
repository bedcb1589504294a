package dev.wherry.lab.report;

import java.util.List;
import java.util.stream.IntStream;

final class PlainText {
    private PlainText() {}

    /** Aligns rows: the first two columns to the left, figures to the right, the last one as it is. */
    static void align(StringBuilder out, List<List<String>> rows) {
        int last = rows.getFirst().size() - 1;
        int[] widths = IntStream.rangeClosed(0, last)
                .map(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column <= last; column++) {
                String text = row.get(column);
                String padding = " ".repeat(widths[column] - text.length());
                line.append("  ").append(column < 2 || column == last ? text + padding : padding + text);
            }
            out.append(line.toString().stripTrailing()).append('\n');
        }
    }

    /** Without control characters, which a terminal would obey: each is shown as a question mark. */
    static String safe(String text) {
        return text.replaceAll("[\\p{Cntrl}\\p{Cf}]", "?");
    }
}
