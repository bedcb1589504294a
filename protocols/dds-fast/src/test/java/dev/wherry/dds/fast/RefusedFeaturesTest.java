package dev.wherry.dds.fast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.dds.DataSpace;
import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.Key;
import dev.wherry.dds.Mutable;
import dev.wherry.dds.QualityOfService;
import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.Engine;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.engine.QosBuilder;
import dev.wherry.dds.engine.Topic;
import dev.wherry.dds.engine.Writer;
import dev.wherry.dds.types.DataType;
import dev.wherry.dds.types.Representation;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Features that the binding of Fast DDS does not have are refused by their names. */
class RefusedFeaturesTest {
    private static final String REFUSAL = "is not supported by the engine 'fast-dds'";

    private final int domain = Bank.domain();

    /** A value of a topic. */
    record Quote(@Key String symbol, long price) {}

    /** A value that may change in any way. */
    @Mutable
    record Open(int value) {}

    /** A service with a policy. */
    interface Ward {
        @QualityOfService(priority = 10)
        String alarm(int bed);
    }

    /** A service with a type that XCDR1 does not have. */
    interface Opening {
        void open(Open open);

        int close(int number);
    }

    private static DataType.Structure type(boolean key) {
        return new DataType.Structure(
                "test::Bytes",
                DataType.Extensibility.FINAL,
                null,
                List.of(new DataType.Structure.Member("value", 0, DataType.Primitive.INT32, key, false)));
    }

    private Participant join() {
        return Bank.engine(Bank.FAST).open(domain, Bank.dds(Bank.FAST).build());
    }

    private static void refuses(String what, ThrowingCallable call) {
        assertThatThrownBy(call)
                .as(what)
                .isInstanceOfSatisfying(
                        DdsException.class, e -> assertThat(e.kind()).isEqualTo(DdsException.Kind.REFUSED))
                .hasMessageContaining(REFUSAL);
    }

    static Stream<QosBuilder> policies() {
        return Stream.of(
                Qos.builder().durability(Qos.Durability.TRANSIENT),
                Qos.builder().durability(Qos.Durability.PERSISTENT),
                Qos.builder().destinationOrder(Qos.DestinationOrder.BY_SOURCE),
                Qos.builder().transportPriority(3),
                Qos.builder().liveliness(Qos.Liveliness.MANUAL_BY_TOPIC),
                Qos.builder().userData("data"),
                Qos.builder().representations(Representation.XCDR2));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void arePoliciesOfTopicsReadersAndWriters(QosBuilder policy) {
        Qos qos = policy.build();
        try (Participant participant = join();
                Topic topic = participant.topic("topic", type(false), Qos.DEFAULT)) {
            refuses("a topic", () -> participant.topic("topic", type(false), qos));
            refuses("a writer", () -> participant.writer(topic, qos));
            refuses("a reader", () -> participant.reader(topic, qos, 100));
        }
    }

    @Test
    void areReadersThatChooseTheStrongestWriter() {
        Qos exclusive = Qos.builder().ownership(Qos.Ownership.EXCLUSIVE).build();
        try (Participant participant = join();
                Topic topic = participant.topic("topic", type(false), Qos.DEFAULT);
                Writer writer = participant.writer(topic, exclusive)) {
            assertThat(writer.matched()).isZero();
            refuses("a reader", () -> participant.reader(topic, exclusive, 100));
        }
    }

    @Test
    void areKeysAndWhatNeedsThem() {
        try (Participant participant = join();
                Topic topic = participant.topic("topic", type(false), Qos.DEFAULT);
                Writer writer = participant.writer(topic, Qos.DEFAULT)) {
            byte[] key = {0, 1, 0, 0};
            refuses("a topic with a key", () -> participant.topic("keyed", type(true), Qos.DEFAULT));
            refuses("the end of an instance", () -> writer.dispose(key, 0, key.length));
            refuses("the end of updates", () -> writer.unregister(key, 0, key.length));
            refuses("a time", () -> writer.write(key, 0, key.length, 1));
        }
    }

    @Test
    void areDiscoveryProfilesAndConfigurations() {
        Engine engine = Bank.engine(Bank.FAST);
        try (Participant participant = join()) {
            refuses("discovery", participant::watch);
        }
        refuses("a profile", () -> engine.profile("<dds/>", Engine.EntityKind.WRITER, "a::b", Qos.DEFAULT));
        refuses("a configuration", () -> engine.open(domain, "<dds/>"));
        DdsOptions configured =
                DdsOptions.builder().engine(Bank.FAST).configuration("<dds/>").build();
        refuses("a configuration", () -> engine.open(domain, configured));
    }

    @Test
    void areTopicsStatesAndDiscoveryOfADataSpace() {
        try (DataSpace space =
                DataSpace.join("dds://" + domain, Bank.dds(Bank.FAST).build())) {
            assertThatThrownBy(() -> space.topic("quotes", Quote.class).writer())
                    .isInstanceOf(CallException.class)
                    .hasMessageContaining(REFUSAL);
            assertThatThrownBy(() -> space.state("quotes", Quote.class))
                    .isInstanceOf(CallException.class)
                    .hasMessageContaining(REFUSAL);
            assertThatThrownBy(space::discovery)
                    .isInstanceOf(CallException.class)
                    .hasMessageContaining(REFUSAL);
        }
    }

    @Test
    void areServicesWithPoliciesThatItDoesNotHave() {
        String address = "dds://" + domain + "/ward";
        try (Endpoint client = Bank.endpoint(Bank.dds(Bank.FAST))) {
            assertThatThrownBy(() -> client.lookup(address, Ward.class)).hasStackTraceContaining(REFUSAL);
        }
        DdsOptions.Builder xml = Bank.dds(Bank.FAST).qos("""
                <dds><qos_library name="bank"><qos_profile name="service"><datawriter_qos>
                  <lifespan><duration><sec>5</sec></duration></lifespan>
                </datawriter_qos></qos_profile></qos_library></dds>""");
        try (Endpoint client = Bank.endpoint(xml)) {
            assertThatThrownBy(() -> client.lookup("dds://" + domain + "/bank", Bank.class))
                    .hasStackTraceContaining(REFUSAL);
        }
    }

    @Test
    void areMethodsWithMutableTypes() throws Exception {
        try (Endpoint server = Bank.endpoint(Bank.dds(Bank.FAST));
                Endpoint client = Bank.endpoint(Bank.dds(Bank.FAST))) {
            server.bind("opening", Opening.class, new Opening() {
                @Override
                public void open(Open open) {}

                @Override
                public int close(int number) {
                    return number;
                }
            });
            server.listenAt("dds://" + domain);
            Opening opening = client.lookup("dds://" + domain + "/opening", Opening.class);
            assertThat(opening.close(3)).isEqualTo(3);
            assertThatThrownBy(() -> opening.open(new Open(1)))
                    .isInstanceOf(CallException.class)
                    .hasMessageContaining("@Mutable, which vendors do not agree on in XCDR1");
        }
    }

    @Test
    void areNamesOfEnginesThatDoNotExist() {
        DdsOptions.Builder dds = Bank.dds("slow-dds").findTimeout(Duration.ofSeconds(1));
        try (Endpoint endpoint = Bank.endpoint(dds)) {
            assertThatThrownBy(() -> endpoint.listenAt("dds://" + domain))
                    .hasStackTraceContaining("'slow-dds', but [cyclone, fast-dds]");
        }
        assertThatThrownBy(() -> DataSpace.join("dds://" + domain, dds.build()))
                .isInstanceOf(CallException.class)
                .hasMessageContaining("'slow-dds', but [cyclone, fast-dds]");
    }
}
