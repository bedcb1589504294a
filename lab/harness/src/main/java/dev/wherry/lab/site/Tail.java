package dev.wherry.lab.site;

import java.util.ArrayDeque;

/** The last lines that a process wrote to its error output. */
final class Tail {
    private static final int LINES = 30;
    private static final int LENGTH = 300;

    private final ArrayDeque<String> lines = new ArrayDeque<>();

    synchronized void add(String line) {
        lines.add(line.length() > LENGTH ? line.substring(0, LENGTH) + "..." : line);
        if (lines.size() > LINES) {
            lines.remove();
        }
    }

    /** On lines of their own, or nothing. */
    @Override
    public synchronized String toString() {
        return lines.isEmpty() ? "" : "\n  " + String.join("\n  ", lines);
    }
}
