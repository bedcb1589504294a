package dev.wherry.dds.qos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.dds.QualityOfService;
import dev.wherry.dds.Replication;
import dev.wherry.dds.cyclone.CycloneEngine;
import dev.wherry.dds.engine.Engine;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.qos.ChannelQos.TopicQos;
import dev.wherry.dds.rpc.Services;
import dev.wherry.dds.types.CallTypes;
import dev.wherry.dds.types.JavaTypes;
import dev.wherry.dds.types.Operation;
import dev.wherry.testsupport.LogRecorder;
import java.time.Duration;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServicePoliciesTest {
    private static final Qos BASE = Qos.builder().keepAll().partitions("floor").build();

    private static final String PROFILES = """
            <?xml version="1.0"?>
            <dds>
              <qos_library name="bank">
                <qos_profile name="service">
                  <datawriter_qos><latency_budget><duration><nanosec>5</nanosec></duration></latency_budget></datawriter_qos>
                </qos_profile>
                <qos_profile name="deposit">
                  <datawriter_qos name="request"><transport_priority><value>7</value></transport_priority></datawriter_qos>
                  <datawriter_qos><transport_priority><value>3</value></transport_priority></datawriter_qos>
                  <datareader_qos><history><kind>KEEP_LAST_HISTORY_QOS</kind><depth>2</depth></history></datareader_qos>
                  <topic_qos><durability><kind>TRANSIENT_LOCAL_DURABILITY_QOS</kind></durability></topic_qos>
                </qos_profile>
              </qos_library>
              <qos_library name="Bank">
                <qos_profile name="audit">
                  <publisher_qos><partition><name><element>cellar</element></name></partition></publisher_qos>
                  <datawriter_qos><transport_priority><value>1</value></transport_priority></datawriter_qos>
                </qos_profile>
              </qos_library>
              <qos_library name="other"><qos_profile name="anything"/></qos_library>
            </dds>""";

    private static final String STRENGTH = "<ownershipStrengthQosPolicy><value>3</value></ownershipStrengthQosPolicy>";

    /** An interface with annotations. */
    @QualityOfService(lifespanMillis = 9_000)
    interface Bank {
        @QualityOfService(priority = 10, reliability = QualityOfService.Reliability.BEST_EFFORT, maxSamples = 5)
        void urgent();

        void deposit();

        void audit();
    }

    private static ServicePolicies of(String xml) throws Exception {
        return of("bank", xml, null);
    }

    private static ServicePolicies of(String name, String xml, @Nullable Replication replication) throws Exception {
        Services.domain(); // skips the test where there is no library
        Engine engine = CycloneEngine.load();
        return new ServicePolicies(
                name, CallTypes.of(Bank.class, new JavaTypes()), BASE, QosSource.parse(xml, 0), replication, engine);
    }

    private static Operation operation(String name) throws Exception {
        return CallTypes.of(Bank.class, new JavaTypes()).operations().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Qos annotated() {
        return BASE.toBuilder().lifespan(Duration.ofSeconds(9)).build();
    }

    private static ChannelQos allEnds(Qos qos) {
        return new ChannelQos(new TopicQos(qos, qos), new TopicQos(qos, qos));
    }

    @Test
    void appliesAnnotations() throws Exception {
        ServicePolicies policies = of("");
        assertThat(policies.shared()).isEqualTo(allEnds(annotated()));
        assertThat(policies.own(operation("deposit"))).isNull();
        assertThat(policies.own(operation("urgent")))
                .isEqualTo(allEnds(annotated().toBuilder()
                        .transportPriority(10)
                        .reliability(Qos.Reliability.BEST_EFFORT)
                        .limits(new Qos.ResourceLimits(5, -1, -1))
                        .build()));
        assertThat(policies.priority(operation("urgent"))).isEqualTo(10);
        assertThat(policies.priority(operation("deposit"))).isZero();
        assertThat(policies.hasPriorities()).isTrue();
    }

    @Test
    void appliesProfilesByTheNamesOfServiceAndOperation() throws Exception {
        ServicePolicies policies = of(PROFILES);
        Qos writer = annotated().toBuilder().latencyBudget(Duration.ofNanos(5)).build();
        assertThat(policies.shared().requests().writer()).isEqualTo(writer);
        assertThat(policies.shared().replies().reader()).isEqualTo(annotated());
        ChannelQos deposit = policies.own(operation("deposit"));
        Qos kept = writer.toBuilder().durability(Qos.Durability.TRANSIENT_LOCAL).build();
        assertThat(deposit.requests().writer())
                .isEqualTo(kept.toBuilder().transportPriority(7).build());
        assertThat(deposit.replies().writer())
                .isEqualTo(kept.toBuilder().transportPriority(3).build());
        assertThat(deposit.requests().reader().depth()).isEqualTo(2);
        assertThat(deposit.requests().reader().durability()).isEqualTo(Qos.Durability.TRANSIENT_LOCAL);
        ChannelQos audit = policies.own(operation("audit"));
        assertThat(audit.requests().writer().partitions()).containsExactly("cellar");
        assertThat(audit.requests().reader().partitions()).containsExactly("floor");
    }

    @Test
    void prefersXmlToAnnotations() throws Exception {
        ServicePolicies policies = of("""
                <dcps><domain>
                <topic name="urgent_req"><topic_qos><transportPriorityQosPolicy><value>2</value></transportPriorityQosPolicy>
                </topic_qos></topic>
                <topic name="bank:deposit_Reply"><topic_qos/></topic>
                <topic name="bank_Reply"><topic_qos><deadlineQosPolicy><duration><sec>3</sec></duration></deadlineQosPolicy>
                </topic_qos></topic>
                </domain></dcps>""");
        assertThat(policies.priority(operation("urgent"))).isEqualTo(2);
        assertThat(policies.own(operation("urgent")).replies().writer().transportPriority())
                .isEqualTo(10);
        assertThat(policies.own(operation("deposit"))).isNotNull();
        assertThat(policies.shared().replies().writer().deadline()).isEqualTo(Duration.ofSeconds(3));
        assertThat(policies.shared().requests().writer().deadline()).isEqualTo(Qos.FOREVER);
    }

    @Test
    void refusesProfilesOfOperationsThatThereAreNot() {
        assertThatThrownBy(() -> of(PROFILES.replace("\"deposit\"", "\"deposlt\"")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'deposlt'");
    }

    @Test
    void refusesPoliciesThatTheEngineDoesNotKnow() {
        assertThatThrownBy(() -> of(PROFILES.replace("<value>3</value>", "<worth>3</worth>")))
                .hasMessageContaining("profile");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "\r\n", "<!-- \u00e4 & \u20ac -->", "&#32;"})
    void blamesTheProfileThatIsWrongWhateverTheLinesAre(String between) {
        String xml =
                ("<dds><qos_library name='bank'>|<qos_profile name='deposit'>|<datawriter_qos>|<lifespan><duration>"
                                + "<sec><![CDATA[5]]></sec></duration></lifespan></datawriter_qos></qos_profile>|<qos_profile name='audit'>|"
                                + "<datareader_qos>|<deadline><period><sec>soon</sec></period></deadline></datareader_qos></qos_profile>|"
                                + "<qos_profile name='urgent'>|<datawriter_qos/></qos_profile></qos_library></dds>")
                        .replace("|", between);
        Services.domain(); // skips the test where there is no library
        assertThatThrownBy(() -> QosSource.parse(xml, 0).check(CycloneEngine.load()))
                .hasMessageContaining("The QoS profile bank::audit is not accepted");
        QosSource.parse(xml.replace("soon", "1"), 0).check(CycloneEngine.load());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            lifespan | <datawriter_qos><lifespan><duration><sec>-5</sec></duration></lifespan></datawriter_qos>
            deadline | <datareader_qos><deadline><period><sec>-1</sec></period></deadline></datareader_qos>
            lease    | <topic_qos><liveliness><kind>AUTOMATIC_LIVELINESS_QOS</kind><lease_duration><sec>-1</sec></lease_duration></liveliness></topic_qos>""")
    void refusesNegativeDurationsWithTheNameOfThePolicy(String policy, String qos) {
        Services.domain(); // skips the test where there is no library
        String xml =
                "<dds><qos_library name='bank'><qos_profile name='audit'>" + qos + "</qos_profile></qos_library></dds>";
        assertThatThrownBy(() -> QosSource.parse(xml, 0).check(CycloneEngine.load()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("The QoS profile bank::audit is not accepted")
                .hasMessageContaining("The " + policy)
                .hasMessageContaining("is negative");
    }

    @Test
    void findsTopicsByTheirNamesInTheDomain() throws Exception {
        String xml = "<dcps><domain><topic name='M%C3%BCller%20%26%20co:audit_Request'><topic_qos>" + STRENGTH
                + "</topic_qos></topic><topic name='M%C3%BCller%20%26%20co_Reply'><topic_qos>" + STRENGTH
                + "</topic_qos></topic></domain></dcps>";
        ServicePolicies policies = of("M\u00fcller & co", xml, null);
        assertThat(policies.shared().replies().writer().strength()).isEqualTo(3);
        assertThat(policies.own(operation("audit")).requests().writer().strength())
                .isEqualTo(3);
    }

    @Test
    void logsOnceThatATopicIsOfNoOperation() throws Exception {
        Services.domain(); // skips the test where there is no library
        QosSource xml = QosSource.parse(
                "<dcps><domain><topic name='audlt_req'/><topic name='audit_reply'/><topic name='quotes'/></domain></dcps>",
                0);
        CallTypes types = CallTypes.of(Bank.class, new JavaTypes());
        try (LogRecorder log = new LogRecorder("dev.wherry.dds")) {
            for (int i = 0; i < 2; i++) {
                assertThat(new ServicePolicies("bank", types, BASE, xml, null, CycloneEngine.load())
                                .own(operation("audit")))
                        .isNotNull();
            }
            assertThat(log.texts().filter(each -> each.contains("no operation")))
                    .singleElement(InstanceOfAssertFactories.STRING)
                    .contains("'audlt_req'", Bank.class.getName(), "no operation 'audlt'");
        }
    }

    @Test
    void prefersTheStrengthOfReplication() throws Exception {
        String xml = "<dcps><domain><topic name='bank_Reply'><topic_qos>" + STRENGTH
                + "</topic_qos></topic></domain></dcps>";
        assertThat(of(xml).shared().replies().writer().strength()).isEqualTo(3);
        ServicePolicies replicated = of("bank", xml, Replication.exclusive(8));
        assertThat(replicated.shared().replies().writer().strength()).isEqualTo(8);
        assertThat(replicated.shared().replies().writer().ownership()).isEqualTo(Qos.Ownership.EXCLUSIVE);
    }
}
