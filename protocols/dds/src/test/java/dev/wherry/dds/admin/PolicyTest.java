package dev.wherry.dds.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.dds.engine.Discovered;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.QosBuilder;
import dev.wherry.dds.types.Representation;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyTest {
    private static Discovered.Endpoint endpoint(boolean writer, String type, Qos qos) {
        return new Discovered.Endpoint(writer ? "w" : "r", "p", writer, "topic", type, qos, 1);
    }

    private static List<String> mismatches(QosBuilder offered, QosBuilder requested) {
        return Mismatch.in(
                        List.of(List.of(endpoint(true, "T", offered.build()), endpoint(false, "T", requested.build()))))
                .stream()
                .map(each -> each.policy() + ": " + each.offered() + " < " + each.requested())
                .toList();
    }

    @Test
    void findsNothingWhereTheDefaultsMeet() {
        assertThat(mismatches(Qos.builder(), Qos.builder())).isEmpty();
    }

    @Test
    void namesEachPolicyOfWhichMoreIsRequestedThanOffered() {
        assertThat(mismatches(
                        Qos.builder()
                                .reliability(Qos.Reliability.BEST_EFFORT)
                                .latencyBudget(Duration.ofMillis(2))
                                .lease(Duration.ofSeconds(2))
                                .representations(Representation.XCDR2),
                        Qos.builder()
                                .durability(Qos.Durability.TRANSIENT_LOCAL)
                                .deadline(Duration.ofSeconds(1))
                                .ownership(Qos.Ownership.EXCLUSIVE)
                                .lease(Duration.ofSeconds(1))
                                .destinationOrder(Qos.DestinationOrder.BY_SOURCE)
                                .partitions("floor")))
                .containsExactly(
                        "reliability: BEST_EFFORT < RELIABLE",
                        "durability: VOLATILE < TRANSIENT_LOCAL",
                        "deadline: unlimited < PT1S",
                        "latency budget: PT0.002S < PT0S",
                        "ownership: SHARED < EXCLUSIVE",
                        "liveliness: AUTOMATIC PT2S < AUTOMATIC PT1S",
                        "destination order: BY_RECEPTION < BY_SOURCE",
                        "data representation: [XCDR2] < [XCDR1]",
                        "partition: [] < [floor]");
    }

    @Test
    void acceptsOffersOfMoreThanIsRequested() {
        assertThat(mismatches(
                        Qos.builder()
                                .durability(Qos.Durability.TRANSIENT)
                                .deadline(Duration.ofMillis(1))
                                .liveliness(Qos.Liveliness.MANUAL_BY_TOPIC)
                                .lease(Duration.ofMillis(1)),
                        Qos.builder()
                                .reliability(Qos.Reliability.BEST_EFFORT)
                                .latencyBudget(Qos.FOREVER)
                                .lease(Duration.ofSeconds(1))
                                .deadline(Duration.ofMillis(2))))
                .isEmpty();
    }

    @Test
    void reportsPartitionsOnlyWhereTheyLeaveSomebodyAlone() {
        Qos upstairs = Qos.builder().partitions("up").build();
        Qos downstairs = Qos.builder().partitions("down").build();
        List<Discovered.Endpoint> pairs = List.of(
                endpoint(true, "T", upstairs),
                endpoint(false, "T", upstairs),
                endpoint(true, "T", downstairs),
                endpoint(false, "T", downstairs));
        assertThat(Mismatch.in(List.of(pairs))).isEmpty();
        assertThat(Mismatch.in(List.of(pairs.subList(0, 3))))
                .extracting(Mismatch::policy)
                .containsExactly("partition");
    }

    @Test
    void reportsTypesThatDiffer() {
        assertThat(Mismatch.in(List.of(List.of(endpoint(true, "A", Qos.DEFAULT), endpoint(false, "B", Qos.DEFAULT)))))
                .containsExactly(new Mismatch("topic", "w", "r", "type", "A", "B"));
    }

    @ParameterizedTest
    @CsvSource({
        "*, floor, true",
        "f*r, floor, true",
        "f*o*r, floor, true",
        "f?oor, floor, true",
        "f?r, floor, false",
        "f*x, floor, false",
        "*, '', true",
        "?, '', false",
        "floor, flo*, true",
        "*, f*, false",
        "f*, f*, true",
        "floor, Floor, false"
    })
    void matchesPartitionsByWildcards(String offered, String requested, boolean matches) {
        assertThat(Policy.PARTITION.fits(
                        Qos.builder().partitions(offered).build(),
                        Qos.builder().partitions(requested).build()))
                .isEqualTo(matches);
    }

    @Test
    void matchesALongPatternInReasonableTime() {
        String pattern = "*a".repeat(1_000) + "b";
        assertThat(Policy.PARTITION.fits(
                        Qos.builder().partitions(pattern).build(),
                        Qos.builder().partitions("a".repeat(4_000)).build()))
                .isFalse();
    }

    @Test
    void stopsAtAThousandMismatches() {
        Qos strict = Qos.builder().durability(Qos.Durability.PERSISTENT).build();
        List<Discovered.Endpoint> many = Stream.of(true, false)
                .flatMap(writer -> Stream.generate(() -> endpoint(writer, "T", writer ? Qos.DEFAULT : strict))
                        .limit(100))
                .toList();
        assertThat(Mismatch.in(Arrays.asList(many))).hasSize(1_000);
    }
}
