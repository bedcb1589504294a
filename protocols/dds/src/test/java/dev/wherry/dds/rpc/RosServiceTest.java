package dev.wherry.dds.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.OutParameters;
import dev.wherry.dds.Replication;
import dev.wherry.dds.RosService;
import dev.wherry.dds.cyclone.CycloneEngine;
import dev.wherry.dds.engine.DomainAddress;
import dev.wherry.dds.engine.Engine;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.qos.QosSource;
import dev.wherry.dds.qos.ServicePolicies;
import dev.wherry.testsupport.LogRecorder;
import dev.wherry.testsupport.Polling;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Services as ROS 2 has them. Those of other programs are called in the tests of IDL. */
@NullMarked
class RosServiceTest {
    private final int domain = Services.domain();
    private final String name = Services.name();
    private final Endpoint server = Services.endpoint();
    private final Endpoint client = Services.endpoint();
    private final AtomicInteger stops = new AtomicInteger();

    /** The result of adding. */
    @OutParameters
    public record Sum(long sum) {}

    /** One service. */
    public interface Adder {
        @RosService("example_interfaces/srv/AddTwoInts")
        Sum add(long a, long b);
    }

    /** Several services. */
    public interface Robot {
        @RosService("robots/srv/Names")
        List<String> names(List<String> of, int count);

        @RosService("robots/srv/Stop")
        void stop();

        @RosService("robots/srv/Fail")
        CompletableFuture<String> fail(String text);
    }

    private final Robot robot = new Robot() {
        @Override
        public List<String> names(List<String> of, int count) {
            return of.subList(0, count);
        }

        @Override
        public void stop() {
            stops.incrementAndGet();
        }

        @Override
        public CompletableFuture<String> fail(String text) {
            return CompletableFuture.failedFuture(new IllegalStateException(text));
        }
    };

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private <T> T serve(Class<T> type, T object) {
        server.bind(name, type, object);
        server.listenAt("dds://" + domain);
        return client.lookup("dds://" + domain + "/" + name, type);
    }

    @Test
    void areCalledAsAllOthers() throws Exception {
        Adder adder = serve(Adder.class, (a, b) -> new Sum(a + b));
        assertThat(adder.add(2, 3)).isEqualTo(new Sum(5));
        assertThat(Calls.async(adder, a -> a.add(Long.MAX_VALUE, 1)).get().sum())
                .isEqualTo(Long.MIN_VALUE);
        for (int i = 0; i < 100; i++) {
            assertThat(adder.add(i, i).sum()).isEqualTo(2 * i);
        }
    }

    @Test
    void haveTheNamesOfTheMethodsIfThereAreSeveral() {
        Robot found = serve(Robot.class, robot);
        assertThat(found.names(List.of("a", "bc"), 1)).containsExactly("a");
        found.stop();
        assertThat(stops).hasValue(1);
    }

    @Test
    void haveNoReplyIfTheCallFails() {
        try (LogRecorder log = new LogRecorder("dev.wherry.dds")) {
            Robot found = serve(Robot.class, robot);
            Robot impatient = Calls.with(
                    found, CallOptions.builder().timeout(Duration.ofMillis(200)).build());
            Polling.until("the server logs it", () -> {
                assertThatThrownBy(() -> impatient.fail("no luck").join())
                        .hasRootCauseInstanceOf(java.util.concurrent.TimeoutException.class);
                return log.texts().anyMatch(each -> each.contains(name) && each.contains("no luck"));
            });
            found.stop();
            assertThat(stops).hasValue(1);
        }
    }

    /** Services with one that cannot be called. */
    public interface Reader {
        @RosService("robots/srv/Read")
        void read(InputStream stream);

        @RosService("robots/srv/Stop")
        void stop();
    }

    @Test
    void haveTheNamesOfTheirMethodsIfOthersCannotBeCalled() throws Exception {
        DdsOptions options = Services.dds().build();
        Engine engine = CycloneEngine.load();
        ServiceInterface methods = ServiceInterface.of(Reader.class, options, engine);
        Qos qos = ServiceQos.of(new DomainAddress(domain, ""), Duration.ofSeconds(1), methods.representation());
        ServicePolicies policies =
                new ServicePolicies(name, methods.types(), qos, QosSource.parse(options.qos(), domain), null, engine);
        assertThat(methods.own(name, methods.types().operations().getFirst(), policies))
                .extracting(TopicPair::requests)
                .isEqualTo("rq/" + name + "/stopRequest");
    }

    @Test
    void areNotReplicated() {
        try (Endpoint replicated = Replicas.endpoint(Replication.first())) {
            assertThatThrownBy(() -> replicated.lookup("dds://" + domain + "/" + name, Adder.class))
                    .isInstanceOfSatisfying(
                            CallException.class, e -> assertThat(e.code()).isEqualTo(Code.INVALID_CALL))
                    .hasMessageContaining("not replicated");
        }
    }
}
