package dev.wherry.lab;

import dev.wherry.lab.plan.Progress;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Results.Absent;
import java.io.PrintStream;

/** Progress as one line per cell, for logs and pipes. */
public final class PlainProgress implements Progress {
    private final PrintStream out;
    private int cells;
    private int done;

    public PlainProgress(PrintStream out) {
        this.out = out;
    }

    @Override
    public synchronized void begins(int cells) {
        this.cells = cells;
        out.printf("%d cells%n", cells);
    }

    @Override
    public synchronized void lacks(Absent absent) {
        out.println(CellLine.of(absent));
    }

    @Override
    public synchronized void notes(String note) {
        out.println(note);
    }

    @Override
    public synchronized void doing(String what) {
        // A log wants results; what is going on meanwhile is for a terminal.
    }

    @Override
    public synchronized void finished(Cell cell) {
        done++;
        out.printf("[%d/%d] %s%n", done, cells, CellLine.of(cell));
        out.flush();
    }

    @Override
    public synchronized void ends() {
        out.flush();
    }
}
