package dev.wherry.lab.results;

import dev.wherry.lab.results.Results.Absent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Results that nobody has judged, of a run that had every setting of its suites. */
public final class SampleRun {
    private SampleRun() {}

    public static Results of(
            String preset,
            @Nullable String baseline,
            Machine machine,
            List<Cell> cells,
            List<Absent> absent,
            List<Published> published) {
        return new Results(
                Results.SCHEMA,
                preset,
                baseline,
                machine,
                cells,
                absent,
                published,
                List.of(),
                Map.of(),
                null,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }
}
