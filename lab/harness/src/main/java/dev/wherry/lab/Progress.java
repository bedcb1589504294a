package dev.wherry.lab;

import dev.wherry.lab.results.Absent;
import dev.wherry.lab.results.Cell;

/** Told by the lab how a run goes on, always by the thread that runs it. */
public interface Progress {
    /** The run starts; it has this many cells (systems times workloads times parameters). */
    void begins(int cells);

    /** A system was asked for and is not here. */
    void lacks(Absent absent);

    /** What is being done now, such as {@code rmi: warming up people-by-threads threads=1 size=1}. */
    void doing(String what);

    /** A cell has its verdict. */
    void finished(Cell cell);

    /** The run is over, well or not. */
    void ends();
}
