package dev.wherry.lab.plan;

import dev.wherry.lab.results.Absent;
import dev.wherry.lab.results.Cell;

/** Notified of how a run goes on, by the thread that runs it; of what is being done also by those of systems that run at once. */
public interface Progress {
    /** The run starts; it has this many cells (systems times workloads times parameters). */
    void begins(int cells);

    /** A system was asked for and is not here. */
    void lacks(Absent absent);

    /** Something that whoever reads the figures should know. */
    void notes(String note);

    /** What is being done now, such as {@code rmi: warming up people-by-threads threads=1 size=1}. */
    void doing(String what);

    /** A cell has its verdict. */
    void finished(Cell cell);

    /** The run is over, well or not. */
    void ends();
}
