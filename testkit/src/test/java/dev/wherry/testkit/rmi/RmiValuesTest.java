package dev.wherry.testkit.rmi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.testkit.rmi.Samples.Outcome;
import dev.wherry.testkit.rmi.Samples.Sample;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values of an interface that extends Remote arrive as by the JDK's Java RMI, by which each value is sent too. */
@Timeout(120)
class RmiValuesTest {
    public interface Echo extends Remote {
        @Nullable
        Object echo(@Nullable Object value) throws RemoteException;
    }

    private static final class EchoServer implements Echo {
        @Override
        public @Nullable Object echo(@Nullable Object value) {
            return value;
        }
    }

    private final EchoServer exported = new EchoServer();
    private final Samples samples = new Samples();
    private Registry registry;
    private Echo rmi;

    @BeforeEach
    void exportByRmi() throws Exception {
        AtomicInteger port = new AtomicInteger();
        registry = LocateRegistry.createRegistry(0, null, any -> {
            ServerSocket socket = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
            port.set(socket.getLocalPort());
            return socket;
        });
        registry.bind("echo", UnicastRemoteObject.exportObject(exported, 0));
        rmi = (Echo) LocateRegistry.getRegistry("127.0.0.1", port.get()).lookup("echo");
        CollectionSamples.addTo(samples);
        JdkSamples.addTo(samples);
        ProgramSamples.addTo(samples);
    }

    @AfterEach
    void unexport() throws Exception {
        UnicastRemoteObject.unexportObject(exported, true);
        UnicastRemoteObject.unexportObject(registry, true);
    }

    @ParameterizedTest
    @CsvSource({"compact, 110", "java, 125"})
    void arriveAsByJavaRmi(String codec, int of150) throws Exception {
        EndpointOptions options =
                registered(EndpointOptions.builder().codecs(codec).build());
        List<String> unexpected = new ArrayList<>();
        int asByRmi = 0;
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0", options);
                Endpoint client = Endpoint.create(options)) {
            server.bind("echo", Echo.class, new EchoServer());
            Echo echo = client.lookup(server.address() + "/echo", Echo.class);
            for (Sample sample : samples.all()) {
                Arrival byRmi = Arrival.of(rmi, sample.value);
                Arrival arrival = Arrival.of(echo, sample.value);
                Outcome outcome = arrival.comparedTo(byRmi);
                asByRmi += outcome == Outcome.SAME ? 1 : 0;
                if (outcome != sample.by(codec)) {
                    unexpected.add(sample.name + ": " + outcome + ", not " + sample.by(codec) + ": " + arrival);
                }
            }
        }
        assertThat(unexpected).isEmpty();
        assertThat(samples.all()).hasSizeGreaterThanOrEqualTo(150);
        assertThat(150 * asByRmi / samples.all().size())
                .as("number of 150 values that arrive as by RMI")
                .isGreaterThanOrEqualTo(of150);
    }

    /** Registers the program's classes, and each JDK class that {@code register} accepts; not the class of a clock. */
    private EndpointOptions registered(EndpointOptions options) {
        EndpointOptions all = options.toBuilder()
                .registerPackage(RmiValuesTest.class.getPackageName())
                .register(Clock.class)
                .build();
        for (Sample sample : samples.all()) {
            try {
                all = all.toBuilder().register(sample.value.getClass()).build();
            } catch (IllegalArgumentException e) {
                continue; // it can never be a value, or travels without registration
            }
        }
        return all;
    }

    /** The value that arrived, or the exception. */
    private record Arrival(@Nullable Object value, @Nullable Exception refusal) {
        static Arrival of(Echo echo, Object value) {
            try {
                return new Arrival(echo.echo(value), null);
            } catch (RemoteException | RuntimeException e) {
                return new Arrival(null, e);
            }
        }

        Outcome comparedTo(Arrival byRmi) throws Exception {
            if (refusal != null) {
                return byRmi.refusal != null ? Outcome.BOTH_REFUSE : Outcome.ONLY_RMI;
            }
            if (byRmi.refusal != null) {
                return Outcome.ONLY_WHERRY;
            }
            return SameState.of(byRmi.value, value) ? Outcome.SAME : Outcome.DIFFERENT;
        }

        @Override
        public String toString() {
            if (refusal != null) {
                return "refused: " + refusal.getMessage();
            }
            return value == null ? "null" : value.getClass().getName() + " " + value;
        }
    }
}
