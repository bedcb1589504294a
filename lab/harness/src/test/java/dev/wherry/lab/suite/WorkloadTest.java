package dev.wherry.lab.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.lab.suite.Schedule.Warming;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WorkloadTest {
    private static Workload byThreads() {
        Map<String, List<Long>> params = new LinkedHashMap<>();
        params.put("threads", List.of(1L, 2L, 4L));
        params.put("size", List.of(1L));
        return new Workload(
                "people-by-threads", "by threads", null, "people", null, null, null, null, null, params, null);
    }

    private static Workload people(Map<String, List<Long>> params) {
        return new Workload("w", "w", null, "people", null, null, null, null, null, params, null);
    }

    @Test
    void asksForTheOrdinaryCallOfThoseWhoDoNotOfferItsOperation() {
        Workload shipping = new Workload(
                "w", "w", null, "ship", "people", null, null, null, null, Map.of("threads", List.of(1L)), null);
        assertThat(shipping.asks(List.of("people", "ship"))).contains("ship");
        assertThat(shipping.asks(List.of("octets", "people"))).contains("people");
        assertThat(shipping.asks(List.of("octets"))).isEmpty();
        assertThat(byThreads().asks(List.of("ship"))).isEmpty();
    }

    @Test
    void crossesItsParameters() {
        assertThat(byThreads().points(Map.of(), Map.of()))
                .containsExactly(
                        Map.of("threads", 1L, "size", 1L),
                        Map.of("threads", 2L, "size", 1L),
                        Map.of("threads", 4L, "size", 1L));
    }

    @Test
    void takesTheValuesAskedForWhereItVaries() {
        assertThat(byThreads().points(Map.of("threads", List.of(3L, 16L)), Map.of()))
                .extracting(point -> point.get("threads"))
                .containsExactly(3L, 16L);
    }

    @Test
    void isLeftOutWhereItFixesAnotherValueThanAskedFor() {
        assertThat(byThreads().points(Map.of("size", List.of(10L)), Map.of())).isEmpty();
        assertThat(byThreads().points(Map.of("size", List.of(1L, 10L)), Map.of()))
                .hasSize(3);
    }

    @Test
    void refusesValuesThatNobodyCanRun() {
        assertThatThrownBy(() -> people(Map.of("processes", List.of(2L))))
                .hasMessage("w: processes takes 1 to 1, not 2");
        assertThatThrownBy(() -> people(Map.of("threads", List.of()))).hasMessage("w: threads has no value");
    }

    @Test
    void takesAPresetsValuesWhereItVariesAndNobodyAsksForOthers() {
        assertThat(byThreads().points(Map.of(), Map.of("threads", List.of(7L), "size", List.of(9L))))
                .containsExactly(Map.of("threads", 7L, "size", 1L));
        assertThat(byThreads().points(Map.of("threads", List.of(3L)), Map.of("threads", List.of(7L))))
                .containsExactly(Map.of("threads", 3L, "size", 1L));
    }

    private static Workload of(String operation, Boolean fresh, String param) {
        return new Workload("w", "w", null, operation, null, 50L, null, fresh, null, Map.of(param, List.of(1L)), null);
    }

    @Test
    void takesARateAsItsFastestParameter() {
        assertThat(byThreads().whyNoRate()).isEmpty();
        assertThat(byThreads()
                        .offered(List.of(5L, 9L))
                        .points(Map.of("threads", List.of(2L), "rate", List.of(5L, 9L)), Map.of()))
                .containsExactly(
                        Map.of("threads", 2L, "size", 1L, "rate", 5L), Map.of("threads", 2L, "size", 1L, "rate", 9L));
    }

    @Test
    void saysWhyARateHasNoMeaning() {
        assertThat(of("people", null, "processes").whyNoRate().orElse("")).contains("a process that is started for it");
        assertThat(of("people", true, "size").whyNoRate().orElse("")).contains("first calls of new processes");
        assertThat(of("people", null, "calls").whyNoRate().orElse("")).contains("a series of so many calls");
        assertThat(of("shipVersion", null, "threads").whyNoRate().orElse("")).contains("made right before it");
        assertThat(of("people", null, "clients").whyNoRate())
                .as("a small maximum of calls is not a reason")
                .isEmpty();
    }

    @Test
    void refusesARateThatNobodyCanOffer() {
        assertThatThrownBy(() -> people(Map.of("rate", List.of(0L))))
                .hasMessage("w: A rate of 0 calls a second cannot be offered; 1 to 10,000,000 can");
    }

    @Test
    void hasNewProcessesWhateverThePresetSays() {
        Schedule preset =
                new Schedule("corrected", 3, 2.0, null, null, Warming.UNTIL_STABLE, 0, false, false, Map.of());
        Workload first = new Workload(
                "w", "w", null, "lookUp", null, null, null, true, null, Map.of("calls", List.of(1L)), null);
        assertThat(byThreads().schedule(preset)).isSameAs(preset);
        assertThat(first.schedule(preset).freshProcesses()).isTrue();
        assertThat(first.schedule(preset).warmUp()).isEqualTo(Warming.NONE);
    }

    private static Workload taking(long least, long most, List<Long> bytes) {
        return new Workload(
                "w",
                "w",
                null,
                "payload",
                null,
                null,
                null,
                null,
                null,
                Map.of("bytes", bytes),
                Map.of("bytes", new Workload.Range(least, most)));
    }

    @Test
    void takesOtherValuesThanItsUsualOneWhereTheSuiteSaysSo() {
        Workload taking = taking(4, 4096, List.of(1024L));
        assertThat(taking.points(Map.of(), Map.of())).containsExactly(Map.of("bytes", 1024L));
        assertThat(taking.points(Map.of("bytes", List.of(4L, 4096L)), Map.of()))
                .containsExactly(Map.of("bytes", 4L), Map.of("bytes", 4096L));
        assertThat(taking.refusal(Map.of("bytes", List.of(4L, 4096L)))).isEmpty();
        assertThat(taking.refusal(Map.of("bytes", List.of(1024L, 3L))))
                .contains("w takes 4 to 4,096 as bytes, and 3 were asked for");
        assertThat(taking.refusal(Map.of("bytes", List.of(4097L)))).isPresent();
        assertThat(taking.refusal(Map.of("threads", List.of(0L)))).isEmpty();
    }

    @Test
    void tellsItsUsualValueFromOthers() {
        Workload taking = taking(4, 4096, List.of(1024L));
        assertThat(taking.isUsual(Map.of("bytes", 1024L))).isTrue();
        assertThat(taking.isUsual(Map.of("bytes", 4L))).isFalse();
        assertThat(byThreads().isUsual(Map.of("threads", 16L, "size", 1L))).isTrue();
    }

    @Test
    void takesOthersThanAUsualValueOnly() {
        String message = "w: takes is about parameters with one value, which is in the range: bytes";
        assertThatThrownBy(() -> taking(4, 9, List.of(10L))).hasMessage(message);
        assertThatThrownBy(() -> taking(4, 9, List.of(5L, 6L))).hasMessage(message);
        assertThatThrownBy(() -> new Workload(
                        "w",
                        "w",
                        null,
                        "payload",
                        null,
                        null,
                        null,
                        null,
                        null,
                        Map.of("size", List.of(1L)),
                        Map.of("bytes", new Workload.Range(1, 2))))
                .hasMessage(message);
    }

    @Test
    void keepsItsProcessesAndClientsWhateverThePresetSays() {
        Schedule preset = new Schedule("faithful", 3, null, null, null, Warming.NONE, 0, false, true, Map.of());
        Workload kept = new Workload(
                "w", "w", null, "addOne", null, null, null, false, null, Map.of("calls", List.of(1L)), null);
        assertThat(byThreads().schedule(preset).freshClients()).isTrue();
        assertThat(kept.schedule(preset).freshClients()).isFalse();
        assertThat(kept.schedule(preset).freshProcesses()).isFalse();
        assertThat(kept.schedule(preset).rounds()).isEqualTo(3);
    }
}
