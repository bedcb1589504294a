package dev.wherry.lab.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

class LineTest {
    @Test
    void goesThroughPointsThatAreOnOne() {
        assertThat(Line.through(Map.of(0L, 3.0, 10L, 8.0, 20L, 13.0))).isEqualTo(new Line(0.5, 3, 1));
    }

    @Test
    void explainsPartOfWhatScatters() {
        Line line = Line.through(Map.of(1L, 1.0, 2L, 3.0, 3L, 2.0));
        assertThat(line.slope()).isCloseTo(0.5, within(1e-12));
        assertThat(line.intercept()).isCloseTo(1, within(1e-12));
        assertThat(line.determination()).isCloseTo(0.25, within(1e-12));
    }

    @Test
    void explainsNothingOfWhatIsAllTheSame() {
        assertThat(Line.through(Map.of(1L, 2.0, 5L, 2.0))).isEqualTo(new Line(0, 2, 0));
    }
}
