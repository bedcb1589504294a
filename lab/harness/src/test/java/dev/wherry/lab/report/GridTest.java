package dev.wherry.lab.report;

import static dev.wherry.lab.report.Samples.cell;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.results.Cell;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GridTest {
    @Test
    void takesTheParameterWithTheMostValuesAsItsAxisAndTheOthersAsFacets() {
        Grid grid =
                grid(List.of(params(1, 10), params(1, 20), params(1, 30), params(2, 10), params(2, 20), params(2, 30)));

        assertThat(grid.axis()).isEqualTo("size");
        assertThat(grid.facets().keySet()).containsExactly("threads 1", "threads 2");
    }

    @Test
    void hasOneFacetWithoutLabelWhereOneParameterVaries() {
        Grid grid = grid(List.of(params(1, 10), params(2, 10)));

        assertThat(grid.axis()).isEqualTo("threads");
        assertThat(grid.facets().keySet()).containsExactly("");
    }

    @Test
    void hasNoAxisWhereNothingVaries() {
        assertThat(grid(List.of(params(1, 10), params(1, 10))).axis()).isEmpty();
    }

    private static Grid grid(List<Map<String, Long>> params) {
        List<Cell> cells = params.stream()
                .map(each -> cell("rmi", each, List.of(), List.of()))
                .toList();
        return Grid.of(cells).getFirst();
    }

    private static Map<String, Long> params(long threads, long size) {
        Map<String, Long> params = new LinkedHashMap<>();
        params.put("threads", threads);
        params.put("size", size);
        return params;
    }
}
