package dev.wherry.lab;

import dev.wherry.lab.plan.Preset;
import dev.wherry.lab.plan.RunPlan;
import dev.wherry.lab.results.Placement;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Plans of runs, without the parts that few tests are about. */
public final class Plans {
    private Plans() {}

    /** In the preset's usual mode, on this host alone. */
    public static RunPlan of(
            List<String> suites,
            List<String> workloads,
            List<String> systems,
            Preset preset,
            @Nullable String baseline,
            @Nullable Integer rounds,
            Map<String, List<Long>> params,
            Placement placement,
            double capSeconds) {
        return new RunPlan(
                suites, workloads, systems, preset, null, baseline, rounds, params, placement, capSeconds, null);
    }

    /** All workloads of the suites, wherever the kernel puts the processes. */
    public static RunPlan of(
            List<String> suites,
            List<String> systems,
            Preset preset,
            @Nullable String baseline,
            @Nullable Integer rounds,
            Map<String, List<Long>> params) {
        return of(
                suites,
                List.of(),
                systems,
                preset,
                baseline,
                rounds,
                params,
                Placement.FREE,
                RunPlan.USUAL_CAP_SECONDS);
    }
}
