package dev.wherry.lab.run;

import dev.wherry.lab.plan.LabException;
import dev.wherry.lab.process.Processes;

/** What fails once the lab is told to end fails for that, and is no fault of a system's. */
final class RunEnd {
    private RunEnd() {}

    /** To be asked where something has failed, or is to be kept. */
    static void check() {
        if (Processes.areEnding()) {
            throw new LabException("The run was interrupted");
        }
    }
}
