package dev.wherry.lab.run;

import dev.wherry.lab.plan.LabException;
import dev.wherry.lab.process.Processes;

/** Checks whether the lab is ending. Failures after that are not the fault of a system. */
final class RunEnd {
    private RunEnd() {}

    /** Throws if the lab is ending. Called after a failure, and before a result is kept. */
    static void check() {
        if (Processes.areEnding()) {
            throw new LabException("The run was interrupted");
        }
    }
}
