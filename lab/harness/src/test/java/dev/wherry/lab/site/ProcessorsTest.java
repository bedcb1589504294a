package dev.wherry.lab.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.lab.results.Placement;
import dev.wherry.lab.site.Place.Places;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ProcessorsTest {
    @Test
    void readsTheKernelsLists() throws IOException {
        assertThat(Processors.allowed("Name:\tjava\nCpus_allowed_list:\t0-2,5\nMems_allowed_list:\t0\n"))
                .containsExactly(0, 1, 2, 5);
    }

    @Test
    void saysThatTheKernelDoesNotReportThem() {
        assertThatThrownBy(() -> Processors.allowed("Name:\tjava\n"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("does not report");
    }

    @Test
    void putsNothingBeforeACommandThatIsFree() throws Exception {
        assertThat(Processors.pin(Placement.FREE)).isEqualTo(Places.ANYWHERE);
    }

    @Test
    void keepsBothOnOneProcessorOrEachOnItsOwn() throws Exception {
        Places same = Processors.pin(Placement.SAME_CORE);
        assertThat(same.server())
                .isEqualTo(same.client())
                .satisfies(place -> assertThat(place.before()).startsWith("taskset"));
        if (Runtime.getRuntime().availableProcessors() > 1) {
            Places cross = Processors.pin(Placement.CROSS_CORE);
            assertThat(cross.server()).isNotEqualTo(cross.client());
        }
    }
}
