package dev.wherry.lab.plan;

import dev.wherry.lab.results.Absent;
import dev.wherry.lab.results.Cell;
import java.util.List;

/**
 * Told by the lab how a run goes on, by the thread that runs it; what is being done, and how long the rest takes, also by those of
 * systems that run at once.
 */
public interface Progress {
    /** The run starts; it has this many cells (systems times workloads times parameters). */
    void begins(int cells);

    /** A system was asked for and is not here. */
    void lacks(Absent absent);

    /** Something that whoever reads the figures should know. */
    void notes(String note);

    /** What is being done now, such as {@code rmi: warming up people-by-threads threads=1 size=1}. */
    void doing(String what);

    /** How long the rest takes, as far as anybody knows; told again and again. */
    default void left(TimeLeft left) {}

    /** The run carries on with one that was interrupted, which had these cells; they are not told again. */
    default void keeps(List<Cell> cells) {}

    /** A cell has its verdict. */
    void finished(Cell cell);

    /** The run is over, well or not. */
    void ends();
}
