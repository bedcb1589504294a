package dev.wherry.dds.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.Discovery;
import dev.wherry.dds.QualityOfService;
import dev.wherry.dds.admin.DomainOverview.ServiceEntry;
import dev.wherry.dds.admin.DomainOverview.TopicEntry;
import dev.wherry.dds.cyclone.CycloneEngine;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.rpc.Services;
import dev.wherry.dds.types.DataType;
import dev.wherry.testsupport.Polling;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class DomainOverviewTest {
    private static final DataType.Structure NOTE = new DataType.Structure(
            "test::Note",
            DataType.Extensibility.FINAL,
            null,
            List.of(new DataType.Structure.Member("text", 0, new DataType.Text(0), false, false)));

    private final int domain = Services.domainOfClass(1);
    private final DdsOptions options = DdsOptions.builder().loopback().build();

    private Endpoint server(String name, String qos) {
        DdsOptions.Builder dds = Services.dds();
        if (!qos.isEmpty()) {
            dds.qos(qos);
        }
        Endpoint server =
                Endpoint.create(EndpointOptions.builder().with(dds.build()).build());
        server.bind(name, Services.Account.class, new Services.Ledger());
        server.listenAt("dds://" + domain);
        return server;
    }

    private DomainOverview until(String what, Predicate<DomainOverview> condition) {
        AtomicReference<DomainOverview> last = new AtomicReference<>();
        Polling.until(what, () -> {
            DomainOverview read = DomainOverview.read(domain, options, Duration.ofMillis(200), true);
            last.set(read);
            return condition.test(read);
        });
        return last.get();
    }

    private static String strength(int strength) {
        return "<dds><qos_library name='Account'><qos_profile name='service'><datawriter_qos name='reply'><ownership>"
                + "<kind>EXCLUSIVE_OWNERSHIP_QOS</kind></ownership><ownership_strength><value>" + strength
                + "</value></ownership_strength></datawriter_qos></qos_profile></qos_library></dds>";
    }

    /** Has an operation with topics of its own. */
    interface Ward {
        @QualityOfService(priority = 1)
        void alarm();

        void visit();
    }

    private static final class Calm implements Ward {
        @Override
        public void alarm() {}

        @Override
        public void visit() {}
    }

    @Test
    void separatesServicesFromTheOperationsOfOthers() {
        String name = Services.name();
        try (Endpoint server =
                Endpoint.create(EndpointOptions.builder().with(options).build())) {
            for (String each : List.of(name, name + "_2", name + "_alarm")) {
                server.bind(each, Ward.class, new Calm());
            }
            server.listenAt("dds://" + domain);
            DomainOverview found = until(
                    "all services and their operations are found",
                    each -> each.services().size() == 3
                            && each.services().stream()
                                    .noneMatch(one -> one.channels().isEmpty()));
            assertThat(found.services())
                    .extracting(ServiceEntry::name)
                    .containsExactlyInAnyOrder(name, name + "_2", name + "_alarm");
            assertThat(found.services())
                    .allSatisfy(each -> assertThat(each.channels()).containsExactly("alarm"));
            assertThat(found.topics()).isEmpty();
        }
    }

    @Test
    void findsAServiceWithItsOperationsAndReplicas() {
        String name = Services.name() + " ä";
        try (Endpoint one = server(name, strength(3));
                Endpoint other = server(name, strength(5))) {
            assertThat(one.addresses()).hasSameSizeAs(other.addresses());
            DomainOverview found = until(
                    "both servers are found",
                    each -> each.services().size() == 1
                            && each.services().getFirst().replicas().size() == 2);
            ServiceEntry service = found.services().getFirst();
            assertThat(service.name()).isEqualTo(name);
            assertThat(service.type()).endsWith("Account_Request");
            assertThat(service.operations())
                    .containsExactly(
                            "deposit", "echo", "fail", "hold", "later", "note", "orNull", "withdraw", "withdrawLater");
            assertThat(service.replicas())
                    .extracting(DomainOverview.Replica::strength)
                    .containsExactly(5, 3);
            assertThat(service.replicas())
                    .extracting(DomainOverview.Replica::participant)
                    .isSubsetOf(found.participants().stream()
                            .map(Discovery.Participant::guid)
                            .toList());
            assertThat(service.clients()).isZero();
            assertThat(found.topics()).isEmpty();
            assertThat(found.mismatches()).isEmpty();
            assertThat(found.participants())
                    .extracting(Discovery.Participant::processId)
                    .containsOnly(String.valueOf(ProcessHandle.current().pid()));
            assertThat(found.participants())
                    .extracting(Discovery.Participant::host)
                    .doesNotContain("");
        }
    }

    @Test
    void namesThePolicyThatKeepsAReaderFromItsWriter() {
        String topic = Services.name();
        try (Participant participant = CycloneEngine.load().open(domain, options.configuration())) {
            participant.writer(participant.topic(topic, NOTE, Qos.DEFAULT), Qos.DEFAULT);
            participant.reader(
                    participant.topic(topic, NOTE, Qos.DEFAULT),
                    Qos.builder().durability(Qos.Durability.TRANSIENT_LOCAL).build(),
                    1_000);
            DomainOverview found =
                    until("the mismatch is found", each -> !each.mismatches().isEmpty());
            assertThat(found.topics()).containsExactly(new TopicEntry(topic, "test::Note", 1, 1));
            Mismatch mismatch = found.mismatches().getFirst();
            assertThat(mismatch.policy()).isEqualTo("durability");
            assertThat(mismatch.offered()).isEqualTo("VOLATILE");
            assertThat(mismatch.requested()).isEqualTo("TRANSIENT_LOCAL");
            assertThat(found.services()).isEmpty();
        }
    }

    @Test
    void findsNoOperationsInADescriptionThatIsCutOrChanged() {
        try (Endpoint server = server(Services.name(), "");
                Participant participant = CycloneEngine.load().open(domain, options.configuration());
                var watch = participant.watch()) {
            assertThat(server.addresses()).hasSize(1);
            DomainContents contents = new DomainContents();
            AtomicReference<byte[]> read = new AtomicReference<>(new byte[0]);
            Polling.until("the type is described", () -> {
                watch.await(0, contents::accept);
                contents.endpoints().stream()
                        .filter(each -> each.topic().endsWith("_Request"))
                        .findFirst()
                        .ifPresent(each -> read.set(participant.typeMapping(each, Duration.ofSeconds(10))));
                return read.get().length > 0;
            });
            byte[] mapping = read.get();
            int names = OperationNames.in(mapping).size();
            assertThat(names).isEqualTo(9);
            for (int length = 0; length < mapping.length; length++) {
                assertThat(OperationNames.in(Arrays.copyOf(mapping, length))).hasSizeLessThanOrEqualTo(names);
                byte[] changed = mapping.clone();
                changed[length] ^= (byte) 0xff;
                assertThat(OperationNames.in(changed)).hasSizeLessThanOrEqualTo(names);
            }
        }
    }
}
