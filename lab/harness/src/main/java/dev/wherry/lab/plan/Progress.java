package dev.wherry.lab.plan;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Results.Absent;

/** Receives the events of a run. In a smoke run several threads call it, since several systems run at the same time. */
public interface Progress {
    /** The run starts; it has this many cells (systems times workloads times parameters). */
    void begins(int cells);

    /** A system was requested and is absent. */
    void absent(Absent absent);

    /** A reader of the figures should know this. */
    void notes(String note);

    /** The run is doing this, such as {@code rmi: warming up people-by-threads threads=1 size=1}. */
    void doing(String what);

    /** A cell has its verdict. */
    void finished(Cell cell);

    /** The run has ended, successfully or not. */
    void ends();
}
