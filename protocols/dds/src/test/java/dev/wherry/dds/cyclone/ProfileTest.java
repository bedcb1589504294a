package dev.wherry.dds.cyclone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.Engine.EntityKind;
import dev.wherry.dds.engine.Qos;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProfileTest {
    private static final String XML = """
        <dds><qos_library name="Lib"><qos_profile name="State">
        <datawriter_qos name="w">
        <reliability><kind>RELIABLE_RELIABILITY_QOS</kind>
        <max_blocking_time><sec>2</sec><nanosec>5</nanosec></max_blocking_time></reliability>
        <durability><kind>TRANSIENT_LOCAL_DURABILITY_QOS</kind></durability>
        <history><kind>KEEP_LAST_HISTORY_QOS</kind><depth>3</depth></history>
        <ownership><kind>EXCLUSIVE_OWNERSHIP_QOS</kind></ownership>
        <ownership_strength><value>7</value></ownership_strength>
        <deadline><period><sec>4</sec></period></deadline>
        <latency_budget><duration><nanosec>100</nanosec></duration></latency_budget>
        <lifespan><duration><sec>9</sec></duration></lifespan>
        <transport_priority><value>12</value></transport_priority>
        <destination_order><kind>BY_SOURCE_TIMESTAMP_DESTINATIONORDER_QOS</kind></destination_order>
        <resource_limits><max_samples>100</max_samples><max_instances>10</max_instances>
        <max_samples_per_instance>10</max_samples_per_instance></resource_limits>
        <liveliness><kind>MANUAL_BY_TOPIC_LIVELINESS_QOS</kind>
        <lease_duration><sec>0</sec><nanosec>300000000</nanosec></lease_duration></liveliness>
        </datawriter_qos>
        <datareader_qos name="r"><history><kind>KEEP_ALL_HISTORY_QOS</kind></history></datareader_qos>
        <topic_qos name="t"><durability><kind>TRANSIENT_LOCAL_DURABILITY_QOS</kind></durability></topic_qos>
        </qos_profile></qos_library></dds>\
        """;

    @Test
    void readsEachPolicy() {
        Qos qos = Loopback.engine().profile(XML, EntityKind.WRITER, "Lib::State::w", Qos.DEFAULT);
        assertThat(qos)
                .isEqualTo(Qos.builder()
                        .reliability(Qos.Reliability.RELIABLE)
                        .maxBlocking(Duration.ofSeconds(2, 5))
                        .durability(Qos.Durability.TRANSIENT_LOCAL)
                        .depth(3)
                        .ownership(Qos.Ownership.EXCLUSIVE)
                        .strength(7)
                        .deadline(Duration.ofSeconds(4))
                        .latencyBudget(Duration.ofNanos(100))
                        .lifespan(Duration.ofSeconds(9))
                        .transportPriority(12)
                        .destinationOrder(Qos.DestinationOrder.BY_SOURCE)
                        .limits(new Qos.ResourceLimits(100, 10, 10))
                        .liveliness(Qos.Liveliness.MANUAL_BY_TOPIC)
                        .lease(Duration.ofMillis(300))
                        .build());
    }

    @Test
    void tellsTheKindsOfEntitiesApart() {
        assertThat(Loopback.engine()
                        .profile(XML, EntityKind.READER, "Lib::State::r", Qos.DEFAULT)
                        .depth())
                .isZero();
        assertThat(Loopback.engine()
                        .profile(XML, EntityKind.TOPIC, "Lib::State::t", Qos.DEFAULT)
                        .durability())
                .isEqualTo(Qos.Durability.TRANSIENT_LOCAL);
        refuses(XML, "Lib::State::r");
    }

    @Test
    void refusesTextsThatAreNoProfiles() {
        refuses(XML, "Lib::Other");
        refuses(XML, "Lib::State\0");
        for (String text : List.of(
                "", "/etc/passwd", "file:///etc/passwd", "<", "<dds>", "<dds><qos_library>", "<a/>", XML + "\0")) {
            refuses(text, "Lib::State::w");
        }
    }

    private static void refuses(String xml, String name) {
        assertThatThrownBy(() -> Loopback.engine().profile(xml, EntityKind.WRITER, name, Qos.DEFAULT))
                .isInstanceOf(DdsException.class)
                .hasMessageContaining("profile");
    }
}
