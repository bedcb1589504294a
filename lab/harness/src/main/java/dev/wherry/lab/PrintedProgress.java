package dev.wherry.lab;

import dev.wherry.lab.plan.Progress;
import dev.wherry.lab.report.CellLine;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Results.Absent;
import java.io.PrintStream;

/** Progress as one line per cell. On a terminal one more line, at the bottom, shows what is going on. */
public final class PrintedProgress implements Progress {
    private static final String CLEAR_LINE = "\r\u001b[2K";
    private static final int BAR = 20;

    private final PrintStream out;
    private final int width;
    private int cells;
    private int done;

    private PrintedProgress(PrintStream out, int width) {
        this.out = out;
        this.width = width;
    }

    /** Returns the progress for a log or a pipe. */
    public static PrintedProgress plain(PrintStream out) {
        return new PrintedProgress(out, 0);
    }

    /** Returns the progress for a terminal with so many columns. A longer line is cut: a wrapped one could not be erased. */
    public static PrintedProgress terminal(PrintStream out, int width) {
        return new PrintedProgress(out, width);
    }

    private boolean isTerminal() {
        return width > 0;
    }

    @Override
    public synchronized void begins(int cells) {
        this.cells = cells;
        if (!isTerminal()) {
            line("%d cells".formatted(cells));
        }
        doing("starting");
    }

    @Override
    public synchronized void absent(Absent absent) {
        line(CellLine.of(absent));
    }

    @Override
    public synchronized void notes(String note) {
        line(note);
    }

    @Override
    public synchronized void doing(String what) {
        if (isTerminal()) {
            int full = cells == 0 ? 0 : BAR * done / cells;
            String line = "%s%s %d/%d %s".formatted("#".repeat(full), ".".repeat(BAR - full), done, cells, what);
            out.print(CLEAR_LINE + line.substring(0, Math.min(line.length(), width - 1)));
            out.flush();
        }
    }

    @Override
    public synchronized void finished(Cell cell) {
        done++;
        String text = CellLine.of(cell);
        line(isTerminal() ? text : "[%d/%d] %s".formatted(done, cells, text));
    }

    @Override
    public synchronized void ends() {
        out.print(isTerminal() ? CLEAR_LINE : "");
        out.flush();
    }

    private void line(String text) {
        out.println(isTerminal() ? CLEAR_LINE + text : text);
        out.flush();
    }
}
