package dev.wherry.lab.run;

import dev.wherry.lab.driver.Length;
import dev.wherry.lab.driver.Work;
import dev.wherry.lab.suite.Schedule;
import dev.wherry.lab.suite.Suite;
import dev.wherry.lab.suite.Workload;
import java.util.Map;

/** One point of a workload's grid, to be run on every system. */
record Point(Suite suite, Workload workload, Schedule schedule, Map<String, Long> params) {

    Work work() {
        return new Work(workload.operation(), params);
    }

    /** How long one round is. */
    Length length() {
        if (schedule.seconds() != null) {
            return new Length.Seconds(schedule.seconds());
        }
        if (schedule.calls() != null) {
            return new Length.Calls(schedule.calls());
        }
        Long each = schedule.callsPerThread();
        if (each == null) {
            throw new IllegalStateException("a schedule without a length passed its own check");
        }
        return new Length.Calls(each * params.getOrDefault("threads", 1L));
    }
}
