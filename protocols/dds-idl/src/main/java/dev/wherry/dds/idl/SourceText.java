package dev.wherry.dds.idl;

import java.util.ArrayList;
import java.util.List;

/** The text of a file with that of the files that it includes, and where each line comes from. For one thread. */
final class SourceText {
    private final StringBuilder text = new StringBuilder();
    private final List<String> files = new ArrayList<>();
    private final List<Integer> lines = new ArrayList<>();

    /** Adds a line. Columns stay as they were. */
    void add(String file, int line, String content) {
        text.append(content).append('\n');
        files.add(file);
        lines.add(line);
    }

    String text() {
        return text.toString();
    }

    /** Returns the number of the next line in the whole text, from 1. */
    int nextLine() {
        return lines.size() + 1;
    }

    /** Returns a problem at a place in the whole text. */
    IdlProblem problem(int line, int column, String message) {
        if (lines.isEmpty()) {
            return new IdlProblem("", line, column, message);
        }
        int at = Math.clamp(line - 1L, 0, lines.size() - 1);
        return new IdlProblem(files.get(at), lines.get(at), column, message);
    }
}
