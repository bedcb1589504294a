package dev.wherry.dds.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.OneWay;
import dev.wherry.dds.QualityOfService;
import dev.wherry.dds.QualityOfService.Durability;
import dev.wherry.testsupport.LogRecorder;
import dev.wherry.testsupport.Polling;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Policies of operations, and what they do to calls. */
class OperationQosTest {
    private final int domain = Services.domain();
    private final String name = Services.name();
    private final AtomicInteger notes = new AtomicInteger();
    private @Nullable Endpoint server;
    private @Nullable Endpoint client;

    /** Has an operation with policies of its own. */
    interface Desk {
        @QualityOfService(priority = 10)
        int urgent(int value);

        int usual(int value);
    }

    /** The same operations without policies. */
    interface Board {
        @OneWay
        @QualityOfService(durability = Durability.TRANSIENT_LOCAL)
        void note();
    }

    private final Desk desk = new Desk() {
        @Override
        public int urgent(int value) {
            return value + 1;
        }

        @Override
        public int usual(int value) {
            return value + 2;
        }
    };

    @AfterEach
    void close() {
        close(client);
        close(server);
    }

    private static void close(@Nullable Endpoint endpoint) {
        if (endpoint != null) {
            endpoint.close();
        }
    }

    private Endpoint serve(String xml) {
        Endpoint endpoint = Endpoint.create(Services.options(Services.dds().qos(xml)));
        endpoint.bind(name, Desk.class, desk);
        endpoint.listenAt("dds://" + domain);
        return endpoint;
    }

    private Desk lookup(String xml, Duration timeout) {
        close(client);
        client = Endpoint.create(Services.options(Services.dds().qos(xml).findTimeout(timeout)));
        return client.lookup("dds://" + domain + "/" + name, Desk.class);
    }

    private Endpoint client() {
        return Objects.requireNonNull(client);
    }

    private Desk lookup(String xml) {
        return lookup(xml, Duration.ofSeconds(60));
    }

    /** Returns QoS for the requests and replies of an operation. */
    private static String of(String operation, String policy) {
        String qos = "'><topic_qos>" + policy + "</topic_qos></topic>";
        return "<dcps><domain><topic name='" + operation + "_req" + qos + "<topic name='" + operation + "_reply" + qos
                + "</domain></dcps>";
    }

    @Test
    void callsOperationsWithAndWithoutPoliciesOfTheirOwn() {
        server = serve("");
        Desk found = lookup("");
        assertThat(found.urgent(1)).isEqualTo(2);
        assertThat(found.usual(1)).isEqualTo(3);
    }

    @Test
    void keepsNamesApartThatEndLikeTheTopicsOfAnOperation() {
        server = serve("");
        server.bind(name + "_urgent", Desk.class, new Desk() {
            @Override
            public int urgent(int value) {
                return -value;
            }

            @Override
            public int usual(int value) {
                return -value;
            }
        });
        Desk first = lookup("");
        Desk second = client().lookup("dds://" + domain + "/" + name + "_urgent", Desk.class);
        assertThat(first.urgent(1)).isEqualTo(2);
        assertThat(first.usual(1)).isEqualTo(3);
        assertThat(second.urgent(1)).isEqualTo(-1);
        assertThat(second.usual(1)).isEqualTo(-1);
    }

    @Test
    void servesClientsThatHaveNoPoliciesForAnOperation() {
        server = serve(of("usual", "<transportPriorityQosPolicy><value>3</value></transportPriorityQosPolicy>"));
        assertThat(lookup("").usual(1)).isEqualTo(3);
    }

    @Test
    void saysWhichOperationTheServerHasNoPoliciesFor() {
        server = serve("");
        assertThatThrownBy(() -> lookup(
                        of("usual", "<transportPriorityQosPolicy><value>3</value></transportPriorityQosPolicy>"),
                        Duration.ofSeconds(3)))
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(CallException.Code.NOT_FOUND))
                .hasMessageContaining("'usual', which has policies of its own");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            reliability       | <reliabilityQosPolicy><reliabilityKind>BEST_EFFORT_RELIABILITY_QOS</reliabilityKind></reliabilityQosPolicy> | ''
            durability        | '' | <durabilityQosPolicy><durabilityKind>TRANSIENT_LOCAL_DURABILITY_QOS</durabilityKind></durabilityQosPolicy>
            deadline          | '' | <deadlineQosPolicy><duration><sec>60</sec></duration></deadlineQosPolicy>
            latency budget    | <latencyBudgetQosPolicy><duration><sec>1</sec></duration></latencyBudgetQosPolicy> | ''
            ownership         | '' | <ownershipQosPolicy><ownershipKind>EXCLUSIVE_OWNERSHIP_QOS</ownershipKind></ownershipQosPolicy>
            liveliness        | '' | <livelinessQosPolicy><livelinessKind>AUTOMATIC_LIVELINESS_QOS</livelinessKind><duration><sec>60</sec></duration></livelinessQosPolicy>
            destination order | '' | <destinationOrderQosPolicy><destinationOrderKind>BY_SOURCE_TIMESTAMP_DESTINATIONORDER_QOS</destinationOrderKind></destinationOrderQosPolicy>
            """)
    void namesThePolicyThatDoesNotMatch(String policy, String ofClient, String ofServer) {
        try (LogRecorder log = new LogRecorder("dev.wherry.dds")) {
            server = serve(of("usual", ofServer));
            // Again and again, as a test before may have used up the lines of this second.
            Polling.until("the server logs it", () -> {
                assertThatThrownBy(() -> lookup(of("usual", ofClient)))
                        .isInstanceOfSatisfying(
                                CallException.class, e -> assertThat(e.code()).isEqualTo(CallException.Code.REFUSED))
                        .hasMessageContaining("the " + policy + " of its requests does not fit");
                return log.texts().anyMatch(each -> each.contains(name) && each.contains("its " + policy));
            });
        }
    }

    @Test
    void saysThatTheServerHasAnotherInterface() {
        server = Services.endpoint();
        server.bind(name, Services.Clock.class, () -> 1);
        server.listenAt("dds://" + domain);
        assertThatThrownBy(() -> lookup("")).hasMessageContaining("type");
    }

    @Test
    void dropsRequestsWhoseLifespanIsOver() {
        String xml = of("usual", "<lifespanQosPolicy><duration><nanosec>1</nanosec></duration></lifespanQosPolicy>");
        server = serve(xml);
        Desk quick = Calls.with(lookup(xml), CallOptions.ofTimeout(Duration.ofMillis(200)));
        Polling.until("a request is dropped, unless it is received within a nanosecond", () -> {
            try {
                quick.usual(1);
                return false;
            } catch (CallException e) {
                return e.code() == CallException.Code.DEADLINE_EXCEEDED;
            }
        });
    }

    @Test
    void keepsRequestsForServersThatJoinLater() {
        server = Services.endpoint();
        server.bind(name, Board.class, notes::incrementAndGet);
        server.listenAt("dds://" + domain);
        client = Services.endpoint();
        client.lookup("dds://" + domain + "/" + name, Board.class).note();
        Polling.until("the note is received", () -> notes.get() == 1);
        try (Endpoint late = Services.endpoint()) {
            late.bind(name, Board.class, notes::incrementAndGet);
            late.listenAt("dds://" + domain);
            Polling.until("the late server receives the note", () -> notes.get() == 2);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<deadline><period><sec>soon</sec></period></deadline>",
                "<dedaline><period><sec>1</sec></period></dedaline>"
            })
    void refusesToListenWithAProfileThatTheEngineDoesNotAccept(String policy) {
        String xml =
                "<dds>\r\n<qos_library name='Desk'>\r\n<qos_profile name='urgent'>\r\n<datawriter_qos><deadline><period>"
                        + "<sec>1</sec></period></deadline></datawriter_qos></qos_profile><qos_profile name='usual'><datareader_qos>"
                        + policy + "</datareader_qos></qos_profile></qos_library></dds>";
        assertThatThrownBy(() -> serve(xml))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("The QoS profile Desk::usual is not accepted")
                .hasMessageContaining("The C library writes what is wrong to standard error");
        server = serve(xml.replace(policy, ""));
        assertThat(lookup("").usual(1)).isEqualTo(3);
    }

    @Test
    void keepsPartitionsOfOperationsApart() {
        String xml = """
                <dds><qos_library name="Desk"><qos_profile name="usual">
                <publisher_qos><partition><name><element>vip</element></name></partition></publisher_qos>
                <subscriber_qos><partition><name><element>vip</element></name></partition></subscriber_qos>
                </qos_profile></qos_library></dds>""";
        server = serve(xml);
        assertThat(lookup(xml).usual(1)).isEqualTo(3);
        client.close();
        assertThatThrownBy(() -> lookup(xml.replace("vip", "other"), Duration.ofSeconds(3)))
                .hasMessageContaining("No server of the operation 'usual'");
    }

    @Test
    void logsWhyAServiceWithContradictingPoliciesIsNotServed() {
        try (LogRecorder log = new LogRecorder("dev.wherry.dds")) {
            server = serve(of(
                    "usual",
                    "<historyQosPolicy><historyKind>KEEP_LAST_HISTORY_QOS</historyKind><depth>5</depth></historyQosPolicy>"
                            + "<resourceLimitsQosPolicy><max_samples_per_instance>2</max_samples_per_instance>"
                            + "</resourceLimitsQosPolicy>"));
            client = Services.endpoint();
            assertThat(log.texts())
                    .anyMatch(each ->
                            each.contains("'" + name + "' is not served") && each.contains("history keeps 5 samples"));
        }
    }
}
