package dev.wherry.lab;

import dev.wherry.lab.plan.Progress;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Results.Absent;
import java.io.PrintStream;

/** Progress for a terminal: finished cells scroll by, and one line at the bottom says what is going on. */
public final class TerminalProgress implements Progress {
    private static final String CLEAR_LINE = "\r\u001b[2K";
    private static final int BAR = 20;

    private final PrintStream out;
    private final int width;
    private int cells;
    private int done;

    /** Writes to this terminal, which has so many columns; a longer line is cut, for it could not be taken back. */
    public TerminalProgress(PrintStream out, int width) {
        this.out = out;
        this.width = width;
    }

    @Override
    public synchronized void begins(int cells) {
        this.cells = cells;
        doing("starting");
    }

    @Override
    public synchronized void lacks(Absent absent) {
        above(CellLine.of(absent));
    }

    @Override
    public synchronized void notes(String note) {
        above(note);
    }

    @Override
    public synchronized void doing(String what) {
        int full = cells == 0 ? 0 : BAR * done / cells;
        String line = "%s%s %d/%d %s".formatted("#".repeat(full), ".".repeat(BAR - full), done, cells, what);
        out.print(CLEAR_LINE + line.substring(0, Math.min(line.length(), Math.max(0, width - 1))));
        out.flush();
    }

    @Override
    public synchronized void finished(Cell cell) {
        done++;
        above(CellLine.of(cell));
    }

    @Override
    public synchronized void ends() {
        out.print(CLEAR_LINE);
        out.flush();
    }

    private void above(String line) {
        out.println(CLEAR_LINE + line);
    }
}
