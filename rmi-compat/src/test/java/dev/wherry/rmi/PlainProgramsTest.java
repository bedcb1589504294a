package dev.wherry.rmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.ByReference;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.RegisterTypes;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.Task;
import dev.wherry.mobility.Tasks;
import java.io.Serializable;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Programs of frameworks other than Java RMI, with interfaces that are not remote. Lookups and exports use an endpoint.
 */
@Timeout(60)
class PlainProgramsTest {
    private Endpoint server;
    private Endpoint client;

    @BeforeEach
    void listen() {
        EndpointOptions accepting = EndpointOptions.builder()
                .with(MobilityPolicy.builder()
                        .acceptAnyone()
                        .host(PlainProgramsTest.class.getClassLoader())
                        .build())
                .build();
        server = Endpoint.listen("tcp://127.0.0.1:0", accepting);
        client = Endpoint.create(accepting);
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private <T> T lookup(String name, Class<T> type) {
        return client.lookup(server.address() + "/" + name, type);
    }

    // ---- session beans

    public interface Calculator {
        int add(int a, int b);

        double root(double of) throws NegativeException;
    }

    public static final class NegativeException extends Exception {
        private static final long serialVersionUID = 1;

        private final double number;

        NegativeException(double number) {
            super(number + " is negative");
            this.number = number;
        }
    }

    private static final class CalculatorBean implements Calculator {
        @Override
        public int add(int a, int b) {
            return a + b;
        }

        @Override
        public double root(double of) throws NegativeException {
            if (of < 0) {
                throw new NegativeException(of);
            }
            if (Double.isNaN(of)) {
                throw new IllegalArgumentException("not a number");
            }
            return Math.sqrt(of);
        }
    }

    @Test
    void callsAStatelessBeanAndCatchesWhatItThrows() {
        server.bind("calculator", Calculator.class, new CalculatorBean());
        Calculator calculator = lookup("calculator", Calculator.class);

        assertThat(calculator.add(2, 3)).isEqualTo(5);
        assertThatThrownBy(() -> calculator.root(-1))
                .isInstanceOfSatisfying(
                        NegativeException.class, e -> assertThat(e.number).isEqualTo(-1));
        assertThatThrownBy(() -> calculator.root(Double.NaN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("not a number");
    }

    @ByReference
    public interface Counter {
        int next();
    }

    public interface Counters {
        Counter create();
    }

    private static final class CounterBean implements Counter {
        private int count;

        @Override
        public int next() {
            return ++count;
        }
    }

    /** A lookup gives all clients the same object. A factory returns a stateful bean. */
    @Test
    void returnsAStatefulBeanToEachClient() {
        server.bind("counters", Counters.class, CounterBean::new);
        Counters counters = lookup("counters", Counters.class);
        Counter first = counters.create();
        Counter second = counters.create();

        assertThat(List.of(first.next(), first.next(), second.next())).containsExactly(1, 2, 1);
    }

    // ---- services of modules

    public interface Device {
        Future<String> read();

        CompletableFuture<String> readLater();

        CompletionStage<Reading> readStage();

        Map<String, Version[]> versions();
    }

    /** A transfer object as such services pass it: a class with public fields only. */
    public static final class Reading {
        public double value;
        public List<String> notes = new ArrayList<>();
    }

    public static final class Version implements Comparable<Version>, Serializable {
        private static final long serialVersionUID = 1;

        private final int major;
        private transient String text;

        Version(int major) {
            this.major = major;
        }

        @Override
        public int compareTo(Version other) {
            return Integer.compare(major, other.major);
        }

        @Override
        public String toString() {
            if (text == null) {
                text = "v" + major;
            }
            return text;
        }
    }

    private static final class DeviceService implements Device {
        @Override
        public Future<String> read() {
            return CompletableFuture.supplyAsync(() -> "read");
        }

        @Override
        public CompletableFuture<String> readLater() {
            return CompletableFuture.failedFuture(new IllegalStateException("no power"));
        }

        @Override
        public CompletionStage<Reading> readStage() {
            Reading reading = new Reading();
            reading.value = 4.5;
            reading.notes.add("calm");
            return CompletableFuture.completedStage(reading);
        }

        @Override
        public Map<String, Version[]> versions() {
            return Map.of("device", new Version[] {new Version(1), new Version(2)});
        }
    }

    @Test
    void returnsFuturesAndTransferObjectsOfAService() throws Exception {
        server.bind("device", Device.class, new DeviceService());
        Device device = lookup("device", Device.class);

        assertThat(device.read().get(10, TimeUnit.SECONDS)).isEqualTo("read");
        assertThat(device.readLater())
                .failsWithin(10, TimeUnit.SECONDS)
                .withThrowableThat()
                .withMessageContaining("no power");
        Reading reading = device.readStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
        assertThat(reading.value + " " + reading.notes).isEqualTo("4.5 [calm]");
        assertThat(device.versions().get("device"))
                .extracting(Version::toString)
                .containsExactly("v1", "v2");
    }

    // ---- sessions with callbacks

    @ByReference
    public interface ClientCallback {
        void callback(String text);
    }

    @ByReference
    public interface Session {
        void doSomething();

        String owner();
    }

    @RegisterTypes(User.class)
    public interface Server {
        Session login(String user, Object account, ClientCallback callback);
    }

    public record User(String name) {}

    private record SessionImpl(String owner, ClientCallback callback) implements Session {
        @Override
        public void doSomething() {
            callback.callback("done for " + owner);
        }
    }

    @Test
    void logsInToASessionThatCallsBack() throws Exception {
        server.bind("server", Server.class, (user, account, callback) -> new SessionImpl(user + account, callback));
        CountDownLatch called = new CountDownLatch(1);
        List<String> heard = new ArrayList<>();
        Session session = lookup("server", Server.class).login("ann", new User("Ann"), text -> {
            heard.add(text);
            called.countDown();
        });

        session.doSomething();
        assertThat(called.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(heard).containsExactly("done for annUser[name=Ann]");
        assertThat(session.owner()).isEqualTo("annUser[name=Ann]");
    }

    // ---- tasks that travel

    static final class Boomerang implements Task<Boomerang> {
        private static final long serialVersionUID = 1;

        private final List<InetAddress> seen = new ArrayList<>();

        @Override
        public Boomerang call() throws Exception {
            seen.add(InetAddress.getByName("127.0.0.1"));
            return this;
        }
    }

    @Test
    void returnsATaskThatCollectsAddresses() throws Exception {
        var tasks = Tasks.at(client.connect(server.address().toString()));

        InetAddress address = tasks.call(() -> InetAddress.getByAddress("there", new byte[] {127, 0, 0, 2}));
        assertThat(address.getHostName()).isEqualTo("there");
        assertThat(tasks.call(new Boomerang()).seen).containsExactly(InetAddress.getByName("127.0.0.1"));
    }
}
