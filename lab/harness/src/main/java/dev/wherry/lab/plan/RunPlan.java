package dev.wherry.lab.plan;

import dev.wherry.lab.results.Parameters;
import dev.wherry.lab.results.Placement;
import dev.wherry.lab.results.Round;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request to run suites.
 *
 * @param workloads names of workloads in those suites; empty means all of them
 * @param systems names of peer folders; {@value #ALL} alone means every system that is ready; empty means those that the
 *     suites name for the preset
 * @param baseline the system that the others are compared with; null for none. It must be among the systems that are
 *     named; where none are, it runs beside those that the suites name
 * @param params values to use instead of the suite's, by parameter. A workload that varies the parameter takes these
 *     values; one that fixes it is left out unless its value is among them, or the suite says that it takes others. All
 *     take an offered {@code rate}, but for those that it has no meaning for. In a suite without a parameter {@code
 *     calls} its one value replaces the preset's number of calls
 * @param capSeconds how long the rounds of a cell together may take that count their calls, before they are cut short;
 *     infinite for no limit
 */
public record RunPlan(
        List<String> suites,
        List<String> workloads,
        List<String> systems,
        Preset preset,
        @Nullable String mode,
        @Nullable String baseline,
        @Nullable Integer rounds,
        Map<String, List<Long>> params,
        Placement placement,
        double capSeconds,
        @Nullable RemoteServers remoteServers) {
    /** Means every system that is ready, whatever the suites name. */
    public static final String ALL = "all";

    public static final double USUAL_CAP_SECONDS = 20;

    /** Copies the collections, removes repeated names, and refuses a plan that cannot be executed. */
    public RunPlan {
        suites = once(suites);
        workloads = once(workloads);
        systems = once(systems);
        params = Collections.unmodifiableMap(new LinkedHashMap<>(params));
        if (suites.isEmpty()) {
            throw new LabException("No suite was named; ask for at least one, such as mobility");
        }
        if (rounds != null && (rounds < 1 || rounds > Round.MOST)) {
            throw new LabException("%,d rounds were asked for; there must be at least 1, and at most %,d"
                    .formatted(rounds, Round.MOST));
        }
        if (!(capSeconds > 0)) {
            throw new LabException(
                    "A cell may take %s s; it must be more than 0, or without an end".formatted(capSeconds));
        }
        params.forEach((param, values) -> Parameters.fault(param, values).ifPresent(fault -> {
            throw new LabException(fault);
        }));
        if (remoteServers != null && placement != Placement.FREE) {
            throw new LabException("The placement %s is about one host, and the servers are to be on %s; leave one away"
                    .formatted(placement.label(), remoteServers));
        }
        if (systems.contains(ALL) && systems.size() > 1) {
            throw new LabException(
                    "%s stands for every system, so it stands alone: %s".formatted(ALL, String.join(", ", systems)));
        }
        if (baseline != null && !systems.isEmpty() && !systems.contains(ALL) && !systems.contains(baseline)) {
            throw new LabException("The baseline %s is not among the systems to run: %s; add it, or leave it out"
                    .formatted(baseline, String.join(", ", systems)));
        }
    }

    private static List<String> once(List<String> names) {
        return names.stream().distinct().toList();
    }

    /** Returns the systems to run whatever the suites name; empty if none are named. */
    public List<String> named() {
        return systems.contains(ALL) ? List.of() : systems;
    }
}
