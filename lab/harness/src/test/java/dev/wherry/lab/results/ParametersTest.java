package dev.wherry.lab.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParametersTest {
    @ParameterizedTest
    @CsvSource({
        "threads, 1, 10000",
        "virtualThreads, 1, 1000000",
        "clientsInProcess, 1, 10000",
        "clients, 1, 1000",
        "processes, 1, 1",
        "calls, 1, 1000000000",
        "rate, 1, 10000000",
        "bytes, 0, 2147483647",
    })
    void haveARangeEach(String name, long least, long most) {
        assertThat(Parameters.fault(name, List.of(least))).isEmpty();
        assertThat(Parameters.fault(name, List.of(most))).isEmpty();
        assertThat(Parameters.fault(name, List.of(least - 1))).isPresent();
        assertThat(Parameters.fault(name, List.of(least, most + 1))).isPresent();
    }

    @Test
    void haveValuesAndEachOnce() {
        assertThat(Parameters.fault("threads", List.of())).contains("threads has no value");
        assertThat(Parameters.fault("threads", List.of(0L))).contains("threads takes 1 to 10,000, not 0");
        assertThat(Parameters.fault("size", List.of(1L, 2L, 1L))).contains("size has a value twice: 1, 2, 1");
    }

    @Test
    void areWrittenInTheirOrder() {
        Map<String, Long> params = new LinkedHashMap<>();
        params.put("threads", 4L);
        params.put("size", 1L);

        assertThat(Parameters.words(params)).isEqualTo("threads=4 size=1");
        assertThat(Parameters.label(params)).isEqualTo("threads 4, size 1");
    }
}
