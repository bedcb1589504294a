package dev.wherry.lab.run;

import dev.wherry.lab.Placement;
import dev.wherry.lab.driver.Length;
import dev.wherry.lab.driver.Work;
import dev.wherry.lab.results.Callers;
import dev.wherry.lab.suite.Schedule;
import dev.wherry.lab.suite.Suite;
import dev.wherry.lab.suite.Workload;
import java.util.Map;

/** One point of a workload's grid, to be run on every system. */
record Point(Suite suite, Workload workload, Schedule schedule, Map<String, Long> params, Placement placement) {
    Work work() {
        return new Work(workload.operation(), params);
    }

    /** How long one round is; no caller is left without a call. */
    Length length() {
        long callers = Callers.of(params);
        if (schedule.seconds() != null) {
            return new Length.Seconds(schedule.seconds());
        }
        if (schedule.calls() != null) {
            return new Length.Calls(Math.max(schedule.calls(), callers));
        }
        Long each = schedule.callsPerThread();
        if (each == null) {
            throw new IllegalStateException("a schedule without a length passed its own check");
        }
        return new Length.Calls(each * callers);
    }
}
