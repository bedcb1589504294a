package dev.wherry.dds.qos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.qos.ChannelQos.TopicQos;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The form of OpenSplice RMI, and texts that are refused. */
class QosXmlTest {
    private static final TopicPlace GREET =
            new TopicPlace(List.of("bank:greet_Request", "greet_req"), List.of(), "", "");

    private static String topic(String policies) {
        return "<dcps xmlns='http://www.omg.org/dds/'><domain id='0'>\n<topic name='greet_req' idltype='a' idlfile='b'>"
                + "<keylist><keyMember>req_info.client_id</keyMember></keylist>\n<topic_qos>" + policies
                + "</topic_qos></topic></domain></dcps>";
    }

    private static Qos read(String policies) {
        QosSource source = QosSource.parse(topic(policies), 0);
        assertThat(source.has(GREET)).isTrue();
        TopicQos qos = source.of(GREET, new TopicQos(Qos.DEFAULT, Qos.DEFAULT), null);
        assertThat(qos.reader()).isEqualTo(qos.writer());
        return qos.writer();
    }

    @Test
    void readsEachPolicy() {
        assertThat(read("""
                        <deadlineQosPolicy><duration><sec>4</sec><nanosec>0</nanosec></duration></deadlineQosPolicy>
                        <durabilityQosPolicy><durabilityKind>TRANSIENT_LOCAL_DURABILITY_QOS</durabilityKind></durabilityQosPolicy>
                        <latencyBudgetQosPolicy><duration><sec>0</sec><nanosec>100</nanosec></duration></latencyBudgetQosPolicy>
                        <livelinessQosPolicy><duration><sec>1</sec><nanosec>5</nanosec></duration>
                        <livelinessKind>MANUAL_BY_TOPIC_LIVELINESS_QOS</livelinessKind></livelinessQosPolicy>
                        <reliabilityQosPolicy><reliabilityKind>BEST_EFFORT_RELIABILITY_QOS</reliabilityKind>
                        <duration><sec>2</sec><nanosec>0</nanosec></duration></reliabilityQosPolicy>
                        <destinationOrderQosPolicy><destinationOrderKind>BY_SOURCE_TIMESTAMP_DESTINATIONORDER_QOS
                        </destinationOrderKind></destinationOrderQosPolicy>
                        <historyQosPolicy><historyKind>KEEP_LAST_HISTORY_QOS</historyKind><depth>3</depth></historyQosPolicy>
                        <resourceLimitsQosPolicy><max_samples>100</max_samples><max_instances>10</max_instances>
                        <max_samples_per_instance>9</max_samples_per_instance><initial_samples>1</initial_samples>
                        <initial_instances>1</initial_instances></resourceLimitsQosPolicy>
                        <transportPriorityQosPolicy><value>12</value></transportPriorityQosPolicy>
                        <lifespanQosPolicy><duration><sec>DURATION_INFINITE_SEC</sec><nanosec>DURATION_INFINITE_NSEC</nanosec>
                        </duration></lifespanQosPolicy>
                        <ownershipQosPolicy><ownershipKind>EXCLUSIVE_OWNERSHIP_QOS</ownershipKind></ownershipQosPolicy>
                        <ownershipStrengthQosPolicy><value>7</value></ownershipStrengthQosPolicy>
                        """))
                .isEqualTo(Qos.builder()
                        .deadline(Duration.ofSeconds(4))
                        .durability(Qos.Durability.TRANSIENT_LOCAL)
                        .latencyBudget(Duration.ofNanos(100))
                        .liveliness(Qos.Liveliness.MANUAL_BY_TOPIC)
                        .lease(Duration.ofSeconds(1, 5))
                        .reliability(Qos.Reliability.BEST_EFFORT)
                        .maxBlocking(Duration.ofSeconds(2))
                        .destinationOrder(Qos.DestinationOrder.BY_SOURCE)
                        .depth(3)
                        .limits(new Qos.ResourceLimits(100, 10, 9))
                        .transportPriority(12)
                        .ownership(Qos.Ownership.EXCLUSIVE)
                        .strength(7)
                        .build());
    }

    @Test
    void leavesOtherTopicsAsTheyAre() {
        QosSource source =
                QosSource.parse(topic("<transportPriorityQosPolicy><value>1</value></transportPriorityQosPolicy>"), 0);
        TopicPlace other = new TopicPlace(List.of("other_req"), List.of(), "", "");
        TopicQos base = new TopicQos(Qos.DEFAULT, Qos.DEFAULT);
        assertThat(source.has(other)).isFalse();
        assertThat(source.of(other, base, null)).isEqualTo(base);
        assertThat(QosSource.parse("  ", 0).has(GREET)).isFalse();
    }

    @Test
    void usesTheTopicsOfTheDomainThatIsJoined() {
        String xml = "<dcps>" + domain("id='1'", 7) + domain("", 8) + domain("id='5'", 9) + "</dcps>";
        assertThat(priority(xml, 5)).isEqualTo(9);
        assertThat(priority(xml, 1)).isEqualTo(7);
        assertThat(priority(xml, 0)).isEqualTo(8);
        assertThat(QosSource.parse("<dcps>" + domain("id='5'", 9) + "</dcps>", 1)
                        .has(GREET))
                .isFalse();
    }

    private static String domain(String id, int value) {
        return "<domain " + id + "><topic name='greet_req'><topic_qos><transportPriorityQosPolicy><value>" + value
                + "</value></transportPriorityQosPolicy></topic_qos></topic></domain>";
    }

    private static int priority(String xml, int domain) {
        return QosSource.parse(xml, domain)
                .of(GREET, new TopicQos(Qos.DEFAULT, Qos.DEFAULT), null)
                .writer()
                .transportPriority();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            <timeBasedFilterQosPolicy><duration><sec>1</sec></duration></timeBasedFilterQosPolicy> | <timeBasedFilterQosPolicy>
            <historyQosPolicy><historyKind>KEEP_SOME</historyKind></historyQosPolicy>              | KEEP_SOME
            <historyQosPolicy><depth>1</depth></historyQosPolicy>                                  | not complete
            <historyQosPolicy><historyKind>KEEP_LAST_HISTORY_QOS</historyKind><depth>0</depth></historyQosPolicy> | '0'
            <transportPriorityQosPolicy><value>high</value></transportPriorityQosPolicy>           | 'high'
            <transportPriorityQosPolicy><value>1</value><x>2</x></transportPriorityQosPolicy>      | <x>
            <transportPriorityQosPolicy><value>1</value><value>2</value></transportPriorityQosPolicy> | twice
            <lifespanQosPolicy><duration><sec>-1</sec></duration></lifespanQosPolicy>              | <duration/sec> of <lifespanQosPolicy>
            <deadlineQosPolicy><duration><nanosec>-5</nanosec></duration></deadlineQosPolicy>      | <deadlineQosPolicy>
            <resourceLimitsQosPolicy><max_samples>0</max_samples></resourceLimitsQosPolicy>        | limit 0
            text                                                                                   | text""")
    void refusesPoliciesItDoesNotKnowWithTheirLine(String policies, String reason) {
        assertThatThrownBy(() -> QosSource.parse(topic(policies), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void namesTheLineOfAMistake() {
        assertThatThrownBy(() -> QosSource.parse(topic("\n\n<nothing/>"), 0)).hasMessageContaining("line 5");
        assertThatThrownBy(() -> QosSource.parse("<dcps>\n<domain>\n</dcps>", 0))
                .hasMessageContaining("line 3");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/etc/passwd",
                "<",
                "<a/>",
                "<dds>",
                "<dcps/><dcps/>",
                "<dcps><topic name='a'/></dcps>",
                "<dcps><domain><topic/></domain></dcps>",
                "<dcps><domain><topic name='a'/><topic name='a'/></domain></dcps>",
                "<dcps><domain id='one'/></dcps>",
                "<dcps><domain id='-1'/></dcps>",
                "<dcps><domain id='1'><topic name='a'/></domain><domain id='01'><topic name='a'/></domain></dcps>",
                "<dds><qos_library/></dds>",
                "<dds><qos_library name='a'><qos_profile name='b'/><qos_profile name='b'/></qos_library></dds>",
                "<dds><qos_library name='a'><qos_profile name='b' base_name='c'/></qos_library></dds>",
                "<dds><qos_library name='a'><qos_profile name='b'><datawriter/></qos_profile></qos_library></dds>",
                "<!DOCTYPE dcps SYSTEM 'file:///etc/passwd'><dcps/>",
                "<!DOCTYPE dcps [<!ENTITY a 'b'>]><dcps>&a;</dcps>",
                "<!DOCTYPE dcps [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><dcps>&a;</dcps>",
                "<dcps>&a;</dcps>"
            })
    void refusesWhatIsNotQos(String text) {
        assertThatThrownBy(() -> DdsOptions.builder().qos(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesTextsThatAreTooLongOrTooDeep() {
        assertThatThrownBy(() -> QosSource.parse("<dcps>" + " ".repeat(1 << 20) + "</dcps>", 0))
                .hasMessageContaining("limit");
        String deep = "<duration>".repeat(100_000);
        assertThatThrownBy(() -> QosSource.parse(topic("<lifespanQosPolicy>" + deep), 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void readsAFile(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("qos.xml");
        Files.writeString(file, topic(""));
        assertThat(DdsOptions.builder().qos(file).build().qos()).isEqualTo(topic(""));
    }
}
